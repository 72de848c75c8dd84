package discord

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// line returns the line that a slash command says.
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

// field returns the command's field of that name, or an empty one.
func (s slashCommands) field(command, name string) (f chat.Field) {
	c, _ := s.find(command)
	if i := slices.IndexFunc(c.Fields, func(f chat.Field) bool { return f.Name == name }); i >= 0 {
		f = c.Fields[i]
	}
	return f
}

// format implements Platform.FormatCommand.
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
		} else if len(parts) > bare && !slices.ContainsFunc(fields, func(f chat.Field) bool { return len(f.Choices) == 0 }) { // the word belongs to the last text
			parts[len(parts)-1] += " " + arg
		}
	}
	return strings.Join(parts, " ")
}

// find returns a command by its name or alias, and whether it is in the group. It returns an empty one if
// there is none.
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

// accepts returns whether a field takes the word: a person's field for @somebody, a field of names for a
// tag, else a field of free text.
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
