package bot_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// happens tells the bot what happened.
func happens(w *world, in chat.Input) {
	w.t.Helper()
	if a := w.input(in); a != (chat.Answer{}) {
		w.t.Errorf("%+v was answered: %+v", in, a)
	}
}

// TestHappeningsOfStrangers: what happens to people and chats that the bot
// doesn't know harms nothing, whatever it is.
func TestHappeningsOfStrangers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("bamberger 2", "anna", "bert")
		synctest.Wait()
		w.unchanged("a stranger's happening", func() {
			for what := chat.Event(-1); what <= chat.Reachable+1; what++ {
				for _, in := range []chat.Input{{Name: "\u202e", Lang: "xx-!"}, {Name: "zoe", Chat: "fake:elsewhere", To: "fake:further"}, {Name: "zoe", Line: "accept " + id}} {
					if in.ID, in.What, in.User = fmt.Sprint(what, in.Name, in.Chat, in.Line), what, user("zoe"); what != chat.Said {
						happens(w, in)
					}
				}
			}
			synctest.Wait()
		})
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
		happens(w, chat.Input{ID: "joined", What: chat.Joined, Chat: channel, User: user("zerlina"), Lang: "en"})
		pass(time.Hour)
		if posts := w.net.Posts(public); len(posts) != 1 || !contains(said("greeting.title"))(posts[0].Screen) {
			t.Errorf("the channel shows %+v", posts)
		}
	})
}
