package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// TestQuietHours: who becomes wanted at night isn't called, but in the morning, if
// that is still so; also if the bot is stopped in between, or over the morning.
func TestQuietHours(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		night func(w *world, id string) // just after 10:00
		want  int                       // calls in the morning
	}{
		{"asleep", func(*world, string) {}, 1},
		{"plays", func(w *world, id string) { w.mustSay("bert", move(w.hand("bert", id))) }, 0},
		{"restarted", func(w *world, _ string) { w.restart() }, 1},
		{"down", func(w *world, _ string) {
			_ = w.end()
			<-time.After(3 * time.Hour)
			w.boot()
		}, 1},
		{"wide awake", func(w *world, _ string) { w.mustSay("bert", "settings quiet off") }, 1},
		{"elsewhere", func(w *world, _ string) { w.mustSay("bert", "settings zone america/los_angeles") }, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, memory.New(), ticking) // it is 9:00 in Vienna
				e := w.listen()
				w.mustSay("bert", "einstellungen ruhe 10 bis 12")
				id := w.seat("anna", "bert", "bamberger 2")
				e.hear("anna", "bert")
				pass(time.Hour + time.Minute)
				w.yourTurn(id, "anna", "bert")
				before := len(e.heard[user("bert")])
				if e.hear("bert"); len(e.heard[user("bert")]) != before {
					t.Fatalf("called at night: %v", e.heard)
				}
				if c := w.lastIn("bert").Call; c == nil || !c.Quiet {
					t.Fatalf("held back is %+v", c)
				}
				tt.night(w, id)
				e.hear("bert")
				pass(2 * time.Hour)
				e.hear("bert")
				if got := len(e.heard[user("bert")]) - before; got != tt.want {
					t.Errorf("called %d times, want %d: %v", got, tt.want, e.heard)
				}
				pass(3 * time.Hour)
				if n := len(w.alarmsOf("person")); n != 0 {
					t.Errorf("%d alarms are left", n)
				}
			})
		})
	}
}

// TestHeldBackApart: while it is stored when somebody is to be called, the others go
// on at the table.
func TestHeldBackApart(t *testing.T) {
	t.Parallel()
	g := newGateAt(func(d storage.Doc) bool { return d.Key.Kind == "alarm" && strings.Contains(d.Key.ID, "|person|") })
	defer close(g.open)
	w := startWorld(t, g) // it is 9:00 in Vienna
	w.mustSay("bert", "settings quiet 22-7")
	w.pass(14 * time.Hour)
	g.shut.Store(true)
	w.mustSay("anna", "challenge @bert bamberger 2")
	id := w.challenge()
	<-g.reached
	answer := make(chan chat.Answer, 1)
	go func() { answer <- w.says("bert", "accept "+id) }()
	ctx, cancel := w.bounded()
	defer cancel()
	select {
	case a := <-answer:
		if a.Refused {
			t.Errorf("refused: %s", a.Alert)
		}
	case <-ctx.Done():
		t.Errorf("the table doesn't go on: %v", context.Cause(ctx))
	}
}

// TestAwakeAndChanged: who changes something of themselves at the moment when they may
// be called again is called, and that is no error.
func TestAwakeAndChanged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGateAt(func(d storage.Doc) bool {
			return d.Key.Kind == "alarm" && d.Data == nil && strings.Contains(d.Key.ID, "|person|")
		})
		w := startWorld(t, g, ticking) // it is 9:00 in Vienna
		w.mustSay("bert", "settings quiet 22-7")
		id := w.seat("anna", "bert", "bamberger 2")
		pass(14 * time.Hour)
		w.yourTurn(id, "anna", "bert")
		synctest.Wait()
		g.shut.Store(true)
		<-g.reached // in the morning
		w.mustSay("bert", "settings confirm on")
		close(g.open)
		synctest.Wait()
		if n := len(w.alarmsOf("person")); n != 0 {
			t.Errorf("%d alarms are left", n)
		}
		if log := w.log.String(); strings.Contains(log, "level=ERROR") {
			t.Errorf("in the log:\n%s", log)
		}
	})
}

// callAtOnce lets the people be called to their turns though they are there.
func (w *world) callAtOnce(people ...string) {
	w.t.Helper()
	for _, who := range people {
		w.mustSay(who, "settings calls now")
	}
}

// yourTurn plays until it has become the guest's turn, and not the host's.
func (w *world) yourTurn(id, host, guest string) {
	w.t.Helper()
	for range 100 {
		if waits := move(w.hand(guest, id)) != ""; waits && move(w.hand(host, id)) == "" {
			return
		} else if waits {
			w.mustSay(guest, move(w.hand(guest, id)))
		}
		if m := move(w.hand(host, id)); m != "" {
			w.mustSay(host, m)
		}
	}
	w.t.Fatal("it never becomes their turn")
}

// alarmsOf are the alarms of that kind.
func (w *world) alarmsOf(what string) (all []string) {
	w.t.Helper()
	for doc, err := range w.store.Scan(w.ctx, "alarm", "", "") {
		if err != nil {
			w.t.Fatal(err)
		}
		if strings.Split(doc.Key.ID, "|")[2] == what {
			all = append(all, doc.Key.ID)
		}
	}
	return all
}

// TestCallingSettings: how one is called is typed in both languages, refused with
// a reason, and the same on all sides of a person.
// chosen are what is chosen in the screen's menus, with what that is about.
func chosen(s chat.Screen) (all []string) {
	for _, m := range s.Menus {
		for _, o := range m.Options {
			if o.Chosen {
				all = append(all, m.Label+": "+o.Label)
			}
		}
	}
	return all
}

func TestCallingSettings(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	page := func(u chat.UserID) string { return text(*w.must(u, "settings calls").Screen) }
	for _, tt := range [][2]string{
		{"settings zone", said("zone.title")},
		{"settings zone Europe/Rome", said("settings.zone", "Value", "Rome", "Time", "09:00")},
		{"einstellungen zone lissabon", said("settings.zone", "Value", "Lisbon", "Time", "08:00")},
		{"settings zone new york", said("settings.zone", "Value", "New York", "Time", "03:00")},
		{"settings quiet 22:30-6.15", "22:30–6:15"},
		{"einstellungen ruhe 0 – 24", ""},
		{"settings quiet 23-8", said("settings.quiet", "Value", "23:00–8:00", "Zone", "New York")},
		{"einstellungen ruhe aus", said("settings.quiet", "Value", "none", "Zone", "New York")},
		{"einstellungen erinnerungen letzte", said("calling.reminders") + ": " + said("reminders.last")},
		{"settings reminders both", said("calling.reminders") + ": " + said("reminders.both")},
		{"settings calls", said("calling.turn") + ": " + said("calling.turn.away")},
		{"settings calls at once", said("calling.turn") + ": " + said("calling.turn.now")},
		{"einstellungen benachrichtigungen nach einer Stunde", said("calling.turn") + ": " + said("calling.turn.hour")},
		{"settings notifications never", said("calling.turn") + ": " + said("calling.turn.off")},
		{"Einstellungen Rufe wenn ich weg bin", said("calling.turn") + ": " + said("calling.turn.away")},
		{"settings calls when I’m away", said("calling.turn") + ": " + said("calling.turn.away")},
		{"settings calls off", said("calling.turn") + ": " + said("calling.turn.off")},
	} {
		if tt[1] == "" {
			w.mustNot(here, tt[0], "no-hours")
			continue
		}
		if a := w.must(here, tt[0]); !contains(tt[1])(*a.Screen) && !slices.Contains(chosen(*a.Screen), tt[1]) {
			t.Errorf("%q shows\n%s\nwant %q", tt[0], text(*a.Screen), tt[1])
		}
	}
	w.mustNot(here, "settings zone Local", "no-zone", "Zone", "Local")
	w.mustNot(here, "settings zone ../../etc/passwd", "no-zone", "Zone", "../../etc/passwd")
	w.mustNot(here, "settings quiet on", "no-hours")
	w.mustNot(here, "settings quiet 25-7", "no-hours")
	w.mustNot(here, "settings reminders three", "no-reminders")
	w.mustNot(here, "settings calls tomorrow", "no-calls")
	w.mustNot(here, "settings platform telegram", "no-platform", "Platform", "telegram")
	w.must(here, "settings quiet 23-8")
	w.link(here, telegram)
	w.must(telegram, "settings platform telegram")
	if page(here) != page(telegram) || !contains("23:00–8:00")(*w.must(telegram, "settings").Screen) {
		t.Errorf("the two sides differ:\n%s\n%s", page(here), page(telegram))
	}
}

// TestCalledOnPlatform: linked people are called where they want to be, and only
// there, also if that changes; where they are unreachable, they are called
// elsewhere.
func TestCalledOnPlatform(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newLinkWorld(t)
		w.link(here, telegram)
		w.must(here, "settings platform telegram")
		w.must(here, "settings calls now")
		synctest.Wait()
		w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		callsAt := func() string {
			var at string
			for _, u := range []chat.UserID{here, telegram} {
				for _, p := range w.netOf(chat.Place{User: u}).Posts(chat.Place{User: u}) {
					if c := p.Screen.Call; c != nil && p.Screen.Protect {
						at += fmt.Sprintf("%s %v ", strings.Split(string(u), ":")[0], c.Quiet)
					}
				}
			}
			return at
		}
		if got := callsAt(); got != "telegram false " {
			t.Errorf("called at %q", got)
		}
		w.must(here, "settings platform auto")
		synctest.Wait()
		if got := callsAt(); got != "fake true " {
			t.Errorf("without a choice called at %q", got)
		}
	})
}

// TestNextGame: of several games that wait, that comes first whose time runs out
// first; when none waits, that is said.
func TestNextGame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		w.refuses("anna", "next", "none-waits")
		ids := make(map[string]string)
		for _, pace := range []string{"pace=none", "pace=3d", "pace=1d"} {
			ids[pace] = w.seat("bert", "anna", "bamberger 2 "+pace)
		}
		page := *w.mustSay("anna", "games").Screen
		if got := lines(page); got[0] != "next" || got[1] != "hand "+ids["pace=1d"] || got[3] != "hand "+ids["pace=none"] {
			t.Errorf("offered %q of %v", got, ids)
		}
		for _, pace := range []string{"pace=1d", "pace=3d", "pace=none"} {
			s := *w.mustSay("anna", "nächstes").Screen
			if s.Table != ids[pace] {
				t.Fatalf("next is %s, want %s of %v", s.Table, pace, ids)
			}
			w.mustSay("anna", move(s))
			for move(w.hand("anna", ids[pace])) != "" {
				w.mustSay("anna", move(w.hand("anna", ids[pace])))
			}
		}
	})
}
