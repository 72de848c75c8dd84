package bot_test

import (
	"testing"

	"tarockbot/bot/chat"
)

// TestSpaceCountsTogether: what is played in one channel of a server counts in all
// of it, and in no other.
func TestSpaceCountsTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.space = "fake:server"
	w.mustSay("bert", "leave "+w.seat("bamberger 2", "anna", "bert")+" yes")
	for _, tt := range []struct {
		chat, space chat.ChatID
		want        bool
	}{
		{channel, "fake:server", true},
		{"fake:other channel", "fake:server", true},
		{"fake:elsewhere", "fake:another server", false},
		{"fake:by itself", "", false},
	} {
		w.chat, w.space = tt.chat, tt.space
		page := w.mustSay("carl", "leaderboard kosakeln here").Screen
		if got := contains("anna")(*page); got != tt.want {
			t.Errorf("in %q of %q anna is on the page: %v, want %v\n%s", tt.chat, tt.space, got, tt.want, text(*page))
		}
	}
}
