package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

const day = 24 * time.Hour

// seatPaced begins a match of the pace and returns its code, and who is waited for.
func (w *world) seatPaced(pace string) (id, who string) {
	w.t.Helper()
	id = w.seat("anna", "bert", "spieleversum 2 "+pace)
	synctest.Wait()
	return id, w.onTurn(id, "anna", "bert")
}

// onTurn is the first of the people who is waited for.
func (w *world) onTurn(id string, people ...string) string {
	w.t.Helper()
	for _, who := range people {
		if s := w.hand(who, id); move(s) != "" {
			return who
		}
	}
	w.t.Fatal("nobody is waited for")
	return ""
}

// passTo lets time pass until so much has passed since the bot was started.
func (w *world) passTo(since time.Duration) { pass(time.Until(w.booted.Add(since))) }

// stored reads the document into v.
func (w *world) stored(kind, id string, v any) {
	w.t.Helper()
	doc, err := w.store.Get(w.t.Context(), storage.Key{Kind: kind, ID: id})
	if err == nil {
		err = json.Unmarshal(doc.Data, v)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// reminded are the stages of the table's seats, as stored.
func (w *world) reminded(id string) string {
	w.t.Helper()
	var t struct{ Chairs []struct{ Reminded int } }
	w.stored("table", id, &t)
	var all strings.Builder
	for _, c := range t.Chairs {
		fmt.Fprint(&all, c.Reminded)
	}
	return all.String()
}

// TestReminded: half and most of a move's time are noted when they have passed,
// and that it is up; with the move it begins anew.
func TestReminded(t *testing.T) {
	t.Parallel()
	limits := map[string]time.Duration{"live": 2 * time.Minute, "1d": day, "": 3 * day}
	if *long {
		limits["14 days"] = 14 * day
	}
	for pace, limit := range limits {
		t.Run(pace, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, memory.New(), ticking)
				id, who := w.seatPaced(pace)
				stages := func(at time.Duration, want int) {
					t.Helper()
					w.passTo(at)
					got := strings.Trim(w.reminded(id), "0")
					if want == 0 && got != "" || want > 0 && strings.Trim(got, fmt.Sprint(want)) != "" || want > 0 && got == "" {
						t.Errorf("after %v the stages are %s, want %d; alarms %q; log:\n%s", at, w.reminded(id), want, w.alarms(), w.log)
					}
				}
				const late = 10 * time.Second
				stages(limit/2-late, 0)
				stages(limit/2+late, 1)
				stages(limit*85/100-late, 1)
				stages(limit*85/100+late, 2)
				stages(limit-late, 2)
				stages(limit+late, 3)
				before := strings.Count(w.reminded(id), "3")
				w.mustSay(who, move(w.hand(who, id)))
				if n := strings.Count(w.reminded(id), "3"); n != before-1 {
					t.Errorf("after a move the time of %d is up, of %d before", n, before)
				}
			})
		})
	}
}

// TestFault35AlarmAgain: an alarm whose effect finds no room fires again, if no other does
// either.
func TestFault35AlarmAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &storagetest.Flaky{Store: memory.New()}
		w := startWorld(t, store, ticking)
		id, _ := w.seatPaced("live")
		w.passTo(59 * time.Second)
		store.Fail(slices.Repeat([]storagetest.Failure{{Err: storage.ErrFull}}, 20)...)
		pass(3 * time.Second)
		store.Reopen()
		if got := w.reminded(id); strings.Trim(got, "0") != "" {
			t.Fatalf("with no room the stages are %s", got)
		}
		pass(12 * time.Minute)
		if got := w.reminded(id); !strings.Contains(got, "3") {
			t.Errorf("much later the stages are %s; alarms %q; log:\n%s", got, w.alarms(), w.log)
		}
	})
}

// TestReminders: who is waited for is called when half and most of the time has
// passed, or as they want it, and not for its end, which is the others' matter.
func TestReminders(t *testing.T) {
	t.Parallel()
	for wish, want := range map[string][]int{"both": {0, 1, 2, 2}, "last": {0, 0, 1, 1}, "off": {0, 0, 0, 0}} {
		t.Run(wish, func(t *testing.T) {
			clocked(t, func(w *world) {
				e := w.listen()
				for _, who := range []string{"anna", "bert"} {
					w.mustSay(who, "settings reminders "+wish)
					w.callAtOnce(who)
				}
				id, slow, other := w.alone("spieleversum 2 1d")
				e.hear(slow, other)
				before, others := len(e.heard[user(slow)]), len(e.heard[user(other)])
				for i, hours := range []time.Duration{11, 2, 8, 4} { // half is after 12, most after 20.4
					pass(hours * time.Hour)
					e.hear(slow, other)
					if got := len(e.heard[user(slow)]) - before; got != want[i] {
						t.Errorf("at stage %d %s has been called %d times, want %d: %q", w.stage(id, slow), slow, got, want[i], e.heard[user(slow)])
					}
				}
				if got := len(e.heard[user(other)]) - others; got != 1 {
					t.Errorf("%s is called %d times, want once, when the time is up", other, got)
				}
			})
		})
	}
}

// TestNoPace: nobody's time runs out with the computer, nor where it is agreed so.
func TestNoPace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		id, _ := w.seatPaced("pace=none")
		pass(usually(2*day, 20*day)) // half of the usual pace is a day and a half; the longest is 14 days
		if got := w.reminded(id); got != "00" {
			t.Errorf("the stages are %s", got)
		}
	})
}

// TestPracticeHasNoClock: nobody waits for who plays with the computer alone, unless
// they have said a pace, whatever is usual where they say it; nor for who is left with
// the computer.
func TestPracticeHasNoClock(t *testing.T) {
	t.Parallel()
	for line, clock := range map[string]time.Duration{
		"practice bamberger": 0, "practice illustrated": 0, "challenge illustrated computer": 0, "practice computer=1 illustrated": 0,
		"practice illustrated live": 2 * time.Minute, "practice bamberger 2 days": 2 * day,
		"challenge forty computer 1d": day, "practice bamberger no time limit": 0,
	} {
		t.Run(line, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, memory.New(), ticking, func(w *world) { w.space = server })
				w.set("pace", "1d")
				e := w.listen()
				w.mustSay("anna", line)
				id := w.practiceTable()
				var stored struct {
					Setup  struct{ Pace int }
					Chairs []struct{ Timer struct{ On string } }
				}
				w.stored("table", id, &stored)
				running := slices.ContainsFunc(stored.Chairs, func(c struct{ Timer struct{ On string } }) bool { return c.Timer.On != "" })
				if running != (clock > 0) || (stored.Setup.Pace > 0) != (clock > 0) {
					t.Errorf("stored is %+v", stored)
				}
				e.hear("anna")
				before := len(e.heard[user("anna")])
				pass(max(clock, day)/2 + time.Minute) // the server's pace is a day
				e.hear("anna")
				if reminded := len(e.heard[user("anna")]) > before; reminded != (clock > 0) {
					t.Errorf("reminded %v: %q", reminded, e.heard)
				}
			})
		})
	}
}

// TestClockEndsWithTheLast: where three play and all but one have left to the computer,
// no clock runs any more.
func TestClockEndsWithTheLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		for _, who := range []string{"bert", "carl"} {
			w.mustSay(who, "help")
		}
		id := w.three("illustrated 1d")
		for i, who := range []string{"carl", "bert"} {
			w.mustSay(who, "leave "+id+" yes")
			synctest.Wait()
			pass(day)
			if got := strings.Trim(w.reminded(id), "0") == ""; got != (i == 1) {
				t.Errorf("after %s has left, the stages are %s", who, w.reminded(id))
			}
		}
	})
}

// TestFault44Deadline: the time for a move is running time: nobody loses any by a
// clock that is set, a machine that was suspended, a bot that was stopped, a
// network that was away, a disk without room, nor by the first look after a start.
func TestFault44Deadline(t *testing.T) {
	t.Parallel()
	var id string
	var most []storage.Doc // what is stored when most of the time is over
	var began int64
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		id, _ = w.seatPaced("1d")
		pass(day - 10*time.Minute)
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		for _, kind := range bot.Kinds() {
			most = append(most, documentsOf(t, w.store, kind)...)
		}
		began = w.time().Unix()
	})
	for _, tt := range []struct {
		name string
		do   func(*world)
	}{
		{"an hour on", func(w *world) { w.pass(time.Hour) }},
		{"an hour back", func(w *world) { w.pass(-time.Hour) }},
		{"on and back", func(w *world) { w.pass(time.Hour); pass(10 * time.Second); w.pass(-time.Hour) }},
		{"suspended", func(w *world) { w.pass(8 * time.Hour) }},
		{"stopped", func(w *world) { w.away(8 * time.Hour) }},
		{"killed", func(w *world) {
			w.store.(*storagetest.Flaky).Fail(storagetest.Failure{Err: storage.ErrFull})
			w.away(8 * time.Hour)
		}},
		{"without the network", func(w *world) { w.net.Down.Store(true); pass(8 * time.Hour); w.net.Down.Store(false) }},
		{"stopped and without the network", func(w *world) {
			w.net.Down.Store(true)
			w.away(8 * time.Hour)
			pass(time.Hour)
			w.net.Down.Store(false)
		}},
		{"without room", func(w *world) { w.fill(true); pass(8*time.Hour + 5*time.Minute); w.fill(false) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := memory.New()
				if err := store.Commit(t.Context(), most...); err != nil {
					t.Fatal(err)
				}
				w := startWorld(t, &storagetest.Flaky{Store: &fullFor{Store: store}}, ticking, func(w *world) { w.began = began })
				tt.do(w)
				pass(7 * time.Minute) // a crash may cost a minute
				if got := w.reminded(id); !strings.Contains(got, "2") || strings.Contains(got, "3") {
					t.Errorf("the stages are %s", got)
				}
				pass(5 * time.Minute)
				if got := w.reminded(id); !strings.Contains(got, "3") {
					t.Errorf("the time isn't up: the stages are %s", got)
				}
			})
		})
	}
}

// TestFault44FirstLook: time that runs out just after a start isn't told at once:
// what people did meanwhile comes in first.
func TestFault44FirstLook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		id, who := w.seatPaced("live")
		pass(2*time.Minute - time.Second)
		w.away(time.Hour)
		pass(3 * time.Second)
		if got := w.reminded(id); strings.Contains(got, "3") {
			t.Errorf("soon after the start the stages are %s", got)
		}
		w.mustSay(who, move(w.hand(who, id)))
		pass(20 * time.Second)
		if got := w.stage(id, who); got == 3 {
			t.Errorf("%s has moved, and the time is up", who)
		}
	})
}

// TestFault44LiveClock: no jump of the clock takes time from who has two minutes, and
// a process that is stopped for as long takes none either.
func TestFault44LiveClock(t *testing.T) {
	t.Parallel()
	for _, jump := range []time.Duration{20 * time.Second, time.Minute, time.Hour, -time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), ticking)
			id, _ := w.seatPaced("live")
			for range 4 {
				pass(25 * time.Second)
				w.pass(jump)
			}
			pass(10 * time.Second)
			if got := w.reminded(id); strings.Contains(got, "3") {
				t.Errorf("after 110 seconds and jumps by %v the stages are %s", jump, got)
			}
			pass(40 * time.Second)
			if got := w.reminded(id); !strings.Contains(got, "3") {
				t.Errorf("after 150 seconds the time isn't up: %s", got)
			}
		})
	}
}
