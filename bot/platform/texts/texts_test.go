package texts_test

import (
	"testing"

	"tarockbot/bot/platform/texts"
	"tarockbot/render/words"
)

func TestOf(t *testing.T) {
	t.Parallel()
	c := texts.Of("telegram")
	for _, lang := range words.Languages() {
		own := c.In(lang)
		if own.Say("lang") != lang || own.Say("no-file") == "" || own.Say("button.hand") != "" {
			t.Errorf("wrong texts in %s: %v", lang, own)
		}
	}
	if n := len(texts.Of("telegraph").In("en")); n != 1 {
		t.Errorf("a name without texts has %d texts, want only its language", n)
	}
}

func TestIn(t *testing.T) {
	t.Parallel()
	c := texts.Of("telegram")
	for want, langs := range map[string][][]string{
		"en": {nil, {""}, {"hu"}, {"en-GB"}, {"hu", "en", "de"}},
		"de": {{"de"}, {"de-AT"}, {"de_AT"}, {"DE-at"}, {"hu", "de"}, {"gsw"}},
	} {
		for _, l := range langs {
			if got := c.In(l...).Say("lang"); got != want {
				t.Errorf("In(%q) is in %q, want %q", l, got, want)
			}
		}
	}
}
