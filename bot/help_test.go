package bot_test

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/platform/bottest"
)

// TestHelpIsWhole: the help names each command that people type, in the reader's words and on one page, and each page
// fits into one message.
func TestHelpIsWhole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, lang := range []string{"en", "de"} {
		w.mustSay("anna", "settings lang "+lang)
		listed := make(map[string]int)
		for _, topic := range linesWith(*w.mustSay("anna", "help").Screen, "help ") {
			s := *w.mustSay("anna", topic).Screen
			if n := len([]rune(text(s))); n > 2000 {
				t.Errorf("%s: the page %q is %d characters long", lang, topic, n)
			}
			for _, l := range s.Text {
				if len(l) > 0 && l[0].Style == chat.Code {
					listed[strings.Fields(l[0].Text)[0]]++
				}
			}
		}
		names := commandNames(t)
		for _, name := range names {
			if word := (speech.Command{Name: name}).Names(in(lang))[0]; listed[word] != 1 || len(listed) != len(names) {
				t.Errorf("%s: %q is listed %d times; listed are %d of %d", lang, word, listed[word], len(listed), len(names))
			}
		}
	}
}

// commandNames are the commands that people type.
func commandNames(t *testing.T) (all []string) {
	t.Helper()
	for _, c := range bottest.Vocabularies(t)[0].Commands {
		all = append(all, c.Name)
	}
	return all
}
