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

// doorIn waits for a link to the private chat and returns its payload.
func (w *world) doorIn(c *telegramtest.Chat, text string) (payload string) {
	w.t.Helper()
	w.wait("a way out of the group", func() bool {
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
			asked := anna.Says(w.group, "/challenge")
			nods := func() int { return len(w.server.Requests("setMessageReaction")) }
			if started { // else the challenge may take the group's last slot
				w.wait("a nod", func() bool { return nods() > 0 })
			} else {
				w.start(anna, w.doorIn(w.group, "in private"))
			}
			m, data := w.button(anna.Private(), "setup ")
			if a := w.tap(anna, m, data); a.Alert {
				t.Fatalf("choosing: %+v", a)
			}
			for _, b := range slices.Concat(m.Keyboard...) {
				if b.Text == "Post the challenge" {
					data = b.Data
				}
			}
			if a := w.tap(anna, m, data); a.Alert {
				t.Fatalf("posting: %+v\n%s", a, textsIn(anna.Private()))
			}
			w.button(w.group, "accept ")
			if !w.server.Updates.Confirmed(asked) {
				t.Error("the command isn't confirmed")
			}
			if n := nods(); started && (n != 1 || m.Silent) || !started && n != 0 {
				t.Errorf("%d reactions; silent: %v", n, m.Silent)
			}
		}
	})
}

// TestRefusalInGroup: a known person is refused in private, with a reaction in the group; others in the group.
func TestRefusalInGroup(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		anna, bert := w.server.Person("Anna"), w.server.Person("Bert")
		w.start(anna, "")
		asked := anna.Says(w.group, "/challenge @nobody_here")
		w.wait("a sign", func() bool { return len(w.server.Requests("setMessageReaction")) == 1 })
		if r := w.server.Requests("setMessageReaction")[0]; !strings.Contains(fmt.Sprint(r), reactionRefused) {
			t.Errorf("the reaction: %v", r)
		}
		if _, told := anna.Private().Last("nobody_here"); !told || !w.server.Updates.Confirmed(asked) {
			t.Errorf("confirmed %v, in private:\n%s", w.server.Updates.Confirmed(asked), textsIn(anna.Private()))
		}
		bert.Says(w.group, "/challenge @nobody_there")
		if payload := w.doorIn(w.group, "nobody_there"); payload != "challenge_there" {
			t.Errorf("the link leads to %q", payload)
		}
	})
}

func TestPracticeInGroup(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for said, leads := range map[string]string{"/practice easy": "hand_", "/practice": "practice", "": "hand_"} {
			w := newWorld(t)
			anna, payload := w.server.Person("Anna"), ""
			if said != "" {
				anna.Says(w.group, said)
				payload = w.doorIn(w.group, "in private")
			} else {
				anna.Kick(w.group, false)
				m, data := w.button(w.group, "now")
				_, payload, _ = strings.Cut(w.tap(anna, m, data).URL, "?start=")
			}
			w.start(anna, payload)
			if !strings.HasPrefix(payload, leads) {
				t.Fatalf("after %q the link leads to %q", said, payload)
			}
			if payload == "practice" { // the game is asked in private
				m, data := w.button(anna.Private(), "practice strohmandeln")
				w.tap(anna, m, data)
			}
			w.button(anna.Private(), "resign ")
		}
	})
}

func TestFault54Flood(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, pageOf("", func(chat.Input) chat.Screen { return board("Page", "more") }))
		r.clock.step.Store(0) // no answer is ever sent
		anna, bert := r.someone("Anna"), r.someone("Bert")
		r.show(r.group, "", board("Board", "more"))
		for range 2 * maxBusy {
			anna.Says(r.group, "/games")
		}
		if a, err := bert.Tap(r.ctx, r.group.Messages()[0], "more"); err != nil || a.Alert {
			t.Errorf("Bert is answered %+v, %v", a, err)
		}
		r.settled()
	})
}

func TestOneWay(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, pageOf("games", func(chat.Input) chat.Screen { return board("Page", "more") }))
		r.clock.step.Store(0)
		anna := r.server.Person("Anna")
		for i, want := range []int{1, 1, 2, 2} {
			anna.Says(r.group, "/games")
			pass(time.Second)
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
		const asked = 30
		for range asked {
			anna.Says(anna.Private(), "/games")
		}
		if a, err := anna.Tap(r.ctx, r.group.Messages()[0], "press"); err != nil || a.Text != "pressed" {
			t.Errorf("answered %+v, %v", a, err)
		}
		r.clock.add(privateRate.period)
		r.reads(anna.Private(), fmt.Sprint("Page ", asked))
		if n := len(anna.Private().All()); n > privateRate.max+2 {
			t.Errorf("%d pages were shown", n)
		}
	})
}

func TestPageAfterPause(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, pageOf("games", func(chat.Input) chat.Screen { return board("Page", "more") }))
		anna := r.known("Anna")
		r.server.Fail(telegramtest.Fault{Match: "sendMessage", Status: http.StatusTooManyRequests, Wait: 3 * time.Second})
		anna.Says(anna.Private(), "/games")
		r.reads(anna.Private(), "Page")
	})
}

func TestHints(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	l := newLimiter(func() time.Time { return now })
	now = now.Add(settled)
	group, given := target{chat: -7}, 0
	for second := range 60 {
		now = now.Add(time.Second)
		if wait, wanted := l.reserveHint(group, fmt.Sprint(second)); !wanted {
			t.Fatal("a new hint is refused")
		} else if wait == 0 {
			given++
		}
	}
	if given != hintRate.max {
		t.Errorf("%d hints in a minute, want %d", given, hintRate.max)
	}
}
