package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
)

// TestHelpIsWhole: help names all that can be typed, in the reader's words, and how
// pace, filters and quiet hours are said; it fits into one message.
func TestHelpIsWhole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for lang, wants := range map[string][]string{
		"en": {"queue", "next", "consent", "1 day", "live", "history @bert won 2026-10", "leaderboard week", "settings quiet", "friendly"},
		"de": {"vormerken", "naechste", "erlauben", "1 tag", "live", "verlauf @bert gewonnen 2026-10", "rangliste woche", "einstellungen ruhe", "ohne wertung"},
	} {
		a := w.input(chat.Input{ID: w.newID(), User: user("anna"), Name: "anna", Lang: lang, Line: "help"})
		help := text(*a.Screen)
		for _, want := range append(wants, command.Names()...) {
			if !strings.Contains(help, want) {
				t.Errorf("%s: %q isn't told of in\n%s", lang, want, help)
			}
		}
		if n := len([]rune(help)); n > 4000 {
			t.Errorf("%s: the help is %d characters long", lang, n)
		}
	}
}

// TestStart: who is new reads a sentence for each of three buttons, and is asked nothing.
func TestStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, lang := range []string{"en", "de"} {
		w.mustSay("anna", "settings lang "+lang)
		s := *w.mustSay("anna", "/start").Screen
		if got, want := lines(s), []string{"now", "rules course", "challenge"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q is offered, want %q", lang, got, want)
		}
		if len(s.Text) != 1+3 {
			t.Errorf("%s: the greeting says\n%s", lang, text(s))
		}
		for i, b := range s.Buttons[0] {
			if !strings.Contains(s.Text[1+i].String(), b.Label) {
				t.Errorf("%s: %q doesn't tell of %q", lang, s.Text[1+i].String(), b.Label)
			}
		}
	}
}
