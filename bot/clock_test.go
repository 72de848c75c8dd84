package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// away stops the bot, and starts it again so much later.
func (w *world) away(d time.Duration) {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatalf("the bot ended with %v", err)
	}
	w.pass(d)
	w.boot()
}

// ran is how long the bot has run, as it is stored.
func (w *world) ran() (bot, platform time.Duration) {
	w.t.Helper()
	var stored struct {
		Bot       int64
		Platforms map[string]int64
	}
	w.stored("clock", "running", &stored)
	return time.Duration(stored.Bot) * time.Millisecond, time.Duration(stored.Platforms["fake"]) * time.Millisecond
}

// fill takes all room from the store, or gives it back.
func (w *world) fill(full bool) { w.store.(*storagetest.Flaky).Store.(*fullFor).full.Store(full) }

// TestFault44RunningTime: running time grows with time as it passes. It doesn't
// go back, nor on while the bot is away, and neither a jump of the clock by an hour
// nor a night of the machine counts, nor, but for a minute, time that there is no room
// to keep.
func TestFault44RunningTime(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		do        func(*world)
		least, to time.Duration
	}{
		{"as it passes", func(*world) { pass(time.Hour) }, time.Hour, time.Hour},
		{"forwards", func(w *world) { pass(time.Minute); w.pass(time.Hour); pass(time.Minute) }, 2*time.Minute - 10*time.Second, 2 * time.Minute},
		{"backwards", func(w *world) { pass(time.Minute); w.pass(-time.Hour); pass(time.Minute) }, 2*time.Minute - 10*time.Second, 2 * time.Minute},
		{"suspended", func(w *world) { w.pass(8 * time.Hour); pass(time.Minute) }, time.Minute - 10*time.Second, time.Minute},
		{"stopped", func(w *world) { pass(time.Minute); w.away(8 * time.Hour); pass(time.Minute) }, 2 * time.Minute, 2 * time.Minute},
		{"killed", func(w *world) {
			pass(time.Minute + 3*time.Second)
			w.store.(*storagetest.Flaky).Fail(storagetest.Failure{Err: storage.ErrFull})
			w.away(8 * time.Hour)
			pass(time.Minute)
		}, 2*time.Minute + 3*time.Second - 35*time.Second, 2*time.Minute + 3*time.Second}, // what isn't kept yet, and a look's time
		{"without room", func(w *world) {
			pass(time.Minute)
			w.fill(true)
			pass(time.Hour)
			w.fill(false)
			pass(time.Minute)
		}, 2 * time.Minute, 3 * time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, &storagetest.Flaky{Store: &fullFor{Store: memory.New()}}, ticking)
				tt.do(w)
				if err := w.end(); err != nil {
					t.Fatal(err)
				}
				if ran, on := w.ran(); ran < tt.least || ran > tt.to || on != ran {
					t.Errorf("the bot has run for %v, connected for %v, want %v to %v", ran, on, tt.least, tt.to)
				}
			})
		})
	}
}

// TestRunningTimeKept: a crash loses half a minute of running time at most, and
// the time between two looks.
func TestRunningTimeKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		for passed := time.Minute; passed < 5*time.Minute; passed += 7 * time.Second {
			pass(time.Until(w.booted.Add(passed)))
			if ran, _ := w.ran(); passed-ran > 35*time.Second || ran > passed {
				t.Fatalf("after %v %v is stored", passed, ran)
			}
		}
	})
}

// TestFault44PlatformDown: a platform's own running time stands still while it
// has lost its network.
func TestFault44PlatformDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		pass(time.Minute)
		w.net.Down.Store(true)
		pass(time.Hour)
		w.net.Down.Store(false)
		pass(time.Minute)
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		ran, on := w.ran()
		if ran != time.Hour+2*time.Minute || on > 2*time.Minute || on < 2*time.Minute-10*time.Second {
			t.Errorf("the bot has run for %v, connected for %v", ran, on)
		}
	})
}

// alarms are the keys of all alarms, in order.
func (w *world) alarms() (keys []string) {
	w.t.Helper()
	for doc, err := range w.store.Scan(w.t.Context(), "alarm", "", "") {
		if err != nil {
			w.t.Fatal(err)
		}
		keys = append(keys, doc.Key.ID)
	}
	return keys
}

// TestAlarms: what is due at a table is done in time, and each table has one
// alarm at most, at the time when it is due next.
func TestAlarms(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		rings := func(in time.Duration, id string) {
			t.Helper()
			synctest.Wait()
			want := fmt.Sprintf("wall|%020d|table|%s", w.time().Add(in).UnixMilli(), id)
			if keys := w.alarms(); len(keys) != 1 || keys[0] != want {
				t.Errorf("alarms %q, want %q", keys, want)
			}
		}
		w.mustSay("anna", "challenge bamberger")
		id := w.challenge()
		rings(24*time.Hour, id)
		pass(24*time.Hour - time.Second)
		w.wait(public, func(s chat.Screen) bool { return !s.Ended })
		pass(time.Second + 5*time.Second)
		w.wait(public, contains(said("closed.expired")))
		pass(23 * time.Hour)
		if keys := w.alarms(); len(keys) != 1 || !strings.HasSuffix(keys[0], id) {
			t.Errorf("alarms %q, want one of %s", keys, id)
		}
		pass(time.Hour + 10*time.Second)
		if keys := w.alarms(); len(keys) != 0 {
			t.Errorf("alarms of what is forgotten: %q", keys)
		}
		w.refuses("anna", "hand "+id, "no-table")
	})
}

// TestAlarmOfNothing: an alarm whose table can't be changed now rings again later, and
// keeps no other from ringing.
func TestAlarmOfNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		w := startWorld(t, store, ticking)
		for i, id := range []string{"wall|00000000000000000001|table|zzzzzzzz", "wall|00000000000000000002|nonsense|x", "wall|3"} {
			key := storage.Key{Kind: "alarm", ID: id}
			if err := store.Commit(t.Context(), storage.Doc{Key: key, Data: []byte{}}); err != nil {
				t.Fatal(i, err)
			}
		}
		w.mustSay("anna", "challenge bamberger")
		pass(24*time.Hour + 5*time.Second)
		w.wait(public, contains(said("closed.expired")))
		if keys := w.alarms(); len(keys) != 3 || !strings.Contains(keys[0], "nonsense") {
			t.Errorf("alarms %q", keys)
		}
		if n := strings.Count(w.log.String(), "what was due was not done"); n > 2*(1+24*6) {
			t.Errorf("%d words about two alarms that can't ring", n)
		}
	})
}
