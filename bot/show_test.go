package bot_test

import (
	"errors"
	"slices"
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
