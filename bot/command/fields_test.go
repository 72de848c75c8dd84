package command_test

import (
	"strings"
	"testing"

	"tarockbot/bot/platform/bottest"
	"tarockbot/render/words"
)

func TestFieldTexts(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range bottest.Vocabularies(t) {
		shown := make(map[string]bool)
		for _, c := range v.Commands {
			for _, f := range c.Fields {
				shown[f.Alias], shown[f.About] = true, true
				for _, x := range f.Choices {
					shown[x.Label] = true
				}
			}
		}
		for _, id := range catalogue.IDs("field.") {
			if text := catalogue.In(v.Lang).Say("field." + id); !shown[text] {
				t.Errorf("%s: no field uses field.%s, %q", v.Lang, id, text)
			}
		}
		for text := range shown {
			if strings.HasPrefix(text, "field.") { // the text is missing
				t.Errorf("%s: there is no text %s", v.Lang, text)
			}
		}
	}
}
