package telegram

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/telegram/telegramtest"
)

// awaitPrivateLink waits for a link to the private chat and returns its payload.
func (w *world) awaitPrivateLink(c *telegramtest.Chat, text string) (payload string) {
	w.t.Helper()
	w.wait("a link to the private chat", func() bool {
		m, _ := c.Last(text)
		for _, b := range slices.Concat(m.Keyboard...) {
			_, payload, _ = strings.Cut(b.URL, "?start=")
		}
		return payload != ""
	})
	return payload
}

func (w *world) start(p *telegramtest.Person, payload string) {
	w.t.Helper()
	if err := p.Start(w.ctx, payload); err != nil {
		w.t.Fatalf("%v\n%s", err, w.log)
	}
}

func TestChallengeFromGroup(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, started := range []bool{false, true} {
			w := newWorld(t)
			anna := w.server.Person("Anna")
			if started {
				w.start(anna, "")
			}
			update := anna.Says(w.group, "/challenge")
			reactions := func() int { return len(w.server.Requests("setMessageReaction")) }
			if started { // else the challenge may take the group's last slot
				w.wait("a reaction", func() bool { return reactions() > 0 })
			} else {
				w.start(anna, w.awaitPrivateLink(w.group, "in private"))
			}
			m, data := w.awaitButton(anna.Private(), "setup ")
			if a := w.tap(anna, m, data); a.Alert {
				t.Fatalf("the press for the setup is answered %+v", a)
			}
			for _, b := range slices.Concat(m.Keyboard...) {
				if b.Text == "Post the challenge" {
					data = b.Data
				}
			}
			if a := w.tap(anna, m, data); a.Alert {
				t.Fatalf("the press to post is answered %+v\n%s", a, textsIn(anna.Private()))
			}
			w.awaitButton(w.group, "accept ")
			if !w.server.Updates.Confirmed(update) {
				t.Error("the command isn't confirmed")
			}
			if n := reactions(); started && (n != 1 || m.Silent) || !started && n != 0 {
				t.Errorf("started %v: got %d reactions, a silent message %v", started, n, m.Silent)
			}
		}
	})
}

// TestRefusalInGroup: a known person is refused in private, with a reaction in the group; a stranger in the group.
func TestRefusalInGroup(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		anna, bert := w.server.Person("Anna"), w.server.Person("Bert")
		w.start(anna, "")
		update := anna.Says(w.group, "/challenge @nobody_here")
		w.wait("the reaction", func() bool { return len(w.server.Requests("setMessageReaction")) == 1 })
		if r := w.server.Requests("setMessageReaction")[0]; !strings.Contains(fmt.Sprint(r), reactionRefused) {
			t.Errorf("got the reaction %v, want %s", r, reactionRefused)
		}
		if _, refused := anna.Private().Last("nobody_here"); !refused || !w.server.Updates.Confirmed(update) {
			t.Errorf("confirmed %v, in private:\n%s", w.server.Updates.Confirmed(update), textsIn(anna.Private()))
		}
		bert.Says(w.group, "/challenge @nobody_there")
		if payload := w.awaitPrivateLink(w.group, "nobody_there"); payload != "challenge_there" {
			t.Errorf("the link leads to %q", payload)
		}
	})
}

func TestPracticeInGroup(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for command, wantPrefix := range map[string]string{"/practice easy": "hand_", "/practice": "practice", "": "hand_"} {
			w := newWorld(t)
			anna, payload := w.server.Person("Anna"), ""
			if command != "" {
				anna.Says(w.group, command)
				payload = w.awaitPrivateLink(w.group, "in private")
			} else {
				anna.AddBot(w.group)
				m, data := w.awaitButton(w.group, "now")
				_, payload, _ = strings.Cut(w.tap(anna, m, data).URL, "?start=")
			}
			w.start(anna, payload)
			if !strings.HasPrefix(payload, wantPrefix) {
				t.Fatalf("after %q the link leads to %q", command, payload)
			}
			if payload == "practice" { // the bot asks for the game in private
				m, data := w.awaitButton(anna.Private(), "practice strohmandeln")
				w.tap(anna, m, data)
			}
			w.awaitButton(anna.Private(), "resign ")
		}
	})
}

func TestFault54Flood(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, pageHandler("", func(chat.Input) chat.Screen { return board("Page", "more") }))
		r.clock.step.Store(0) // no answer is ever sent
		anna, bert := r.newPerson("Anna"), r.newPerson("Bert")
		r.show(r.group, "", board("Board", "more"))
		for range 2 * maxBusy {
			anna.Says(r.group, "/games")
		}
		if a, err := bert.Tap(r.ctx, r.group.Messages()[0], "more"); err != nil || a.Alert {
			t.Errorf("Bert is answered %+v, %v", a, err)
		}
		r.awaitConfirmed()
	})
}

func TestOneLinkPerPause(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, pageHandler("games", func(chat.Input) chat.Screen { return board("Page", "more") }))
		r.clock.step.Store(0)
		anna := r.server.Person("Anna")
		for i, want := range []int{1, 1, 2, 2} {
			anna.Says(r.group, "/games")
			sleepInBubble(time.Second)
			if n := len(r.group.Messages()); n != want {
				t.Errorf("command %d: %d links, want %d", i, n, want)
			}
			if r.clock.add(2 * privateRate.minGap); i == 1 {
				r.clock.add(hintPause)
			}
		}
	})
}

// TestPressDoesNotWait: presses don't wait for pages, and stale pages are dropped.
func TestPressDoesNotWait(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		pages := 0
		r := newRig(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			if in.Line != "games" {
				return chat.Answer{Alert: "pressed"}, nil
			}
			pages++
			s := board(fmt.Sprint("Page ", pages), "more")
			return chat.Answer{Page: "games", Screen: &s}, nil
		})
		anna := r.server.Person("Anna")
		r.start(anna, "")
		r.clock.step.Store(0)
		r.show(r.group, "", board("Board", "press"))
		const requested = 30
		for range requested {
			anna.Says(anna.Private(), "/games")
		}
		if a, err := anna.Tap(r.ctx, r.group.Messages()[0], "press"); err != nil || a.Text != "pressed" {
			t.Errorf("the press is answered %+v, %v", a, err)
		}
		r.clock.add(privateRate.period)
		r.awaitText(anna.Private(), fmt.Sprint("Page ", requested))
		if n := len(anna.Private().All()); n > privateRate.max+2 {
			t.Errorf("%d pages were shown, want %d at most", n, privateRate.max+2)
		}
	})
}

func TestPageAfterRateLimit(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, pageHandler("games", func(chat.Input) chat.Screen { return board("Page", "more") }))
		anna := r.knownPerson("Anna")
		r.server.Fail(telegramtest.Fault{Match: "sendMessage", Status: http.StatusTooManyRequests, Wait: 3 * time.Second})
		anna.Says(anna.Private(), "/games")
		r.awaitText(anna.Private(), "Page")
	})
}

func TestHintRate(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	l := newLimiter(func() time.Time { return now })
	now = now.Add(settleTime)
	group, free := target{chat: -7}, 0
	for second := range 60 {
		now = now.Add(time.Second)
		if wait, wanted := l.reserveHint(group, fmt.Sprint(second)); !wanted {
			t.Fatal("a new hint is refused")
		} else if wait == 0 {
			free++
		}
	}
	if free != hintRate.max {
		t.Errorf("%d hints without a wait in a minute, want %d", free, hintRate.max)
	}
}
