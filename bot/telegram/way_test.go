package telegram

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/telegram/telegramtest"
)

// doorIn waits for a message with the text that leads into the private chat, and
// returns the payload of its link.
func (w *world) doorIn(c *telegramtest.Chat, text string) string {
	w.t.Helper()
	payload := ""
	err := w.server.Wait(w.ctx, func() bool {
		m, ok := c.Last(text)
		if !ok {
			return false
		}
		for _, b := range slices.Concat(m.Keyboard...) {
			_, payload, _ = strings.Cut(b.URL, "?start=")
		}
		return payload != ""
	})
	if err != nil {
		w.t.Fatalf("no way out of the group: %v\n%s\n%s", err, textsIn(c), w.log)
	}
	return payload
}

// start opens the private chat with a link's payload.
func (w *world) start(p *telegramtest.Person, payload string) {
	w.t.Helper()
	if err := p.Start(w.ctx, payload); err != nil {
		w.t.Fatalf("%v\n%s", err, w.log)
	}
}

// TestChallengeFromGroup: who asks for a challenge in a group puts it together in
// private, and it is posted in the group; whether they have pressed Start or not.
func TestChallengeFromGroup(t *testing.T) {
	t.Parallel()
	for name, started := range map[string]bool{"a newcomer": false, "known": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			group := w.server.Group("supergroup", "Stammtisch")
			anna := w.server.Person("Anna")
			if started {
				w.start(anna, "")
			}
			asked := anna.Says(group, "/challenge")
			if !started {
				w.start(anna, w.doorIn(group, "in private"))
			}
			m, data := w.button(anna.Private(), "setup ")
			if a, err := anna.Tap(w.ctx, m, data); err != nil || a.Alert {
				t.Fatalf("choosing: %+v %v", a, err)
			}
			for _, b := range slices.Concat(m.Keyboard...) {
				if b.Text == "Post the challenge" {
					data = b.Data
				}
			}
			if a, err := anna.Tap(w.ctx, m, data); err != nil || a.Alert {
				t.Fatalf("posting: %+v %v\n%s", a, err, textsIn(anna.Private()))
			}
			w.button(group, "accept ")
			if !w.server.Confirmed(asked) {
				t.Error("the command isn't confirmed")
			}
			if n := len(w.server.Requests("setMessageReaction")); started && (n != 1 || m.Silent) || !started && n != 0 {
				t.Errorf("%d nods; silent: %v", n, m.Silent)
			}
		})
	}
}

// TestReasonInGroup: who can't be written to reads in the group why a challenge
// came to nothing, and gets to one for everybody there.
func TestReasonInGroup(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	group := w.server.Group("supergroup", "Stammtisch")
	anna := w.server.Person("Anna")
	anna.Says(group, "/challenge @bert")
	if payload := w.doorIn(group, "bert"); payload != "challenge_there" {
		t.Errorf("the way leads to %q", payload)
	}
}

// TestPracticeInGroup: who begins against the computer in a group, and has never
// written to the bot, is led to the cards.
func TestPracticeInGroup(t *testing.T) {
	t.Parallel()
	for name, practice := range map[string]func(*world, *telegramtest.Chat, *telegramtest.Person) string{
		"typed": func(w *world, group *telegramtest.Chat, anna *telegramtest.Person) string {
			anna.Says(group, "/practice easy")
			return w.doorIn(group, "in private")
		},
		"pressed": func(w *world, group *telegramtest.Chat, anna *telegramtest.Person) string {
			anna.Kick(group, false)
			m, data := w.button(group, "practice")
			a, err := anna.Tap(w.ctx, m, data)
			if err != nil {
				w.t.Fatal(err)
			}
			_, payload, _ := strings.Cut(a.URL, "?start=")
			return payload
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			group, anna := w.server.Group("supergroup", "Stammtisch"), w.server.Person("Anna")
			payload := practice(w, group, anna)
			if !strings.HasPrefix(payload, "hand_") {
				t.Fatalf("the way leads to %q", payload)
			}
			w.start(anna, payload)
			w.button(anna.Private(), "resign ")
		})
	}
}
