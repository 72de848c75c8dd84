package bot_test

import (
	"testing"

	"tarockbot/storage/memory"
)

// TestTopics: a topic is found by its name and by the words of its title in any
// language.
func TestTopics(t *testing.T) {
	w := startWorld(t, memory.New())
	want := text(*w.mustSay("anna", "rules contra").Screen)
	for _, line := range []string{"regeln kontra", "rules Kontra", "regeln contra"} {
		if got := text(*w.mustSay("anna", line).Screen); got != want {
			t.Errorf("%q shows\n%s\nwant\n%s", line, got, want)
		}
	}
	w.mustSay("anna", "regeln kurz")
	w.refuses("anna", "regeln nichts", "no-topic", "Topic", "nichts")
}

// TestHandOfManyTables: with several tables the hand lists them, with a button
// for each.
func TestHandOfManyTables(t *testing.T) {
	w := startWorld(t, memory.New())
	w.mustSay("anna", "practice")
	w.mustSay("anna", "practice")
	s := w.mustSay("anna", "hand").Screen
	n := 0
	for _, row := range s.Buttons {
		if len(row) > 0 && len(row[0].Line) > len("hand ") && row[0].Line[:5] == "hand " {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d hands to choose from in\n%s", n, text(*s))
	}
}
