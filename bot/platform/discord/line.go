package discord

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// unnamed are the options of which the bot's words have the value alone.
var unnamed = []string{"rules", "deals", "days", "table", "code", "game", "scope", "by", "topic", "result", "month", "words"}

// commandLine is what a slash command says in the bot's own words.
func commandLine(options []option) string {
	if len(options) == 0 {
		return ""
	}
	words := []string{options[0].Name}
	for _, o := range options[0].Options {
		value := strings.TrimSpace(fmt.Sprint(o.Value))
		switch {
		case o.Type == optionUser:
			words = append(words, "@"+value)
		case o.Name == namedOption:
			words = append(words, mentioned(value)...)
		case o.Type == optionSwitch:
			if value == "true" {
				words = append(words, o.Name)
			}
		case o.Name == "calls":
			words = append(words, o.Name, value)
		case slices.Contains(unnamed, o.Name):
			words = append(words, value)
		default:
			words = append(words, o.Name+"="+value)
		}
	}
	return strings.Join(words, " ")
}

// namedOption is for people whom Discord doesn't know, by name or tag.
const namedOption = "name"

// mentioned are the people whom the text names, with commas between: "anna huber,
// #384t" are "@annahuber" and "#384t".
func mentioned(text string) (all []string) {
	for one := range strings.SplitSeq(text, ",") {
		name := strings.Join(strings.Fields(one), "")
		switch {
		case name == "":
		case name[0] == '@', name[0] == '#':
			all = append(all, name)
		default:
			all = append(all, "@"+name)
		}
	}
	return all
}

// format does Platform.FormatCommand.
func (s slashCommands) format(line string) string {
	word, rest, _ := strings.Cut(line, " ")
	name, extra := s.find(word)
	if name == "" {
		return ""
	}
	parts := []string{"/" + commandName}
	if extra {
		parts = append(parts, groupName)
	}
	parts = append(parts, word)
	bare, options := len(parts), s.optionsOf(name)
	for arg := range strings.FieldsSeq(rest) {
		if i := slices.IndexFunc(options, accepts(arg)); i >= 0 {
			parts = append(parts, options[i].Name+":"+arg)
			options = slices.Delete(options, i, i+1)
		} else if len(parts) > bare && !slices.ContainsFunc(options, func(c command) bool { return len(c.Choices) == 0 }) { // more of the last text
			parts[len(parts)-1] += " " + arg
		}
	}
	return strings.Join(parts, " ")
}

// find is the bot's name of a command, which people may call otherwise,
// and whether it is in the group; "" if there is none.
func (s slashCommands) find(word string) (name string, extra bool) {
	for _, v := range s {
		for i, c := range v.Commands {
			if word == c.Name || word == c.Alias {
				return c.Name, i >= maxDirect
			}
		}
	}
	return "", false
}

// accepts tells the option for a word after a command: a person's for @somebody, that
// of names for a tag, else the first for any other text.
func accepts(arg string) func(command) bool {
	return func(c command) bool {
		switch {
		case strings.HasPrefix(arg, "@"):
			return c.Type == optionUser
		case strings.HasPrefix(arg, "#"):
			return c.Name == namedOption
		}
		return c.Type == optionString && len(c.Choices) == 0
	}
}

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
func (d *dispatcher) suggestions(ctx context.Context, i *interaction) (all []suggestion) {
	given := i.given()
	if len(given) == 0 {
		return nil
	}
	options := given[0].Options
	at := slices.IndexFunc(options, func(o option) bool { return o.Focused })
	if at < 0 {
		return nil
	}
	typed := strings.ToLower(fmt.Sprint(options[at].Value))
	switch name := options[at].Name; name {
	case "table":
		all = fitting(d.offered(ctx, i, "games", "hand "), typed)
	case "topic": // which words lead to which page the bot knows
		all = d.offered(ctx, i, "topics "+typed, "rules ")
	case "code", "words":
		for _, page := range offeringPages[given[0].Name] {
			all = append(all, d.offered(ctx, i, page, given[0].Name+" ")...)
		}
		all = fitting(all, typed)
	default:
		all = fitting(d.commands.values(i.Locale, options, name), typed)
	}
	return all[:min(maxChoices, len(all))]
}

// offeringPages are the pages that offer what a command takes, by the command.
var offeringPages = map[string][]string{"accept": {"challenges"}, "decline": {"games"}, "replay": {"replay"}, "verify": {"verify"},
	"settings": {"settings", "settings calls", "settings zone"}}

// fitting are the suggestions that what is typed is part of.
func fitting(all []suggestion, typed string) []suggestion {
	return slices.DeleteFunc(all, func(s suggestion) bool {
		return !strings.Contains(strings.ToLower(fmt.Sprint(s.Name, " ", s.Value)), typed)
	})
}

// offered is what the buttons and menus of a page lead to that say the words, and something more. Of what has a
// code it says what the page's line with that code does.
func (d *dispatcher) offered(ctx context.Context, i *interaction, page, words string) (all []suggestion) {
	in := d.input(ctx, i, page)
	in.ID += " " + page // several pages may be asked for, and each has an answer of its own
	answer, err := d.decide(ctx, in)
	if err != nil || answer.Screen == nil {
		return nil
	}
	add := func(line, label string) {
		if value, ok := strings.CutPrefix(line, words); ok && value != "" && len(value) <= maxOptionLabel {
			told := slices.IndexFunc(answer.Screen.Text, func(l chat.Line) bool { return strings.HasPrefix(l.String(), value+" ") })
			if told >= 0 {
				label = answer.Screen.Text[told].String()
			}
			all = append(all, suggestion{Name: short(label, maxOptionLabel), Value: value})
		}
	}
	for _, b := range slices.Concat(answer.Screen.Buttons...) {
		add(b.Line, b.Label)
	}
	for _, m := range answer.Screen.Menus {
		for _, o := range m.Options {
			add(m.After(o), m.Label+": "+o.Label)
		}
	}
	return all
}

// values are what an option, or the number of deals, can be in the rule set that has
// been chosen, else in the first: nothing, if that has no such option or doesn't fix the
// number.
func (s slashCommands) values(lang string, given []option, name string) (all []suggestion) {
	sets := s.in(lang).Rules
	if i := slices.IndexFunc(given, func(o option) bool { return o.Name == "rules" }); i >= 0 {
		chosen := fmt.Sprint(given[i].Value)
		sets = slices.DeleteFunc(slices.Clone(sets), func(set chat.RulesWord) bool { return set.Word != chosen })
	}
	if len(sets) == 0 {
		return nil
	}
	if name == "deals" {
		shorter := func(a, b chat.LengthWord) int { return cmp.Compare(a.Deals, b.Deals) }
		for _, l := range slices.SortedFunc(slices.Values(sets[0].Lengths), shorter) {
			all = append(all, suggestion{Name: l.Label, Value: l.Deals})
		}
	}
	for _, opt := range sets[0].Options {
		for _, v := range opt.Values {
			if opt.Name == name {
				all = append(all, suggestion{Name: v.Label, Value: v.Word})
			}
		}
	}
	return all
}
