package command

import (
	"testing"

	"tarockbot/bot/screens"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
	"tarockbot/render/words"
)

func TestNoLessonHasReservedName(t *testing.T) {
	t.Parallel()
	language, err := ReadLanguage()
	if err != nil {
		t.Fatal(err)
	}
	for _, reserved := range []string{screens.WordAll, screens.WordWhole} {
		if word, ok := language.typed.learning.LookupWord(reserved); !ok || word != reserved {
			t.Errorf("learn reads %q as %q", reserved, word)
		}
	}
	for _, g := range games.All() {
		for _, lang := range words.Languages() {
			lessons, err := lesson.Read(g, lang)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range lessons {
				if word, reserved := language.typed.learning.LookupWord(l.Name); reserved {
					t.Errorf("%s: learn reads the name of lesson %q as %q", g.ID, l.Name, word)
				}
			}
		}
	}
}
