package bot_test

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/storage/memory"
)

// TestFault30Outage: while a network is down for a day, people play on, each
// message waits for its newest state only and is tried now and then, and the
// newest state is what is shown in the end.
func TestFault30Outage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var down atomic.Bool
		var tries atomic.Int32
		w := startWorld(t, memory.New(), withHook(func(bot.Place, bot.Ref, bot.Screen) error {
			if !down.Load() {
				return nil
			}
			tries.Add(1)
			return errNetwork
		}))
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		down.Store(true)
		const places = 3 // the board and two panels
		w.someMoves(id, 20, "anna", "bert")
		synctest.Wait()
		if n := tries.Load(); n > places {
			t.Errorf("%d tries at once for %d messages", n, places)
		}
		for range 24 {
			w.someMoves(id, 1, "anna", "bert")
			pass(time.Hour)
		}
		if n, most := tries.Load(), int32(25*places*8); n > most {
			t.Errorf("%d tries in a day, want at most %d", n, most)
		}
		down.Store(false)
		w.someMoves(id, 1, "anna", "bert")
		synctest.Wait()
		w.upToDate(public, id, "anna")
	})
}

// errNetwork is what a network says that has a bad day.
var errNetwork = errors.New("bad gateway")

// isBoard: a table's board while people play.
func isBoard(s bot.Screen) bool { return line(s, "hand ") != "" }

// TestPlaceFails: what a platform says of a message decides what is done next.
func TestPlaceFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		errs   []error
		within time.Duration // in which the board is shown again; 0: not by itself
		before time.Duration // in which it is not
		posts  int           // messages in the channel then
		from   bot.ChatID    // where the next is said
	}{
		{"gone", []error{bot.ErrGone}, time.Millisecond, 0, 2, ""},
		{"an error", []error{errNetwork}, 3 * time.Second, time.Second, 1, ""},
		{"errors", []error{errNetwork, errNetwork, errNetwork}, 15 * time.Second, 13 * time.Second, 1, ""},
		{"later", []error{bot.RetryAfter{Wait: time.Minute}}, 61 * time.Second, 59 * time.Second, 1, ""},
		{"blocked", []error{bot.ErrBlocked}, 0, 0, 1, channel},
		{"errors without end", repeated(errNetwork, 8), 0, 0, 1, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				id := w.seat("anna", "bert", "bamberger 2")
				w.wait(public, isBoard)
				synctest.Wait()
				if tt.posts == 2 {
					w.net.Delete(w.net.Posts(public)[0].Ref)
				}
				for _, err := range tt.errs {
					if !errors.Is(err, bot.ErrGone) { // the network says that itself
						w.net.FailNext(public, err)
					}
				}
				was := w.board()
				who, m := w.anyMove(id, "anna", "bert")
				w.mustSay(who, m)
				if pass(tt.before); tt.before > 0 && w.board() != was {
					t.Errorf("after %v the board is fresh already", tt.before)
				}
				pass(cmp.Or(tt.within, 10*time.Minute) - tt.before)
				if fresh := w.board() != was; fresh != (tt.within > 0) {
					t.Errorf("after %v the board is fresh: %v", tt.within, fresh)
				}
				if p, ok := w.net.Last(private("bert")); !ok || p.Screen.Choice == nil {
					t.Error("bert's panel waits for the channel")
				}
				// Whatever it was, the next move ends it; if nobody may write
				// there, the next thing said there does.
				w.chat = tt.from
				who, m = w.anyMove(id, "bert", "anna")
				w.mustSay(who, m)
				synctest.Wait()
				if w.board() == was {
					t.Error("the board is never shown again")
				}
			})
		})
	}
}

// pass lets time go by on the bubble's clock, until all is quiet.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func repeated(err error, n int) []error {
	var all []error
	for range n {
		all = append(all, err)
	}
	return all
}

// board is the newest board's text.
func (w *world) board() string {
	p, _ := w.net.Last(public)
	return text(p.Screen)
}

// TestOnlyTheNewestWaits: a slow place is shown the newest state, not all those
// between, and holds up no other place.
func TestOnlyTheNewestWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var slow atomic.Bool
		gate := make(chan struct{})
		var shows atomic.Int64
		w := startWorld(t, memory.New(), withHook(func(p bot.Place, _ bot.Ref, _ bot.Screen) error {
			if p == public && slow.Load() {
				shows.Add(1)
				<-gate
			}
			return nil
		}))
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		slow.Store(true)
		for range 10 {
			who, m := w.anyMove(id, "anna", "bert")
			w.mustSay(who, m)
			synctest.Wait()
		}
		if n := shows.Load(); n != 1 {
			t.Errorf("%d shows are under way, want 1", n)
		}
		close(gate)
		synctest.Wait()
		if n := shows.Load(); n != 2 {
			t.Errorf("the board was shown %d times, want 2: the first and the newest", n)
		}
	})
}

// TestPanicInShow: a fault of a platform at one table touches no other, is
// tried again, and its log shows no argument.
func TestPanicInShow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var fault atomic.Bool
		w := startWorld(t, memory.New(), withHook(func(p bot.Place, _ bot.Ref, s bot.Screen) error {
			if p == private("anna") && fault.CompareAndSwap(true, false) {
				panic(text(s))
			}
			return nil
		}))
		id := w.seat("anna", "bert", "bamberger 2")
		other := w.seat("carl", "dora", "bamberger 2")
		synctest.Wait()
		fault.Store(true)
		w.mustSay("anna", move(w.hand("anna", id)))
		synctest.Wait()
		w.mustSay("carl", move(w.hand("carl", other)))
		pass(5 * time.Second)
		if p, _ := w.net.Last(private("anna")); p.Screen.Choice != nil {
			t.Error("anna's panel was never shown again")
		}
		log := w.log.String()
		if !strings.Contains(log, "fault") || strings.Contains(log, "♥") || strings.Contains(log, "0x") {
			t.Errorf("the log is\n%s", log)
		}
	})
}

// TestRepost: the board is posted anew and the old one retired.
func TestRepost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		w.refuses("carl", "table 22222222", "no-table")
		w.mustSay("carl", "table "+id) // carl is in the channel and may ask
		synctest.Wait()
		posts := w.net.Posts(public)
		if len(posts) != 2 || !strings.Contains(text(posts[0].Screen), said("board.retired")) || len(posts[0].Screen.Buttons) > 0 {
			t.Fatalf("the channel shows %+v", posts)
		}
		before := posts[0].Shown
		w.mustSay("anna", move(w.hand("anna", id)))
		synctest.Wait()
		if posts := w.net.Posts(public); len(posts) != 2 || posts[0].Shown != before {
			t.Errorf("the old board is still shown: %+v", posts)
		}
		in := press("carl", "away", "table "+id)
		in.Chat = "fake:elsewhere"
		w.refusesInput(in, "not-seated")
	})
}

// TestRepostWithoutCode: my own table goes before others in the chat, and one
// that is being played before a challenge of mine.
func TestRepostWithoutCode(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		reposted := func(who, code string) {
			t.Helper()
			synctest.Wait()
			before := len(w.net.Posts(public))
			w.mustSay(who, "table")
			synctest.Wait()
			posts := w.net.Posts(public)
			if last := posts[len(posts)-1].Screen; len(posts) != before+1 || !strings.Contains(text(last), code) {
				t.Fatalf("%s's table isn't posted:\n%s", who, text(last))
			}
		}
		other := w.seat("carl", "dora", "bamberger 2")
		reposted("zoe", other) // the only one there is
		w.now.Add(1)           // tables are told apart by age
		mine := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		w.refuses("zoe", "table", "which-table", "Line", "table "+other)
		reposted("anna", mine)
		w.mustSay("anna", "challenge bamberger")
		reposted("anna", mine)
		w.now.Add(1)
		w.mustSay("emil", "challenge bamberger")
		synctest.Wait()
		reposted("emil", w.challenge())
	})
}

// TestRestartBringsPlacesUpToDate: what was stored but not shown is shown after
// a start, in the same messages.
func TestRestartBringsPlacesUpToDate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		w.restart() // nothing was stored since the messages were posted
		synctest.Wait()
		for _, place := range []bot.Place{public, private("anna"), private("bert")} {
			for range 3 {
				w.net.FailNext(place, errNetwork)
			}
		}
		w.mustSay("anna", move(w.hand("anna", id)))
		w.restart() // nothing of it was shown
		w.net.Forgive()
		w.restart()
		synctest.Wait()
		if p, _ := w.net.Last(private("anna")); p.Screen.Choice != nil {
			t.Errorf("anna's panel shows what was before the restart:\n%s", text(p.Screen))
		}
		for _, place := range []bot.Place{public, private("anna"), private("bert")} {
			if posts := w.net.Posts(place); len(posts) != 1 {
				t.Errorf("%d messages in %v, want 1", len(posts), place)
			}
		}
		w.play("anna", "bert")
	})
}

// TestFault23Stored: nothing can be pressed in a message whose reference isn't
// stored. Whenever the process is killed, the next one knows all that can be.
func TestFault23Stored(t *testing.T) {
	t.Parallel()
	store := memory.New()
	// What is shown while the world is being stopped is asked about too.
	ctx := context.WithoutCancel(t.Context())
	known := func(ref bot.Ref) bool {
		for doc, err := range store.Scan(ctx, "table", "", "") {
			if err != nil {
				t.Error(err)
			}
			if strings.Contains(string(doc.Data), `"ref":"`+string(ref)+`"`) {
				return true
			}
		}
		return false
	}
	w := startWorld(t, store, withHook(func(p bot.Place, old bot.Ref, s bot.Screen) error {
		if (len(s.Buttons) > 0 || s.Choice != nil) && (old == "" || !known(old)) {
			t.Errorf("message %q in %v can be pressed and isn't stored: %v", old, p, lines(s))
		}
		return nil
	}))
	id := w.seat("anna", "bert", "bamberger 2")
	w.wait(public, isBoard)
	for range 3 {
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
		before := len(w.net.Posts(public))
		w.mustSay("anna", "table")
		w.wait(public, func(s bot.Screen) bool { return isBoard(s) && len(w.net.Posts(public)) > before })
		posts := w.net.Posts(public)
		w.net.Delete(posts[len(posts)-1].Ref)
		who, m = w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
		w.wait(public, isBoard)
	}
	err := w.net.Wait(t.Context(), func() bool {
		live := 0
		for _, p := range w.net.Posts(public) {
			if isBoard(p.Screen) {
				live++
			}
		}
		return live == 1
	})
	if err != nil {
		t.Error(err)
	}
}

// TestDeletedWhileTheOldIsRetired: a board that is deleted before the one it
// replaces is retired is posted anew like any other, first without anything to
// press.
func TestDeletedWhileTheOldIsRetired(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var w *world
		var posts []bot.Screen
		deleted := false
		w = startWorld(t, memory.New(), withHook(func(p bot.Place, old bot.Ref, s bot.Screen) error {
			if p != public || w == nil {
				return nil
			}
			if old == "" {
				posts = append(posts, s)
			} else if live := w.net.Posts(public); len(live) == 2 && old == live[0].Ref && !deleted {
				deleted = true
				w.net.Delete(live[1].Ref)
			}
			return nil
		}))
		w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		posts = nil
		w.mustSay("anna", "table")
		synctest.Wait()
		if !deleted || len(posts) != 2 {
			t.Fatalf("%d boards posted and deleted: %t; want 2, the first of them deleted", len(posts), deleted)
		}
		for _, s := range posts {
			if len(s.Buttons) > 0 || s.Choice != nil {
				t.Errorf("posted with something to press: %v", lines(s))
			}
		}
		if live := w.net.Posts(public); len(live[len(live)-1].Screen.Buttons) == 0 {
			t.Error("the board never got its buttons")
		}
	})
}
