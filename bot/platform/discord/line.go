package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// line is what a slash command says in the bot's own words.
func (s slashCommands) line(options []option) string {
	if len(options) == 0 {
		return ""
	}
	words := []string{options[0].Name}
	for _, o := range options[0].Options {
		if said := s.field(options[0].Name, o.Name).Words(strings.TrimSpace(fmt.Sprint(o.Value))); said != "" {
			words = append(words, said)
		}
	}
	return strings.Join(words, " ")
}

// field is the command's field of that name, or an empty one.
func (s slashCommands) field(command, name string) (f chat.Field) {
	c, _ := s.find(command)
	if i := slices.IndexFunc(c.Fields, func(f chat.Field) bool { return f.Name == name }); i >= 0 {
		f = c.Fields[i]
	}
	return f
}

// format does Platform.FormatCommand.
func (s slashCommands) format(line string) string {
	word, rest, _ := strings.Cut(line, " ")
	c, extra := s.find(word)
	if c.Name == "" {
		return ""
	}
	parts := []string{"/" + commandName}
	if extra {
		parts = append(parts, groupName)
	}
	parts = append(parts, word)
	bare, fields := len(parts), slices.Clone(c.Fields)
	for arg := range strings.FieldsSeq(rest) {
		if i := slices.IndexFunc(fields, accepts(arg)); i >= 0 {
			parts = append(parts, fields[i].Name+":"+arg)
			fields = slices.Delete(fields, i, i+1)
		} else if len(parts) > bare && !slices.ContainsFunc(fields, func(f chat.Field) bool { return len(f.Choices) == 0 }) { // more of the last text
			parts[len(parts)-1] += " " + arg
		}
	}
	return strings.Join(parts, " ")
}

// find is a command, which people may call otherwise, and whether it is in the group; an empty one if there is none.
func (s slashCommands) find(word string) (c chat.CommandWord, extra bool) {
	for _, v := range s {
		for i, c := range v.Commands {
			if word == c.Name || word == c.Alias {
				return c, i >= maxDirect
			}
		}
	}
	return chat.CommandWord{}, false
}

// accepts tells the field for a word after a command: a person's for @somebody, that of names for a tag, else the
// first for any other text.
func accepts(arg string) func(chat.Field) bool {
	return func(f chat.Field) bool {
		switch {
		case strings.HasPrefix(arg, "@"):
			return f.Kind == chat.PersonField
		case strings.HasPrefix(arg, "#"):
			return f.Kind == chat.NamesField
		}
		return optionTypes[f.Kind] == optionString && len(f.Choices) == 0
	}
}

// suggestions are what somebody who is typing may mean, as Discord wants it.
type suggestions struct {
	Choices []commandChoice `json:"choices"`
}

// suggestions are what fits the option that is being typed.
func (d *dispatcher) suggestions(ctx context.Context, i *interaction) (all []commandChoice) {
	given := i.given()
	if len(given) == 0 {
		return nil
	}
	options := given[0].Options
	at := slices.IndexFunc(options, func(o option) bool { return o.Focused })
	if at < 0 {
		return nil
	}
	typed, in := strings.ToLower(fmt.Sprint(options[at].Value)), slashCommands{d.commands.in(i.Locale)}
	f := in.field(given[0].Name, options[at].Name)
	rules := ""
	if chosen := slices.IndexFunc(options, func(o option) bool { return o.Name == "rules" }); chosen >= 0 {
		rules = fmt.Sprint(options[chosen].Value)
	}
	for _, v := range f.ByRules[rules] {
		all = append(all, commandChoice{Name: v.Label, Value: optionValue(f, v)})
	}
	all = fitting(all, typed)
	for _, page := range f.Pages {
		line := strings.ReplaceAll(page, chat.Typing, typed)
		offered := d.offered(ctx, i, line, f.Opens)
		if line == page {
			offered = fitting(offered, typed)
		}
		all = append(all, offered...)
	}
	return all[:min(maxChoices, len(all))]
}

// fitting are the suggestions that what is typed is part of.
func fitting(all []commandChoice, typed string) []commandChoice {
	return slices.DeleteFunc(all, func(s commandChoice) bool {
		return !strings.Contains(strings.ToLower(fmt.Sprint(s.Name, " ", s.Value)), typed)
	})
}

// offered is what the buttons and menus of a page lead to that say the words, and something more. Of what has a
// code it says what the page's line with that code does.
func (d *dispatcher) offered(ctx context.Context, i *interaction, page, words string) (all []commandChoice) {
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
			all = append(all, commandChoice{Name: short(label, maxOptionLabel), Value: value})
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
