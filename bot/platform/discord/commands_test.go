package discord

import (
	"encoding/json"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord/discordtest"
)

// lengthened is the vocabulary with longer names of rules, levels and games, and longer descriptions.
func lengthened(v chat.Vocabulary) chat.Vocabulary {
	longer := func(text *string) { *text += strings.Repeat("ň", len(*text)) }
	for i := range v.Commands {
		longer(&v.Commands[i].About)
	}
	for i := range v.Rules {
		longer(&v.Rules[i].Label)
		for _, o := range v.Rules[i].Options {
			for j := range o.Values {
				longer(&o.Values[j].Label)
			}
		}
	}
	return v
}

// TestCommandsFit: Discord takes the commands also of a language whose texts are twice as long.
func TestCommandsFit(t *testing.T) {
	t.Parallel()
	all := bottest.Vocabularies(t)
	for i, v := range all[1:] {
		all[i+1] = lengthened(v)
	}
	s, err := newSlashCommands(all)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(s.all())
	if err != nil {
		t.Fatal(err)
	}
	var registered []discordtest.Command
	if err := json.Unmarshal(data, &registered); err != nil {
		t.Fatal(err)
	}
	for _, c := range registered {
		if err := c.Check(); err != nil {
			t.Error(err)
		}
	}
}

// TestLocales: a language is told of by all of its locales, and one that Discord hasn't by none.
func TestLocales(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]int{"en": 2, "de": 1, "pt": 1, "sl": 0} {
		if got := translations([]chat.Vocabulary{{Lang: lang}}, func(v chat.Vocabulary) string { return v.Lang }); len(got) != want {
			t.Errorf("%s: %v, want %d", lang, got, want)
		}
	}
}
