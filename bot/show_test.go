package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// isBoard: a table's board while people play.
func isBoard(s chat.Screen) bool { return line(s, "hand ") != "" }

// errNetwork is what a network says that has a bad day.
var errNetwork = errors.New("bad gateway")

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

// TestFault23Stored: nothing can be pressed in a message whose reference isn't stored. Whenever the process is killed, the
// next one knows all that can be.
func TestFault23Stored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		ctx := context.WithoutCancel(t.Context()) // what is shown while the bot is being stopped is asked about too
		w := startWorld(t, store, withHook(func(p chat.Place, old chat.Ref, s chat.Screen) error {
			known := false
			for doc := range store.Scan(ctx, "table", "", "") {
				known = known || old != "" && strings.Contains(string(doc.Data), `"ref":"`+string(old)+`"`)
			}
			if (len(s.Buttons) > 0 || s.Choice != nil) && !known {
				t.Errorf("message %q in %v can be pressed and isn't stored: %v", old, p, lines(s))
			}
			return nil
		}))
		id := w.seat("bamberger 2", "anna", "bert")
		for range 3 {
			w.mustSay("anna", "table")
			synctest.Wait()
			posts := w.net.Posts(public)
			w.net.Delete(posts[len(posts)-1].Ref)
			w.mustSay(w.anyMove(id, "fake:anna", "fake:bert"))
			synctest.Wait()
		}
		if board, _ := w.net.Last(public); !strings.HasPrefix(text(w.hand("anna", id)), text(board.Screen)) {
			t.Errorf("the board is old:\n%s", text(board.Screen))
		}
	})
}

// TestFault27NotStored: if it can't be stored that a place is lost, it isn't written to without end either.
func TestFault27NotStored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var closed atomic.Bool
		var tries atomic.Int64
		flaky := &storagetest.Flaky{Store: memory.New()}
		w := startWorld(t, flaky, withHook(func(p chat.Place, _ chat.Ref, _ chat.Screen) error {
			if p != public || !closed.Load() {
				return nil
			}
			tries.Add(1)
			return chat.ErrBlocked
		}))
		id := w.seat("bamberger 2", "anna", "bert")
		synctest.Wait()
		w.net.FailNext(public, chat.RetryAfter{Wait: time.Minute})
		w.mustSay(w.anyMove(id, "fake:anna", "fake:bert"))
		synctest.Wait()
		closed.Store(true)
		flaky.Fail(slices.Repeat([]storagetest.Failure{{Err: storage.ErrFull}}, 50)...)
		pass(time.Hour)
		if n := tries.Load(); n != 1 {
			t.Errorf("%d tries, want 1", n)
		}
	})
}

// TestGreetingIsTriedAgain: a chat is greeted although the network wants to be left alone first, has a bad day, and its
// adapter a fault, and although the person who let the bot in is being forgotten.
func TestGreetingIsTriedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		faults := 1
		w := startWorld(t, memory.New(), withHook(func(chat.Place, chat.Ref, chat.Screen) error {
			if faults--; faults == 0 {
				panic("a fault")
			}
			return nil
		}))
		w.bot.Services().People.Erasures.Block(user("zerlina"))
		w.net.FailNext(public, chat.RetryAfter{Wait: time.Minute}, errNetwork)
		joined := w.in("zerlina", "")
		joined.What = chat.Joined
		w.input(joined)
		pass(time.Hour)
		if posts := w.net.Posts(public); len(posts) != 1 || !contains(said("greeting.title"))(posts[0].Screen) {
			t.Errorf("the channel shows %+v", posts)
		}
	})
}

// TestHappeningsOfStrangers: what happens to people and chats that the bot doesn't know harms nothing, whatever it is.
func TestHappeningsOfStrangers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("bamberger 2", "anna", "bert")
		synctest.Wait()
		w.unchanged("a stranger's happening", func() {
			for what := chat.Event(-1); what <= chat.Reachable+1; what++ {
				for _, in := range []chat.Input{{Name: "\u202e", Lang: "xx-!"}, {Name: "zoe", Chat: "fake:elsewhere", To: "fake:further"}, {Name: "zoe", Line: "accept " + id}} {
					if in.ID, in.What, in.User = w.in("zoe", "").ID, what, user("zoe"); what != chat.Said && w.input(in) != (chat.Answer{}) {
						t.Errorf("%+v is answered", in)
					}
				}
			}
			synctest.Wait()
		})
	})
}
