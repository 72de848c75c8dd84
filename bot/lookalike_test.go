package bot_test

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

// TestFault51LookAlikes: who is called almost like somebody else has a sign before the
// name, on boards and panels, in lists and pictures; nobody else has.
func TestFault51LookAlikes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Anna": false, "Anna ♥": false, "Анна": false,
		"Аnna": true, // Cyrillic А
		"𝐀nna": true, "ᴀnna": true,
	} {
		w := newWorld(t)
		in := chat.Input{ID: w.newID(), User: "fake:other", Name: name, Lang: "en", Chat: channel, Line: "challenge bamberger 2"}
		if a := w.input(in); a.Refused {
			t.Fatal(a.Alert)
		}
		board := text(w.wait(public, func(s chat.Screen) bool { return line(s, "accept ") != "" }))
		if got := strings.Contains(board, "\u2068⚠ "+name+"\u2069"); got != want || !strings.Contains(board, name) {
			t.Errorf("%s (%+q): marked %v, want %v\n%s", name, name, got, want, board)
		}
	}
}
