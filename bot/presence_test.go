package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// TestHeldBackWhileThere: who has done something of late isn't called to their turn at
// once, but, if it still waits, when they have done nothing for a while; and once.
func TestHeldBackWhileThere(t *testing.T) {
	t.Parallel()
	nothing := func(*world) {}
	for _, tt := range []struct {
		name   string
		terms  string
		chosen string        // of Bert's settings; "" for none
		after  time.Duration // when something is done, since it is Bert's turn
		do     func(*world)
		called time.Duration // when he is called, since then; less than 0: never
	}{
		{"leaves", "", "", 0, nothing, 2 * time.Minute},
		{"is there", "", "", time.Minute, func(w *world) { w.mustSay("bert", "games") }, 3 * time.Minute},
		{"is refused", "", "", time.Minute, func(w *world) { w.refuses("bert", "accept", "none-open") }, 2 * time.Minute},
		{"others are there", "", "", time.Minute, func(w *world) { w.mustSay("anna", "games") }, 2 * time.Minute},
		{"another start", "", "", 90 * time.Second, (*world).restart, 90 * time.Second},
		{"live", "live", "settings reminders off", 0, nothing, 20 * time.Second},
		{"at once", "", "settings calls at once", 0, nothing, 0},
		{"later", "", "settings calls after an hour", 0, nothing, time.Hour},
		{"later, is there", "", "einstellungen rufe stunde", time.Minute, func(w *world) { w.mustSay("bert", "games") }, time.Hour + time.Minute},
		{"later, another start", "", "settings calls 1h", 30 * time.Minute, (*world).restart, time.Hour},
		{"never", "", "einstellungen rufe nie", 0, nothing, -1},
		{"never, another start", "", "settings calls off", time.Minute, (*world).restart, -1},
		{"changes it", "", "settings calls off", time.Hour, func(w *world) { w.mustSay("bert", "settings calls away") }, time.Hour + 2*time.Minute},
		{"changes it at once", "", "", time.Minute, func(w *world) { w.mustSay("bert", "settings calls now") }, time.Minute},
		{"quiet by then", "", "settings quiet 9:01-9:30", 0, nothing, 30 * time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, memory.New(), ticking) // it is 9:00 in Vienna
				e := w.listen()
				if tt.chosen != "" {
					w.mustSay("bert", tt.chosen)
				}
				id := w.seat("anna", "bert", "bamberger 2 "+tt.terms)
				w.yourTurn(id, "anna", "bert")
				e.hear("bert")
				began, before, done := time.Now(), len(e.heard[user("bert")]), tt.do == nil
				if tt.called == 0 {
					before-- // already
				}
				at := func(since time.Duration) (calls int) {
					if !done && since >= tt.after {
						pass(time.Until(began.Add(tt.after)))
						tt.do(w)
						done = true
					}
					pass(time.Until(began.Add(since)))
					e.hear("bert")
					return len(e.heard[user("bert")]) - before
				}
				const about = 3 * time.Second
				if n := at(tt.called - about); tt.called > 0 && n != 0 {
					t.Errorf("called %d times before %v: %q", n, tt.called, e.heard)
				}
				want := 1
				if tt.called < 0 {
					want = 0
				}
				for _, since := range []time.Duration{tt.called + about, 3 * time.Hour} {
					if n := at(since); n != want {
						t.Errorf("after %v called %d times, want %d: %q", since, n, want, e.heard)
					}
				}
			})
		})
	}
}

// TestMovedBeforeStart: a player whose own move led to their turn was there, though the bot has
// been started anew since.
func TestMovedBeforeStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		e := w.listen()
		id := w.seat("anna", "bert", "bamberger 2")
		for {
			who, line := w.anyMove(id, "anna", "bert")
			w.mustSay(who, line)
			if who == "bert" && move(w.hand("bert", id)) != "" && move(w.hand("anna", id)) == "" {
				break
			}
		}
		e.hear("bert")
		before := len(e.heard[user("bert")])
		w.restart()
		for _, tt := range []struct {
			after time.Duration
			calls int
		}{{time.Minute, 0}, {2 * time.Minute, 1}} {
			pass(tt.after)
			e.hear("bert")
			if n := len(e.heard[user("bert")]) - before; n != tt.calls {
				t.Errorf("%v later called %d times, want %d: %q", tt.after, n, tt.calls, e.heard)
			}
		}
	})
}

// TestQuestionIsNotHeldBack: who is asked something is called, though it becomes their
// turn before they have answered.
func TestQuestionIsNotHeldBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		w.mustSay("bert", "settings calls off")
		id := w.seat("anna", "bert", "bamberger 2")
		w.yourTurn(id, "bert", "anna")
		w.mustSay("anna", "pause")
		for m := move(w.hand("anna", id)); m != ""; m = move(w.hand("anna", id)) {
			w.mustSay("anna", m)
		}
		if call := w.hand("bert", id).Call; call == nil || call.Quiet {
			t.Errorf("the call is %+v, want one that is heard", call)
		}
	})
}

// TestQuestionCallsOnce: who is called for what another asks isn't called once more by the
// same words when it becomes their turn, if they have done nothing since; they are
// called to their turn once nobody asks any more.
func TestQuestionCallsOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		does       string // by bert, after he has been asked
		called     int    // when it is his turn then
		afterwards int    // when the request is taken back
	}{
		{"nothing", "", 0, 1},
		{"something", "extend", 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, memory.New(), ticking)
				w.mustSay("bert", "settings calls now")
				id := w.seat("anna", "bert", "bamberger 2")
				w.yourTurn(id, "bert", "anna")
				w.mustSay("anna", "pause")
				asked := w.hand("bert", id).Call
				if asked == nil || !strings.Contains(asked.Text.String(), "pause") {
					t.Fatalf("the call is %+v", asked)
				}
				if tt.does != "" {
					w.mustSay("bert", tt.does)
				}
				for m := move(w.hand("anna", id)); m != ""; m = move(w.hand("anna", id)) {
					w.mustSay("anna", m)
				}
				turn := w.hand("bert", id).Call
				if n := turn.Number - asked.Number; n != tt.called {
					t.Errorf("called %d times more for the turn, want %d: %+v", n, tt.called, turn)
				}
				w.mustSay("anna", "pause off")
				last := w.hand("bert", id).Call
				if n := last.Number - turn.Number; n != tt.afterwards || strings.Contains(last.Text.String(), "pause") {
					t.Errorf("called %d times more afterwards, want %d: %+v", n, tt.afterwards, last)
				}
			})
		})
	}
}

// TestThereThroughAnother: who is two identities and does something through one of
// them is there through the other, too.
func TestThereThroughAnother(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newLinkWorld(t, ticking)
		w.link(user("bert"), telegram)
		e := w.listen()
		id := w.seat("anna", "bert", "bamberger 2")
		w.yourTurn(id, "anna", "bert")
		e.hear("bert")
		before := len(e.heard[user("bert")])
		pass(time.Minute)
		w.must(telegram, "games")
		pass(110 * time.Second)
		if e.hear("bert"); len(e.heard[user("bert")]) != before {
			t.Errorf("called while he is there: %q", e.heard)
		}
		pass(15 * time.Second)
		if e.hear("bert"); len(e.heard[user("bert")]) != before+1 {
			t.Errorf("not called once when he is gone: %q", e.heard)
		}
	})
}

// TestAskedWhileThere: what others ask, a challenge and the end of a match are told at
// once, also to who is there or wants no calls to their turn.
func TestAskedWhileThere(t *testing.T) {
	t.Parallel()
	for _, chosen := range []string{"away", "hour", "off"} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), ticking)
			w.mustSay("bert", "settings calls "+chosen)
			e := w.listen()
			called := func(what string) {
				t.Helper()
				before := len(e.heard[user("bert")])
				if e.hear("bert"); len(e.heard[user("bert")]) != before+1 {
					t.Errorf("%s: %s: not called: %q", chosen, what, e.heard)
				}
			}
			w.mustSay("anna", "challenge @bert bamberger 2")
			id := w.challenge()
			called("a challenge")
			w.mustSay("bert", "accept "+id)
			w.mustSay("anna", "pause "+id)
			called("a pause")
			w.mustSay("bert", "consent no")
			pass(21 * time.Second)
			w.mustSay("anna", "leave yes")
			called("the end")
			w.mustSay("anna", "rematch")
			called("a rematch")
		})
	}
}

// TestEndWhileThere: who did something a moment ago sees how the match ends, and isn't called to
// that later, whatever is shown. Who wants to be called at once is.
func TestEndWhileThere(t *testing.T) {
	t.Parallel()
	for chosen, calls := range map[string]int{"away": 0, "hour": 0, "off": 0, "now": 1} {
		for _, pace := range []string{"live", "1d"} {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, memory.New(), ticking)
				w.mustSay("bert", "settings calls "+chosen)
				id := w.seat("anna", "bert", "bamberger 2 "+pace)
				e := w.listen()
				e.hear("bert")
				before := len(e.heard[user("bert")])
				w.mustSay("bert", "hand "+id)
				pass(time.Second)
				w.mustSay("anna", "leave yes")
				e.hear("bert")
				pass(time.Hour)
				w.mustSay("bert", "settings lang de") // shows him the end anew
				e.hear("bert")
				if got := len(e.heard[user("bert")]) - before; got != calls {
					t.Errorf("%s, %s: called %d times, want %d: %q", chosen, pace, got, calls, e.heard)
				}
			})
		}
	}
}

// written is a store that notes which kinds of documents are written.
type written struct {
	storage.Store
	mu    sync.Mutex
	kinds []string
}

func (s *written) Commit(ctx context.Context, docs ...storage.Doc) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range docs {
		s.kinds = append(s.kinds, d.Key.Kind)
	}
	return s.Store.Commit(ctx, docs...)
}

// take are the kinds that were written since it was called last.
func (s *written) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	kinds := s.kinds
	s.kinds = nil
	return kinds
}

// TestHoldingBackWritesNothing: no document is written for a call that is held back,
// nor when it is made; only its table stays marked until then.
func TestHoldingBackWritesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &written{Store: memory.New()}
		w := startWorld(t, store, ticking)
		e := w.listen()
		id := w.seat("anna", "bert", "bamberger 2")
		w.yourTurn(id, "anna", "bert")
		synctest.Wait()
		store.take()
		pass(115 * time.Second)
		if marks := w.marks(); !slices.Equal(marks, []string{id}) {
			t.Errorf("marked are %v, want %s", marks, id)
		}
		pass(2 * time.Minute)
		if e.hear("bert"); len(e.heard[user("bert")]) == 0 {
			t.Error("not called")
		}
		if marks := w.marks(); len(marks) != 0 {
			t.Errorf("still marked are %v", marks)
		}
		kinds := store.take()
		if others := slices.DeleteFunc(kinds, func(k string) bool { return k == "clock" || k == "owed" }); len(others) != 0 {
			t.Errorf("written were %v", others)
		}
	})
}

// TestFewCalls: two who play without a pause are called four times at most in a match
// of two deals, in private or, where that is closed, in public.
func TestFewCalls(t *testing.T) {
	t.Parallel()
	for _, closed := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			d := newDoors()
			w := startWorld(t, memory.New(), ticking, withHook(d.hook))
			for _, who := range []string{"anna", "bert"} {
				d.set(private(who), closed)
				w.mustSay(who, "help")
			}
			heard := make(map[string]bool) // calls by thread and number
			hear := func() {
				synctest.Wait()
				for _, place := range []chat.Place{private("anna"), private("bert"), public} {
					for _, p := range w.net.Posts(place) {
						if c := p.Screen.Call; c != nil && !c.Quiet {
							heard[fmt.Sprint(c.Thread, " ", c.Number)] = true
						}
					}
				}
			}
			w.mustSay("anna", "challenge @bert bamberger 2")
			id := w.challenge()
			hear()
			w.mustSay("bert", "accept "+id)
			moves := 0
			for hear(); !w.over("anna"); hear() {
				pass(5 * time.Second)
				w.mustSay(w.anyMove(id, "anna", "bert"))
				moves++
			}
			if len(heard) > 4 || len(heard) < 1 {
				t.Errorf("closed %v: called %d times in %d moves: %v", closed, len(heard), moves, heard)
			}
			t.Logf("closed %v: called %d times in %d moves", closed, len(heard), moves)
		})
	}
}

// TestCalledInOneChat: who can't be written to in private and plays where two chats show
// the table is called in one of them, by the table's code.
func TestCalledInOneChat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		w := startWorld(t, memory.New(), ticking, withHook(d.hook))
		d.set(private("bert"), true)
		w.mustSay("anna", "challenge bamberger 2")
		id := w.challenge()
		w.chat = "fake:another"
		w.mustSay("bert", "accept "+id)
		w.yourTurn(id, "anna", "bert")
		pass(5 * time.Minute)
		here, _ := w.net.Last(chat.Place{Chat: w.chat})
		if c := here.Screen.Call; c == nil || c.User != user("bert") || c.Quiet || c.Text.String() != said("calls.here", "Code", id) {
			t.Errorf("where he plays he is called by %+v", c)
		}
		if there, _ := w.net.Last(public); there.Screen.Call != nil {
			t.Errorf("elsewhere he is called by %+v", there.Screen.Call)
		}
	})
}
