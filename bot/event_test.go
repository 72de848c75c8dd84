package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// happens tells the bot what happened.
func (w *world) happens(in chat.Input) {
	w.t.Helper()
	if a := w.input(in); a != (chat.Answer{}) {
		w.t.Errorf("%+v was answered: %+v", in, a)
	}
}

// reachable is the happening that the person can be written to now.
func (w *world) reachable(who, lang string) chat.Input {
	return chat.Input{ID: w.newID(), What: chat.Reachable, User: user(who), Name: who, Lang: lang}
}

// TestReachableIsKnown: who has only opened the door can be challenged by name.
func TestReachableIsKnown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.refuses("anna", "challenge @bert", "no-friend", "Name", "bert")
	w.happens(w.reachable("bert", "en"))
	w.mustSay("anna", "challenge @bert")
	w.panel("bert", contains(said("challenge.to", "Name", "\u2068anna\u2069", "Guest", "\u2068bert\u2069")))
}

// TestReachableIsShownWhatWaits: a challenge that couldn't be brought waits, and
// comes in the guest's language once they can be reached.
func TestReachableIsShownWhatWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.happens(w.reachable("bert", "en"))
		w.net.FailNext(private("bert"), chat.ErrBlocked)
		w.mustSay("anna", "challenge @bert")
		synctest.Wait()
		if posts := w.net.Posts(private("bert")); len(posts) > 0 {
			t.Fatalf("bert is shown %+v", posts)
		}
		for range 2 { // again, or once more: it is one message
			w.happens(w.reachable("bert", "de"))
			synctest.Wait()
			posts := w.net.Posts(private("bert"))
			if len(posts) != 1 || posts[0].Screen.Lang != "de" || line(posts[0].Screen, "accept ") == "" || callee(posts[0].Screen) != user("bert") {
				t.Fatalf("bert is shown %+v", posts)
			}
		}
		w.mustSay("bert", "accept")
	})
}

// TestMoved: a chat that goes on under another id takes its tables along: old
// buttons still act, and the board is shown there.
func TestMoved(t *testing.T) {
	t.Parallel()
	const to = chat.ChatID("fake:supergroup")
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("anna", "bert", "bamberger 2")
		waiting := w.openChallenge("carl")
		synctest.Wait()
		old := len(w.net.Posts(public))
		who, button := w.anyMove(id, "anna", "bert")
		moved := chat.Input{ID: w.newID(), What: chat.Moved, Chat: channel, To: to}
		w.happens(moved)
		w.happens(moved)
		synctest.Wait()
		w.mustSay(who, button) // in the old chat, as its message says
		w.chat = to
		w.mustSay("dora", "accept "+waiting)
		synctest.Wait()
		boards := 0
		for _, p := range w.net.Posts(chat.Place{Chat: to}) {
			if isBoard(p.Screen) {
				boards++
			}
		}
		if boards != 2 {
			t.Errorf("%d boards in the new chat, want 2", boards)
		}
		if n := len(w.net.Posts(public)); n != old {
			t.Errorf("%d messages in the old chat, want %d as before", n, old)
		}
		w.play("anna", "bert")
		synctest.Wait()
		w.mustSay("anna", "rematch "+id)
		w.mustSay("bert", "rematch "+id)
		synctest.Wait()
		if n := len(w.net.Posts(public)); n != old {
			t.Errorf("the rematch is in the old chat, which has %d messages", n)
		}
	})
}

// openChallenge lets somebody challenge all and returns the code.
func (w *world) openChallenge(host string) string {
	w.t.Helper()
	w.mustSay(host, "challenge bamberger")
	return w.challenge()
}

// TestJoined: the bot says hello once, in the language of who has added it, which is
// the chat's from then on, and its buttons are commands that work: those that choose
// another language, for who administers the chat.
func TestJoined(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		joined := chat.Input{ID: "joined", What: chat.Joined, Chat: channel, Lang: "en-GB"}
		for range 2 {
			w.happens(joined)
			synctest.Wait()
		}
		w.restart()
		w.happens(joined)
		synctest.Wait()
		posts := w.net.Posts(public)
		if len(posts) != 1 || !strings.Contains(text(posts[0].Screen), said("greeting.title")) {
			t.Fatalf("the channel shows %+v", posts)
		}
		if greeting := posts[0].Screen; !contains(said("greeting.language", "Language", "English", "Space", said("platform.space.fake")))(greeting) || greeting.Lang != "en" {
			t.Errorf("the greeting in %q says\n%s", greeting.Lang, text(greeting))
		}
		langs := 0
		for _, l := range lines(posts[0].Screen) {
			if !strings.HasPrefix(l, "config ") {
				w.mustSay("anna", l)
				continue
			}
			langs++
			w.refuses("anna", l, "config-admins", "Space", said("platform.space.fake"))
			a := w.input(chat.Input{ID: w.newID(), User: user("anna"), Name: "anna", Lang: "en", Chat: channel, Admin: true, Line: l})
			lang := l[strings.LastIndexByte(l, ' ')+1:]
			if a.Refused || !strings.Contains(w.state(), "space fake:channel map[lang:"+lang) {
				t.Errorf("%q is answered %+v", l, a)
			}
		}
		if langs != 2 {
			t.Errorf("there are %d languages to choose", langs)
		}
		joined.ID, joined.Lang = "again", "en"
		w.happens(joined)
		synctest.Wait()
		if !strings.Contains(w.state(), "space fake:channel map[lang:de") {
			t.Errorf("what was chosen is gone when the bot comes back:\n%s", w.state())
		}
	})
}

// TestHappeningsOfStrangers: what happens to people and chats that the bot
// doesn't know harms nothing.
func TestHappeningsOfStrangers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("anna", "bert", "bamberger 2")
		w.openChallenge("carl")
		synctest.Wait()
		w.unchanged("a stranger's happening", func() {
			for _, what := range []chat.Event{chat.Joined, chat.Removed, chat.Moved, chat.Reachable, chat.Reachable + 1, -1} {
				for _, in := range []chat.Input{
					{User: user("zoe"), Name: "zoe"},
					{User: user("zoe"), Name: "\u202e", Lang: "xx-!"},
					{User: user("zoe"), Name: "zoe", Chat: "fake:elsewhere", To: "fake:further"},
					{User: user("zoe"), Name: "zoe", Line: "accept " + id},
				} {
					in.ID, in.What = w.newID(), what
					w.happens(in)
				}
			}
			synctest.Wait()
		})
		w.happens(chat.Input{ID: w.newID(), What: chat.Removed, Chat: channel, User: user("anna")})
		w.play("anna", "bert")
	})
}

// TestGreetingIsTriedAgain: a chat is greeted although the network wants to be
// left alone first, has a bad day, and its adapter a fault.
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
		w.net.FailNext(public, chat.RetryAfter{Wait: time.Minute}, errNetwork)
		w.happens(chat.Input{ID: "joined", What: chat.Joined, Chat: channel, Lang: "en"})
		pass(time.Hour)
		if posts := w.net.Posts(public); len(posts) != 1 || !contains(said("greeting.title"))(posts[0].Screen) {
			t.Errorf("the channel shows %+v", posts)
		}
	})
}

// TestLetInByForgotten: a chat that the bot was let into is greeted, even if the person who did that is being forgotten.
func TestLetInByForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.bot.Services().People.Erasures.Block(user("zerlina"))
		w.happens(chat.Input{ID: "joined", What: chat.Joined, Chat: channel, User: user("zerlina"), Lang: "en"})
		synctest.Wait()
		if posts := w.net.Posts(public); len(posts) != 1 || !contains(said("greeting.title"))(posts[0].Screen) {
			t.Errorf("the channel shows %+v", posts)
		}
	})
}
