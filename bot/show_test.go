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

func isBoard(s chat.Screen) bool { return offeredLine(s, "hand ") != "" }

var errNetwork = errors.New("bad gateway")

func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func TestFault27NotStored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var blocked atomic.Bool
		var tries atomic.Int64
		flaky := &storagetest.Flaky{Store: memory.New()}
		w := startWorld(t, flaky, withHook(func(p chat.Place, _ chat.Ref, _ chat.Screen) error {
			if p != public || !blocked.Load() {
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
		blocked.Store(true)
		flaky.Fail(slices.Repeat([]storagetest.Failure{{Err: storage.ErrFull}}, 50)...)
		pass(time.Hour)
		if n := tries.Load(); n != 1 {
			t.Errorf("%d attempts to show, want 1", n)
		}
	})
}

func TestGreetingIsRetried(t *testing.T) {
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
		joined.What = chat.EventBotJoined
		w.input(joined)
		pass(time.Hour)
		if posts := w.net.Posts(public); len(posts) != 1 || !contains(inEnglish("greeting.title"))(posts[0].Screen) {
			t.Errorf("the channel shows %+v", posts)
		}
	})
}
