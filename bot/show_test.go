package bot_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
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
		w := startWorld(t, memory.New(), withHook(func(chat.Place, chat.Ref, chat.Screen) error {
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
func isBoard(s chat.Screen) bool { return line(s, "hand ") != "" }

// TestPlaceFails: what a platform says of a message decides what is done next.
func TestPlaceFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		errs   []error
		within time.Duration // in which the board is shown again; 0: not by itself
		before time.Duration // in which it is not
		posts  int           // messages in the channel then
		from   chat.ChatID   // where the next is said
	}{
		{"gone", []error{chat.ErrGone}, time.Millisecond, 0, 2, ""},
		{"an error", []error{errNetwork}, 3 * time.Second, time.Second, 1, ""},
		{"errors", []error{errNetwork, errNetwork, errNetwork}, 15 * time.Second, 13 * time.Second, 1, ""},
		{"later", []error{chat.RetryAfter{Wait: time.Minute}}, 61 * time.Second, 59 * time.Second, 1, ""},
		{"blocked", []error{chat.ErrBlocked}, 0, 0, 1, channel},
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
					if !errors.Is(err, chat.ErrGone) { // the network says that itself
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
		w := startWorld(t, memory.New(), withHook(func(p chat.Place, _ chat.Ref, _ chat.Screen) error {
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
		w := startWorld(t, memory.New(), withHook(func(p chat.Place, _ chat.Ref, s chat.Screen) error {
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
		for _, place := range []chat.Place{public, private("anna"), private("bert")} {
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
		for _, place := range []chat.Place{public, private("anna"), private("bert")} {
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
	known := func(ref chat.Ref) bool {
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
	w := startWorld(t, store, withHook(func(p chat.Place, old chat.Ref, s chat.Screen) error {
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
		w.wait(public, func(s chat.Screen) bool { return isBoard(s) && len(w.net.Posts(public)) > before })
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
		var posts []chat.Screen
		deleted := false
		w = startWorld(t, memory.New(), withHook(func(p chat.Place, old chat.Ref, s chat.Screen) error {
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

// strait is a place that lets one request through, and the next only after a gap,
// and refuses what it is told to.
type strait struct {
	place  chat.Place
	gap    time.Duration
	refuse func(chat.Screen) error

	mu   sync.Mutex
	free time.Time // when the next may come
	all  []request
}

// request is one that a strait was asked for.
type request struct {
	old  chat.Ref
	text string
	err  error
}

func (n *strait) hook(p chat.Place, old chat.Ref, s chat.Screen) (err error) {
	if p != n.place {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	switch wait := time.Until(n.free); {
	case wait > 0:
		return chat.RetryAfter{Wait: wait}
	case n.refuse != nil:
		err = n.refuse(s)
	}
	n.free = time.Now().Add(n.gap)
	n.all = append(n.all, request{old, text(s), err})
	return err
}

// asked are the requests since the last look.
func (n *strait) asked() []request {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.all
	n.all = nil
	return all
}

// TestFault26Repost: where one request after the other is let through a board that is
// posted anew gets its buttons; the old one is retired once, and never asked about
// again if the network refuses that for good. If it only fails, the new one doesn't
// wait for it.
func TestFault26Repost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		err    error // of retiring the old board
		fails  int   // how often
		shows  int   // requests in the end: a post, tries to retire, and an edit
		within time.Duration
	}{
		{"retired", nil, 0, 3, 11 * time.Second},
		{"refused", chat.ErrRefused, 1, 3, 11 * time.Second},
		{"gone", chat.ErrGone, 1, 3, 11 * time.Second},
		{"fails", errNetwork, 2, 5, 11 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := &strait{place: public, gap: 5 * time.Second}
				fails := tt.fails
				n.refuse = func(s chat.Screen) error {
					if !strings.Contains(text(s), said("board.retired")) || fails == 0 {
						return nil
					}
					fails--
					return tt.err
				}
				w := startWorld(t, memory.New(), withHook(n.hook))
				w.seat("anna", "bert", "bamberger 2")
				pass(time.Minute)
				n.asked()
				w.mustSay("anna", "table")
				pass(tt.within)
				if !isBoard(w.last(public)) {
					t.Errorf("after %v the new board is bare: %v", tt.within, n.all)
				}
				pass(time.Hour)
				if all := n.asked(); len(all) != tt.shows {
					t.Errorf("%d requests, want %d: %v", len(all), tt.shows, all)
				}
			})
		})
	}
}

// TestFault26RepostWaits: who asks for the board gets it last in the chat, however
// long and for whatever reason that has to wait, and once.
func TestFault26RepostWaits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		errs []error
		wait time.Duration
	}{
		{[]error{chat.RetryAfter{Wait: 50 * time.Second}}, 50 * time.Second},
		{[]error{chat.RetryAfter{Wait: 50 * time.Second}, chat.RetryAfter{Wait: 10 * time.Second}}, time.Minute},
		{[]error{errNetwork, errNetwork}, 6 * time.Second},
		{repeated(errNetwork, 8), 15 * time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			id := w.seat("anna", "bert", "bamberger 2")
			synctest.Wait()
			w.net.FailNext(public, tt.errs...)
			if a := w.mustSay("anna", "table"); a.Alert != said("table.comes") {
				t.Errorf("answered %q", a.Alert)
			}
			pass(tt.wait - time.Second)
			if n := len(w.net.Posts(public)); n != 1 && tt.wait < time.Hour {
				t.Errorf("%v: %d posts already", tt.errs, n)
			}
			pass(2 * time.Second)
			w.someMoves(id, 1, "anna", "bert")
			pass(time.Hour)
			if all := w.net.Posts(public); len(all) != 2 || !isBoard(all[1].Screen) {
				t.Errorf("%v: %d posts, want the old one and the new", tt.errs, len(all))
			}
		})
	}
}

// TestRepostSurvivesRestart: so it is if the bot is started anew before the network
// lets it through; once it is there no start posts it again.
func TestRepostSurvivesRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		w.net.AcceptsForeignRefs = true
		id := w.seat("anna", "bert", "bamberger 2")
		pass(2 * time.Minute) // all is shown, and noted
		for range 2 {
			w.net.FailNext(public, chat.RetryAfter{Wait: 50 * time.Second})
			if a := w.mustSay("zoe", "table"); a.Alert != said("table.comes") {
				t.Errorf("answered %q", a.Alert)
			}
			pass(10 * time.Second)
			before := len(w.net.Posts(public))
			w.restart()
			pass(time.Minute)
			all := w.net.Posts(public)
			if len(all) != before+1 || !isBoard(w.last(public)) || len(w.last(public).Buttons) == 0 {
				t.Fatalf("after the start there are %d posts, want %d:\n%s", len(all), before+1, text(w.last(public)))
			}
			if s := all[before-1].Screen; !s.Retired || len(s.Buttons) > 0 {
				t.Errorf("the old board shows %v:\n%s", lines(s), text(s))
			}
			for range 2 {
				w.restart()
				w.someMoves(id, 1, "anna", "bert")
				pass(5 * time.Minute)
			}
			if n := len(w.net.Posts(public)); n != before+1 {
				t.Errorf("%d posts in the end, want %d", n, before+1)
			}
			if marks := w.marks(); len(marks) > 0 {
				t.Errorf("still marked are %v", marks)
			}
		}
		for _, place := range []chat.Place{private("anna"), private("bert")} {
			if n := len(w.net.Posts(place)); n != 1 {
				t.Errorf("%d messages in %v", n, place)
			}
		}
	})
}

// TestRepostRefused: what the network has refused for good isn't posted by the next
// start either.
func TestRepostRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		w.net.AcceptsForeignRefs = true
		id := w.seat("anna", "bert", "bamberger 2")
		pass(5 * time.Minute)
		w.net.FailNext(public, chat.ErrRefused)
		w.mustSay("zoe", "table")
		pass(5 * time.Minute)
		if marks := w.marks(); len(marks) > 0 {
			t.Errorf("still marked are %v", marks)
		}
		w.restart()
		w.someMoves(id, 1, "anna", "bert")
		pass(5 * time.Minute)
		if n := len(w.net.Posts(public)); n != 1 {
			t.Errorf("%d posts, want the one that there was", n)
		}
	})
}

// TestRepostWhereAsked: who asks for the table moves it where they ask, and nowhere
// else, be they at the table or not; in private it is their panel. A challenge that is
// in a chat alone is moved there.
func TestRepostWhereAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		const other = chat.ChatID("fake:elsewhere")
		id := w.seat("anna", "bert", "bamberger 2")
		w.chat = other
		w.mustSay("bert", "table "+id)
		synctest.Wait()
		places := []chat.Place{public, {Chat: other}, private("anna"), private("bert")}
		moved := func(who string, at chat.ChatID, line string, want ...chat.Place) {
			t.Helper()
			before := make(map[chat.Place]int)
			for _, p := range places {
				before[p] = len(w.net.Posts(p))
			}
			w.chat = at
			if a := w.mustSay(who, line); a.Alert != said("table.comes") {
				t.Errorf("%s in %q: answered %q", who, at, a.Alert)
			}
			synctest.Wait()
			for _, p := range places {
				if n := len(w.net.Posts(p)) - before[p]; (n == 1) != slices.Contains(want, p) || n > 1 {
					t.Errorf("%s asked in %q: %d new messages in %v", who, at, n, p)
				}
			}
		}
		moved("zoe", other, "table", chat.Place{Chat: other})
		moved("zoe", channel, "table "+id, public)
		moved("anna", other, "table", chat.Place{Chat: other})
		moved("bert", channel, "table", public)
		moved("anna", "", "table", private("anna"))
		moved("bert", "", "table "+id, private("bert"))
		w.chat = ""
		w.refuses("zoe", "table "+id, "not-seated")
		w.chat = channel
		challenge := w.seatless("zoe", "challenge bamberger")
		synctest.Wait()
		moved("zoe", "", "table", public)
		w.chat = ""
		w.mustSay("zoe", "decline "+challenge)
		synctest.Wait()
		w.chat = other
		w.refuses("zoe", "table "+challenge, "no-such-table")
	})
}

// TestRefusedForGood: what a network refuses for good it isn't asked for again, until
// there is something newer or some time has gone by; then the message mends itself.
// The log has one line of it.
func TestRefusedForGood(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		say  string // after which the network refuses; "" for a move
		mend func(*world, string)
	}{
		{"", func(w *world, id string) { w.someMoves(id, 1, "anna", "bert") }},
		{"", func(*world, string) { pass(12 * time.Minute) }},
		{"table", func(w *world, id string) { w.someMoves(id, 1, "anna", "bert") }},
	} {
		synctest.Test(t, func(t *testing.T) {
			n := &strait{place: public}
			var refuses atomic.Bool
			n.refuse = func(chat.Screen) error {
				if refuses.Load() {
					return chat.ErrRefused
				}
				return nil
			}
			w := startWorld(t, memory.New(), withHook(n.hook))
			id := w.seat("anna", "bert", "bamberger 2")
			synctest.Wait()
			n.asked()
			refuses.Store(true)
			if tt.say != "" {
				w.mustSay("anna", tt.say)
			} else {
				w.someMoves(id, 1, "anna", "bert")
			}
			pass(9 * time.Minute)
			if all := n.asked(); len(all) != 1 {
				t.Errorf("%q: %d requests, want 1: %v", tt.say, len(all), all)
			}
			if lines := strings.Count(w.log.String(), "message not up to date"); lines != 1 {
				t.Errorf("%q: %d lines in the log, want 1:\n%s", tt.say, lines, w.log)
			}
			refuses.Store(false)
			tt.mend(w, id)
			synctest.Wait()
			w.upToDate(public, id, "anna")
			if !strings.Contains(w.log.String(), "message up to date again") {
				t.Errorf("the log doesn't say that it is over:\n%s", w.log)
			}
		})
	}
}

// TestOverdue: a message that isn't up to date for a minute is in the log, once; one
// that only waits for its turn isn't.
func TestOverdue(t *testing.T) {
	t.Parallel()
	for wait, lines := range map[time.Duration]int{50 * time.Second: 0, 4 * time.Minute: 1} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			id := w.seat("anna", "bert", "bamberger 2")
			synctest.Wait()
			w.net.FailNext(public, chat.RetryAfter{Wait: wait})
			w.someMoves(id, 1, "anna", "bert")
			pass(min(wait, 2*time.Minute) + time.Second)
			if n := strings.Count(w.log.String(), "message not up to date"); n != lines {
				t.Errorf("after %v: %d lines in the log, want %d\n%s", wait, n, lines, w.log)
			}
			pass(wait)
			w.upToDate(public, id, "anna")
			if n := strings.Count(w.log.String(), "up to date"); n != 2*lines {
				t.Errorf("after %v: %d lines in the log, want %d\n%s", wait, n, 2*lines, w.log)
			}
		})
	}
}

// TestStandsUncalled: a message that stands is known, in the store too, though who is
// called by it can't be called yet: no second one is posted, whatever happens.
func TestStandsUncalled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var full atomic.Bool
		store := memory.New()
		w := startWorld(t, store, func(w *world) {
			w.net.AfterShow = func(p chat.Place, _ chat.Screen) error {
				if p == private("anna") && full.Load() {
					return chat.RetryAfter{Wait: time.Minute}
				}
				return nil
			}
		})
		full.Store(true)
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		posts := w.net.Posts(private("anna"))
		if len(posts) != 1 {
			t.Fatalf("%d messages, want 1", len(posts))
		}
		doc, err := store.Get(t.Context(), storage.Key{Kind: "table", ID: id})
		if err != nil || !strings.Contains(string(doc.Data), `"ref":"`+string(posts[0].Ref)+`"`) {
			t.Errorf("the message isn't stored (%v): %s", err, doc.Data)
		}
		w.restart()
		full.Store(false)
		pass(2 * time.Minute)
		if posts := w.net.Posts(private("anna")); len(posts) != 1 || posts[0].Screen.Choice == nil {
			t.Errorf("%d messages, want 1 with a choice", len(posts))
		}
	})
}
