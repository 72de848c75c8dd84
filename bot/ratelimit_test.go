package bot

import (
	"fmt"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/people"
	"tarockbot/bot/support/ratelimit"
)

// TestFault54Memory: however many people there are, those who go on are remembered; see
// cache.Map for how many are.
func TestFault54Memory(t *testing.T) {
	t.Parallel()
	cfg, err := Config{}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	h := newHandler(cfg, nil)
	now := time.Unix(1_800_000_000, 0)
	loud := chat.Input{User: "fake:loud", Chat: "fake:chat"}
	refused := func() bool {
		wait, _ := h.wait(loud, now)
		return wait > 0
	}
	for !refused() {
	}
	for i := range 5 * ratelimit.Keys {
		h.wait(chat.Input{User: chat.UserID(fmt.Sprint("fake:", i)), Chat: chat.ChatID(fmt.Sprint("fake:chat", i))}, now)
		if i%ratelimit.Keys == 0 && !refused() {
			t.Fatalf("after %d others it is forgotten who shouts", i)
		}
	}
}

// TestEffects: a press has had its effect unless it shows a page or asks for a text; then
// it may be made again.
func TestEffects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		answer chat.Answer
		want   bool
	}{
		{"a move", chat.Answer{}, true},
		{"a page", chat.Answer{Screen: new(chat.Screen)}, false},
		{"a question", chat.Answer{Ask: new(chat.Ask)}, false},
	} {
		p, r := newPresses(), &command.Request{Said: "cut", Person: people.Person{Account: people.Account{Users: []chat.UserID{"fake:anna"}}}}
		p.record(r, tt.answer, time.Now())
		if _, noted := p.last.Get(r.Presser()); noted != tt.want {
			t.Errorf("%s: noted %v", tt.name, noted)
		}
	}
}
