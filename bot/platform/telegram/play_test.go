package telegram

import (
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/platform/platformtest"
	"tarockbot/bot/platform/telegram/telegramtest"
)

func TestDeals(t *testing.T) {
	t.Parallel()
	platformtest.Run(t, func(t *testing.T) platformtest.World { return newPlatformWorld(t, (*world).checkRequests) })
}

func TestScenes(t *testing.T) {
	t.Parallel()
	platformtest.RunScenes(t, func(t *testing.T) platformtest.World { return newPlatformWorld(t, (*world).expectNoHandIn) })
}

func newPlatformWorld(t *testing.T, check func(*world, *telegramtest.Chat)) platformtest.World {
	w := newSocketWorld(t)
	people := w.people("Anna", "Bert", "Carl")
	t.Cleanup(func() { check(w, w.group) })
	restart := func(between func()) {
		if err := w.stop(); err != nil {
			t.Fatal(err)
		}
		between()
		w.boot()
	}
	return platformtest.World{Host: people[0], Guests: []platformtest.Client{people[1], people[2]},
		Challenge: func(int) string { return "challenge" }, Log: w.log, Boards: func() []string { return boardTexts(w.group) },
		Store: w.store, Restart: restart}
}

func boardTexts(c *telegramtest.Chat) []string {
	var all []string
	for _, m := range c.Messages() {
		if len(m.Keyboard) > 0 {
			all = append(all, m.Text)
		}
	}
	return all
}

// TestMatch: two players who answer at once get four sounds at most.
func TestMatch(t *testing.T) {
	inBubbleOrBehind(t, func(t *testing.T) {
		w := newWorld(t)
		anna, bert := w.twoPeople()
		before := countLoud(anna.Private()) + countLoud(bert.Private())
		w.seat(anna, bert, "easy 2")
		w.play(matchOver(w.group), anna, bert)
		t.Log("2 deals played")
		w.checkRequests(w.group)
		sounds := countLoud(anna.Private()) + countLoud(bert.Private()) - before
		for _, m := range w.group.All() {
			if !m.Silent && slices.ContainsFunc(m.Entities, func(e telegramtest.Entity) bool { return e.Type == "text_mention" }) {
				sounds++
			}
		}
		if sounds > 4 {
			t.Errorf("got %d sounds, want at most 4", sounds)
		}
	})
}

func (w *world) checkRequests(group *telegramtest.Chat) {
	w.t.Helper()
	for _, r := range w.server.Requests("") {
		accepted := r.Code == http.StatusOK || r.Code == http.StatusBadRequest && r.Method == "deleteMessage"
		if !accepted {
			w.t.Errorf("%s was answered %d: %v", r.Method, r.Code, r.Params)
		}
		if r.Params["parse_mode"] != "" {
			w.t.Errorf("%s has a parse_mode", r.Method)
		}
	}
	for _, m := range group.All() {
		if m.Protected || platformtest.ShowsHand(m.Text) {
			w.t.Errorf("a hand in the group: %s", m.Text)
		}
	}
	if strings.Contains(w.log.String(), strings.Split(telegramtest.Token, ":")[1]) {
		w.t.Error("the token is in the log")
	}
}

func TestPlayInATopic(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := stoppedWorld(t)
		w.webhook = true
		w.boot()
		w.group = w.server.Group("supergroup", "Forum", 45)
		anna, bert := w.twoPeople()
		anna.Topic, bert.Topic = 45, 45
		w.seat(anna, bert, "easy 2")
		w.playUntil(matchOver(w.group), leaveAfter(anna, 30), anna, bert)
		for _, m := range w.group.All() {
			if m.Topic != 45 {
				t.Errorf("in topic %d: %s", m.Topic, m.Text)
			}
		}
		w.expectHandsProtected(anna, bert)
		w.checkRequests(w.group)
		if n := len(w.server.Requests("getUpdates")); n > 0 {
			t.Errorf("%d polls despite the webhook", n)
		}
	})
}

func (w *world) expectHandsProtected(people ...*telegramtest.Person) {
	w.t.Helper()
	protected := make(map[string]bool)
	for _, p := range people {
		for _, m := range p.Private().All() {
			protected[fmt.Sprint(m.Chat, " ", m.ID)] = m.Protected
		}
	}
	hands := 0
	for _, r := range w.server.Requests("") {
		if !platformtest.ShowsHand(textOf(r)) || r.Method == "answerCallbackQuery" {
			continue // callback answers are private
		}
		hands++
		if r.Params["protect_content"] != "true" && !protected[r.Params["chat_id"]+" "+r.Params["message_id"]] {
			w.t.Errorf("%s: chat %s got a hand that can be forwarded", r.Method, r.Params["chat_id"])
		}
	}
	if hands < 10 {
		w.t.Errorf("only %d hands were shown, want at least 10", hands)
	}
}

var faults = flag.Uint64("faults", 1, "how many matches to play, each with its own random faults")

func TestPlayThroughFaults(t *testing.T) {
	t.Parallel()
	for seed := range *faults {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				w := newWorld(t)
				anna, bert := w.seatTwo("easy 2")
				w.server.FailAtRandom(seed, telegramtest.Odds{Delay: 30, Cut: 5, Broken: 5, Slow: 5, Duplicate: 50, Reorder: 50})
				moves, leave := 0, leaveAfter(anna, 60)
				w.playUntil(matchOver(w.group), func() {
					leave()
					if moves++; moves == 40 {
						w.server.Heal() // waiting for each retry would take too long
					}
				}, anna, bert)
			})
		})
	}
}

func (w *world) sentTo(c *telegramtest.Chat) int {
	n := 0
	for _, r := range w.server.Requests("") {
		if r.Params["chat_id"] == fmt.Sprint(c.ID) {
			n++
		}
	}
	return n
}

func TestChallengeLink(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		anna, bert := w.twoPeople()
		anna.Says(w.group, "/challenge easy 2")
		m, data := w.awaitButton(w.group, "accept ")
		payload := "join_" + strings.TrimPrefix(data, "accept ")
		link := "https://t.me/" + telegramtest.Username + "?start=" + payload
		if i := slices.IndexFunc(m.Entities, func(e telegramtest.Entity) bool { return e.URL == link }); i < 0 || !strings.Contains(m.Text, link) {
			t.Errorf("no link %s in %+v", link, m)
		}
		w.start(bert, payload)
		w.awaitButton(bert.Private(), "confirm ")
		w.wait("the table in the group", func() bool { m, ok := w.group.Last("Bert"); return ok && strings.Contains(m.Text, "Dealer") })
	})
}

func (w *world) expectNoHandIn(group *telegramtest.Chat) {
	w.t.Helper()
	for _, r := range w.server.Requests("") {
		if r.Params["chat_id"] == fmt.Sprint(group.ID) && platformtest.ShowsHand(textOf(r)) {
			w.t.Errorf("a hand in the group: %s", textOf(r))
		}
	}
}

func textOf(r telegramtest.Request) string {
	return r.Params["text"] + r.Params["caption"] + r.Params["media"]
}

func TestFile(t *testing.T) {
	t.Parallel()
	platformtest.RunFile(t, func(t *testing.T) platformtest.World { return newPlatformWorld(t, (*world).checkRequests) })
}

func TestCut(t *testing.T) {
	inBubbleOrBehind(t, func(t *testing.T) {
		w := newWorld(t)
		anna, bert := w.seatTwo("easy 4")
		anna.Replies(w.cutQuestion(anna), "*mäsh* <b>@everyone</b>")
		w.wait("the text", func() bool { return strings.Contains(textsIn(w.group), "*mäsh* <b>@everyone</b>") })
		q := w.cutQuestion(bert)
		anna.Says(anna.Private(), "leave yes")
		bert.Replies(q, "too late")
		w.awaitDeletion(bert.Private(), q) // refused, but deleted
		w.checkRequests(w.group)
	})
}

func (w *world) cutQuestion(p *telegramtest.Person) telegramtest.Message {
	w.t.Helper()
	panel, cut := w.awaitButton(p.Private(), "cut ")
	w.tap(p, panel, cut)
	return w.awaitQuestion(p.Private())
}
