package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/texts"
)

// suggestion is what somebody who is typing may mean.
type suggestion struct {
	Name  string `json:"name"`
	Value any    `json:"value"` // a text, or a number
}

// suggestions are all of them, as Discord wants it.
type suggestions struct {
	Choices []suggestion `json:"choices"`
}

// suggestions are what fits the option that is being typed.
func (d *dispatcher) suggestions(ctx context.Context, i *interaction) []suggestion {
	given := i.given()
	if len(given) == 0 {
		return []suggestion{}
	}
	options := given[0].Options
	at := slices.IndexFunc(options, func(o option) bool { return o.Focused })
	if at < 0 {
		return []suggestion{}
	}
	typed := strings.ToLower(fmt.Sprint(options[at].Value))
	var all []suggestion
	switch name := options[at].Name; name {
	case "table":
		all = fitting(d.offered(ctx, i, "games", "hand "), typed)
	case "topic": // which words lead to which page the bot knows
		all = d.offered(ctx, i, "topics "+typed, "rules ")
	default:
		all = fitting(d.commands.values(i.Locale, options, name), typed)
	}
	return append([]suggestion{}, all[:min(maxChoices, len(all))]...)
}

// fitting are the suggestions that what is typed is part of.
func fitting(all []suggestion, typed string) []suggestion {
	return slices.DeleteFunc(all, func(s suggestion) bool {
		return !strings.Contains(strings.ToLower(fmt.Sprint(s.Name, " ", s.Value)), typed)
	})
}

// offered are what the buttons of a page lead to: those that say the words,
// and something more.
func (d *dispatcher) offered(ctx context.Context, i *interaction, page, words string) []suggestion {
	answer, err := d.decider.decide(ctx, d.input(ctx, i, page))
	if err != nil || answer.Screen == nil {
		return nil
	}
	var all []suggestion
	for _, row := range answer.Screen.Buttons {
		for _, b := range row {
			if value, ok := strings.CutPrefix(b.Line, words); ok && value != "" && len(value) <= maxOptionLabel {
				all = append(all, suggestion{Name: short(b.Label, maxOptionLabel), Value: value})
			}
		}
	}
	return all
}

// values are those of a rule option, or of the number of deals, by the rule set that has been chosen.
func (s slashCommands) values(lang string, options []option, name string) []suggestion {
	base, _, _ := strings.Cut(lang, "-")
	words, ok := s[base]
	if !ok {
		words = s[texts.Fallback]
	}
	chosen := ""
	for _, o := range options {
		if o.Name == "rules" {
			chosen = fmt.Sprint(o.Value)
		}
	}
	var all []suggestion
	for n, set := range words.Rules {
		if set.Word != chosen && (chosen != "" || n > 0) {
			continue
		}
		all = append(all, valuesOf(set, name)...)
	}
	return all
}

// valuesOf are what the option can be in the rule set: nothing, if it has no such
// option or doesn't fix the number of deals.
func valuesOf(set chat.RulesWord, name string) (all []suggestion) {
	if name == "deals" {
		for _, n := range slices.Sorted(slices.Values(set.Lengths)) {
			all = append(all, suggestion{Name: fmt.Sprint(n), Value: n})
		}
	}
	for _, opt := range set.Options {
		for _, v := range opt.Values {
			if opt.Name == name {
				all = append(all, suggestion{Name: v.Label, Value: v.Word})
			}
		}
	}
	return all
}
