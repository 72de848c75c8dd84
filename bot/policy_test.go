package bot_test

import (
	"fmt"
	"testing"

	"tarockbot/bot/screens"
)

// privacyInTests is what the bots of tests tell of their operator.
var privacyInTests = screens.Privacy{Operator: "Tarockrunde Linz", Contact: "tarock@example.org", BackupDays: 30}

// TestPrivacyCommand: anybody is told who runs the bot and what is kept, with the way to their data; in German,
// too, and by the same words a page has it.
func TestPrivacyCommand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, said := range []string{"/privacy", "datenschutz"} {
		s := *w.mustSay("anna", said).Screen
		for _, want := range []string{"Tarockrunde Linz", "tarock@example.org", "30 days", "in a file"} {
			if !contains(want)(s) {
				t.Errorf("%q: no %q in\n%s", said, want, text(s))
			}
		}
		if line(s, "forget") == "" || line(s, "export") == "" {
			t.Errorf("%q leads to %q", said, lines(s))
		}
	}
	w.mustSay("bert", "settings lang de")
	if s := *w.mustSay("bert", "datenschutz").Screen; !contains("Diesen Bot betreibt Tarockrunde Linz.")(s) {
		t.Errorf("in German:\n%s", text(s))
	}
	if got := fmt.Sprint(w.bot.Materials.PrivacyPage("de")); got != fmt.Sprint(privacyInTests.Text(in("de"))) {
		t.Errorf("the page has %s", got)
	}
}
