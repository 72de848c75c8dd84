package command

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/screens"
	"tarockbot/render/words"
)

func TestHelpListsCommandsOnce(t *testing.T) {
	t.Parallel()
	language, err := ReadLanguage()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Languages() {
		w := language.Words.In(lang)
		listed := make(map[string]int)
		for _, topic := range screens.HelpTopics() {
			answer, err := help(t.Context(), &Request{Words: w}, topic)
			if err != nil {
				t.Fatal(err)
			}
			length := 0
			for _, l := range answer.Screen.Text {
				for i, part := range l {
					length += len([]rune(part.Text))
					if i == 0 && part.Style == chat.Code {
						listed[strings.Fields(part.Text)[0]]++
					}
				}
			}
			if length > 2000 {
				t.Errorf("%s: the page %s has %d characters", lang, topic, length)
			}
		}
		for _, c := range commands() {
			if name := (speech.Command{Name: c.name}).Names(w)[0]; c.topic != "" && listed[name] != 1 {
				t.Errorf("%s: %q is listed %d times, want once", lang, name, listed[name])
			}
		}
	}
}
