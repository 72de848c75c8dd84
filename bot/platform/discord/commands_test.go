package discord

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord/discordtest"
)

func withLongTexts(v chat.Vocabulary) chat.Vocabulary {
	longer := func(text *string) { *text += strings.Repeat("ň", len(*text)) }
	for i := range v.Commands {
		longer(&v.Commands[i].About)
		for j := range v.Commands[i].Fields {
			f := &v.Commands[i].Fields[j]
			longer(&f.About)
			f.Choices = slices.Clone(f.Choices) // the vocabularies share the choices
			for k := range f.Choices {
				longer(&f.Choices[k].Label)
			}
		}
	}
	return v
}

func TestCommandsFit(t *testing.T) {
	t.Parallel()
	all := bottest.Vocabularies(t)
	for i, v := range all[1:] {
		all[i+1] = withLongTexts(v)
	}
	s := slashCommands(all)
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

// testdata/commands.txt lists each option's name, type and choices, with "*" for suggestions.
func TestRegisteredCommands(t *testing.T) {
	t.Parallel()
	s := slashCommands(bottest.Vocabularies(t))
	var lines []string
	addLine := func(c command) {
		line := c.Name
		for _, o := range c.Options {
			if line += " " + o.Name; o.Autocomplete {
				line += "*"
			}
			line += fmt.Sprint(":", o.Type)
			for i, x := range o.Choices {
				line += fmt.Sprint([]string{"=", "|"}[min(i, 1)], x.Value)
			}
		}
		lines = append(lines, line)
	}
	for _, c := range s.all()[0].Options {
		if c.Type == optionSub {
			addLine(c)
			continue
		}
		for _, sub := range c.Options {
			addLine(sub)
		}
	}
	want, err := os.ReadFile("testdata/commands.txt")
	if got := strings.Join(lines, "\n") + "\n"; err != nil || got != string(want) {
		t.Errorf("testdata/commands.txt: %v; got the commands\n%s", err, got)
	}
}

func TestLocalesOfLanguage(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]int{"en": 2, "de": 1, "pt": 1, "sl": 0} {
		if got := translations([]chat.Vocabulary{{Lang: lang}}, func(v chat.Vocabulary) string { return v.Lang }); len(got) != want {
			t.Errorf("%s: %v, want %d", lang, got, want)
		}
	}
}
