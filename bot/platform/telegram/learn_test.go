package telegram

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/platform/platformtest"
	"tarockbot/bot/platform/telegram/telegramtest"
)

// TestLearn goes through a lesson that was asked for in a group: it is one private message that
// is edited, in words alone as well, and hands in nothing that the group could read.
func TestLearn(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		l, right := platformtest.FirstLesson(t)
		w := newWorld(t)
		group := w.server.Group("supergroup", "Stammtisch")
		anna, _ := w.two(group)
		public := len(group.Messages())
		if _, err := anna.Command(w.ctx, "learn "+l.Game.ID); err != nil {
			t.Fatal(err)
		}
		m := w.shows(anna, fmt.Sprintf("1 of %d", len(l.Steps)))
		for i, line := range right {
			m = w.shows(anna, fmt.Sprintf("%s · %d of %d", l.Title, i+1, len(l.Steps)))
			if line == "" {
				continue
			}
			if !slices.ContainsFunc(slices.Concat(m.Keyboard...), func(b telegramtest.Button) bool { return b.Data == line }) {
				t.Fatalf("%q isn't offered in %+v", line, m.Keyboard)
			}
			if _, err := anna.Tap(w.ctx, m, line); err != nil {
				t.Fatal(err)
			}
		}
		if got := w.shows(anna, "won"); got.ID != m.ID || strings.Count(textsIn(anna.Private()), l.Title) != 1 {
			t.Errorf("the lesson isn't one message:\n%s", textsIn(anna.Private()))
		}
		for _, posted := range group.Messages()[public:] {
			if strings.Contains(posted.Text, l.Title) {
				t.Errorf("the group reads %q", posted.Text)
			}
		}
	})
}
