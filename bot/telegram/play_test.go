package telegram

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/bottest"
	"tarockbot/bot/telegram/telegramtest"
)

// TestDeals plays by every rule set and option.
func TestDeals(t *testing.T) {
	t.Parallel()
	bottest.Run(t, func(t *testing.T) bottest.World {
		w := newWorld(t)
		group := w.server.Group("supergroup", "Stammtisch")
		anna, bert := w.two(group)
		t.Cleanup(func() { w.checkRequests(group) })
		return bottest.World{Host: anna, Guest: bert, Challenge: "challenge", Log: w.log, Boards: func() []string { return boards(group) }}
	})
}

// boards are the texts of the messages in the chat with something to press.
func boards(c *telegramtest.Chat) []string {
	var all []string
	for _, m := range c.Messages() {
		if len(m.Keyboard) > 0 {
			all = append(all, m.Text)
		}
	}
	return all
}

// TestMatch plays a whole match.
func TestMatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	group := w.server.Group("supergroup", "Stammtisch")
	anna, bert := w.two(group)
	w.seat(anna, bert, "easy 2")
	if err := bottest.Play(w.ctx, over(group), anna, bert); err != nil {
		t.Fatalf("%v\n%s\n%s", err, textsIn(group), w.log)
	}
	w.checkRequests(group)
}

// checkRequests looks at all that was sent: nothing was refused, no markup was
// read in texts, and no hand was shown in the group.
func (w *world) checkRequests(group *telegramtest.Chat) {
	w.t.Helper()
	for _, r := range w.server.Requests("") {
		modified := r.Code == http.StatusOK || r.Code == http.StatusBadRequest && r.Method == "deleteMessage"
		if !modified {
			w.t.Errorf("%s was answered %d: %v", r.Method, r.Code, r.Params)
		}
		if r.Params["parse_mode"] != "" {
			w.t.Errorf("%s has a parse_mode", r.Method)
		}
	}
	for _, m := range group.All() {
		if m.Protected || strings.Contains(m.Text, "Your hand") {
			w.t.Errorf("a hand in the group: %s", m.Text)
		}
	}
	if strings.Contains(w.log.String(), strings.Split(telegramtest.Token, ":")[1]) {
		w.t.Error("the token is in the log")
	}
}

// TestPlayAgainstTheComputer practises in private.
func TestPlayAgainstTheComputer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	anna := w.server.Person("Anna")
	if err := anna.Start(w.ctx, ""); err != nil {
		t.Fatal(err)
	}
	anna.Home = anna.Private()
	anna.Says(anna.Private(), "practice easy 2")
	if err := bottest.Play(w.ctx, over(anna.Private()), anna); err != nil {
		t.Fatalf("%v\n%s\n%s", err, textsIn(anna.Private()), w.log)
	}
}

// TestPlayInATopic keeps everything in the topic.
func TestPlayInATopic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	group := w.server.Group("supergroup", "Forum", 45)
	anna, bert := w.two(group)
	anna.Topic, bert.Topic = 45, 45
	w.seat(anna, bert, "easy 2")
	if err := bottest.Play(w.ctx, over(group), anna, bert); err != nil {
		t.Fatalf("%v\n%s\n%s", err, textsIn(group), w.log)
	}
	for _, m := range group.All() {
		if m.Topic != 45 {
			t.Errorf("in topic %d: %s", m.Topic, m.Text)
		}
	}
}

// TestFault47Hand: hands go only to their owners, where they can't be
// forwarded, and the group sees none.
func TestFault47Hand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	group := w.server.Group("supergroup", "Stammtisch")
	anna, bert := w.two(group)
	w.seat(anna, bert, "easy 2")
	w.playUntil(over(group), func() {}, anna, bert)
	board, _ := w.button(group, "rematch ")
	if _, err := anna.Tap(w.ctx, board, "leaderboard"); err != nil {
		t.Error(err)
	}
	w.checkRequests(group)
	protected := make(map[string]bool)
	for _, p := range []*telegramtest.Person{anna, bert} {
		for _, m := range p.Private().All() {
			protected[fmt.Sprint(m.Chat, " ", m.ID)] = m.Protected
		}
	}
	hands := 0
	for _, r := range w.server.Requests("") {
		if !strings.Contains(r.Params["text"], "Your hand") || r.Method == "answerCallbackQuery" {
			continue // that answer is private
		}
		hands++
		edited := protected[r.Params["chat_id"]+" "+r.Params["message_id"]]
		if r.Params["protect_content"] != "true" && !edited {
			t.Errorf("%s of a hand that can be forwarded, or is in public: %s", r.Method, r.Params["chat_id"])
		}
	}
	if hands < 10 {
		t.Errorf("only %d hands were seen", hands)
	}
}

// TestPlayThroughFaults: lost answers, refused and slow calls, doubled updates
// and some out of order: the match ends all the same.
func TestPlayThroughFaults(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := newWorld(t)
			group := w.server.Group("supergroup", "Stammtisch")
			anna, bert := w.two(group)
			w.seat(anna, bert, "easy 2")
			anna.Patience, bert.Patience = 300*time.Millisecond, 300*time.Millisecond
			w.server.Script(seed, telegramtest.Odds{Delay: 30, Cut: 5, Broken: 5, Slow: 5, Duplicate: 50, Reorder: 50})
			moves := 0
			w.playUntil(over(group), func() {
				if moves++; moves == 40 {
					w.server.Calm() // waiting for each retry takes long
				}
			}, anna, bert)
		})
	}
}

// TestFault27PlayOn: somebody blocks the bot in the middle of a match, lets it
// in again, and plays on.
func TestFault27PlayOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	group := w.server.Group("supergroup", "Stammtisch")
	anna, bert := w.two(group)
	w.seat(anna, bert, "easy 2")
	moves := 0
	w.playUntil(over(group), func() {
		if moves++; moves == 10 {
			bert.Block(true)
			go func() {
				w.awaitForbidden()
				bert.Block(false)
				bert.Says(bert.Private(), "/hand")
			}()
		}
	}, anna, bert)
	w.noHandIn(group)
}

// TestFault28PlayOn: the bot is thrown out in the middle of a match and let in
// again; the match ends where it began.
func TestFault28PlayOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	group := w.server.Group("supergroup", "Stammtisch")
	anna, bert := w.two(group)
	w.seat(anna, bert, "easy 2")
	moves := 0
	w.playUntil(over(anna.Private()), func() {
		if moves++; moves == 5 {
			anna.Kick(group, true)
			go func() {
				w.awaitForbidden()
				anna.Kick(group, false)
				anna.Says(group, "/table")
			}()
		}
	}, anna, bert)
	if err := w.server.Wait(w.ctx, over(group)); err != nil {
		t.Errorf("the board didn't come back: %v\n%s", err, textsIn(group))
	}
	w.noHandIn(group)
}

// awaitForbidden waits until Telegram has forbidden the bot something.
func (w *world) awaitForbidden() {
	_ = w.server.Wait(w.ctx, func() bool { // at the end of the test it is too late anyway
		return slices.ContainsFunc(w.server.Requests(""), func(r telegramtest.Request) bool { return r.Code == http.StatusForbidden })
	})
}

// noHandIn: no message in the group ever showed a hand.
func (w *world) noHandIn(group *telegramtest.Chat) {
	w.t.Helper()
	for _, r := range w.server.Requests("") {
		if r.Params["chat_id"] == fmt.Sprint(group.ID) && strings.Contains(r.Params["text"], "Your hand") {
			w.t.Errorf("a hand in the group: %s", r.Params["text"])
		}
	}
}
