package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

type autocompleteData struct {
	Choices []commandChoice `json:"choices"`
}

func (d *dispatcher) suggest(ctx context.Context, i *interaction) (all []commandChoice) {
	given := i.subCommand()
	if len(given) == 0 {
		return nil
	}
	options := given[0].Options
	at := slices.IndexFunc(options, func(o option) bool { return o.Focused })
	if at < 0 {
		return nil
	}
	typed, localized := strings.ToLower(fmt.Sprint(options[at].Value)), slashCommands{d.commands.vocabularyFor(i.Locale)}
	f := localized.field(given[0].Name, options[at].Name)
	rules := ""
	if chosen := slices.IndexFunc(options, func(o option) bool { return o.Name == "rules" }); chosen >= 0 {
		rules = fmt.Sprint(options[chosen].Value)
	}
	for _, v := range f.ByRules[rules] {
		all = append(all, commandChoice{Name: v.Label, Value: optionValue(f, v)})
	}
	all = keepMatching(all, typed)
	for _, page := range f.Pages {
		line := strings.ReplaceAll(page, chat.TypedPlaceholder, typed)
		offered := d.suggestionsOn(ctx, i, line, f.PagePrefix)
		if line == page {
			offered = keepMatching(offered, typed)
		}
		all = append(all, offered...)
	}
	return all[:min(maxChoices, len(all))]
}

func keepMatching(all []commandChoice, typed string) []commandChoice {
	return slices.DeleteFunc(all, func(s commandChoice) bool {
		return !strings.Contains(strings.ToLower(fmt.Sprint(s.Name, " ", s.Value)), typed)
	})
}

// suggestionsOn returns what follows linePrefix in the lines of the page's buttons and menus. A value's label is the
// line of text that begins with the value.
func (d *dispatcher) suggestionsOn(ctx context.Context, i *interaction, page, linePrefix string) (all []commandChoice) {
	input := d.input(ctx, i, page)
	input.ID += " " + page // one ID for each page
	answer, err := d.decide(ctx, input)
	if err != nil || answer.Screen == nil {
		return nil
	}
	add := func(line, label string) {
		if value, ok := strings.CutPrefix(line, linePrefix); ok && value != "" && len(value) <= maxOptionLabel {
			labelled := slices.IndexFunc(answer.Screen.Text, func(l chat.Line) bool { return strings.HasPrefix(l.String(), value+" ") })
			if labelled >= 0 {
				label = answer.Screen.Text[labelled].String()
			}
			all = append(all, commandChoice{Name: texts.Truncate(label, maxOptionLabel), Value: value})
		}
	}
	for _, b := range slices.Concat(answer.Screen.Buttons...) {
		add(b.Line, b.Label)
	}
	for _, m := range answer.Screen.Menus {
		for _, o := range m.Options {
			add(m.LineFor(o), m.Label+": "+o.Label)
		}
	}
	return all
}
