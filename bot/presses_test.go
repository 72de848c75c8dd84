package bot

import (
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/people"
)

func TestOnlyMovesAreRecorded(t *testing.T) {
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
		p, r := newPresses(), &command.Request{CanonicalLine: "cut", Person: people.Person{Account: people.Account{Users: []chat.UserID{"fake:anna"}}}}
		p.record(r, tt.answer, time.Now())
		if _, recorded := p.last.Get(r.PressKey()); recorded != tt.want {
			t.Errorf("%s: recorded %v", tt.name, recorded)
		}
	}
}
