package discord

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// All commands are sub-commands of commandName. The group holds the sub-commands beyond maxDirect. Its name is the same
// in all languages.
const (
	commandName = "tarock"
	groupName   = "extra"
)

type command struct {
	ID           string            `json:"id,omitempty"`
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations,omitempty"`
	About        string            `json:"description,omitempty"`
	Abouts       map[string]string `json:"description_localizations,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	Choices      []commandChoice   `json:"choices,omitempty"`
	Options      []command         `json:"options,omitempty"`
	Contexts     []int             `json:"contexts,omitempty"`
	Installs     []int             `json:"integration_types,omitempty"`
	// only of an entry point, chosen by the application's owner
	Handler     int     `json:"handler,omitempty"`
	Permissions *string `json:"default_member_permissions,omitempty"`
	Adult       bool    `json:"nsfw,omitempty"`
}

// entryPoint is the type of the command for activities. If Discord has such a command, each registration must contain
// it.
const entryPoint = 4

type commandChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}

const (
	optionSub    = 1
	optionGroup  = 2
	optionString = 3
	optionNumber = 4
	optionSwitch = 5
	optionUser   = 6
)

// Discord documents these limits.
const (
	maxAbout   = 100
	maxChoices = 25
	maxDirect  = 24 // one of the 25 options is the group
	maxCommand = 8000
)

// slashCommands are the vocabularies by language. The first provides the names.
type slashCommands []chat.Vocabulary

func (s slashCommands) vocabularyFor(locale string) chat.Vocabulary {
	lang := catalogue.In(locale).Say("lang")
	i := slices.IndexFunc(s, func(v chat.Vocabulary) bool { return v.Lang == lang })
	return s[max(i, 0)]
}

// See Discord's list of locales.
var locales = strings.Fields("ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it " +
	"ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW")

func translations(all []chat.Vocabulary, text func(chat.Vocabulary) string) map[string]string {
	byLocale := make(map[string]string)
	for _, v := range all {
		for _, locale := range locales {
			if base, _, _ := strings.Cut(locale, "-"); base == v.Lang {
				byLocale[locale] = text(v)
			}
		}
	}
	return byLocale
}

// localized also returns the first language's locales: otherwise British readers would see another language.
func (s slashCommands) localized(text func(chat.Vocabulary) string) (first string, all map[string]string) {
	return text(s[0]), translations(s, text)
}

func (s slashCommands) all() []command {
	everywhere, installs := []int{contextGuild, contextDirect, contextPrivate}, []int{0, 1}
	tarock := command{Type: 1, Name: commandName, Contexts: everywhere, Installs: installs}
	extra := command{Type: optionGroup, Name: groupName}
	tarock.About, tarock.Abouts = s.ownText("about")
	extra.About, extra.Abouts = s.ownText("about.extra")
	for i := range s[0].Commands {
		sub := s.subCommand(i)
		if i < maxDirect {
			tarock.Options = append(tarock.Options, sub)
		} else {
			extra.Options = append(extra.Options, sub)
		}
	}
	tarock.Options = append(tarock.Options, extra)
	tarock.fit()
	menu := command{Type: userCommand, Contexts: everywhere, Installs: installs}
	menu.Name, menu.Names = s.ownText("menu")
	return []command{tarock, menu}
}

func (s slashCommands) subCommand(i int) command {
	c := s[0].Commands[i]
	sub := command{
		Type: optionSub, Name: c.Name,
		Names: translations(s[1:], func(v chat.Vocabulary) string { return v.Commands[i].Alias }),
	}
	sub.About, sub.Abouts = s.localized(func(v chat.Vocabulary) string { return texts.Truncate(v.Commands[i].About, maxAbout) })
	for j := range c.Fields {
		sub.Options = append(sub.Options, s.option(func(v chat.Vocabulary) chat.Field { return v.Commands[i].Fields[j] }))
	}
	return sub
}

// fit shortens descriptions until Discord accepts the command. Discord counts the longest translation.
func (c *command) fit() {
	for limit := maxAbout; limit > 1 && c.size() > maxCommand; limit-- {
		c.shorten(limit - 1)
	}
}

func (c *command) size() int {
	n := longest(c.Name, c.Names) + longest(c.About, c.Abouts)
	for _, x := range c.Choices {
		n += longest(x.Name, x.Names) + utf8.RuneCountInString(fmt.Sprint(x.Value))
	}
	for i := range c.Options {
		n += c.Options[i].size()
	}
	return n
}

func longest(text string, translated map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, other := range translated {
		n = max(n, utf8.RuneCountInString(other))
	}
	return n
}

func (c *command) shorten(limit int) {
	c.About = texts.Truncate(c.About, limit)
	for locale, about := range c.Abouts {
		c.Abouts[locale] = texts.Truncate(about, limit)
	}
	for i := range c.Options {
		c.Options[i].shorten(limit)
	}
}

func (s slashCommands) ownText(id string) (first string, all map[string]string) {
	return s.localized(func(v chat.Vocabulary) string { return catalogue.In(v.Lang).Say(id) })
}

var optionTypes = map[chat.FieldKind]int{
	chat.TextField: optionString, chat.NamesField: optionString, chat.NumberField: optionNumber,
	chat.SwitchField: optionSwitch, chat.PersonField: optionUser,
}

func (s slashCommands) option(in func(chat.Vocabulary) chat.Field) command {
	f := in(s[0])
	o := command{
		Type: optionTypes[f.Kind], Name: f.Name, Autocomplete: len(f.ByRules)+len(f.Pages) > 0,
		Names: translations(s[1:], func(v chat.Vocabulary) string { return in(v).Alias }),
	}
	o.About, o.Abouts = s.localized(func(v chat.Vocabulary) string { return texts.Truncate(in(v).About, maxAbout) })
	for i, value := range f.Choices[:min(maxChoices, len(f.Choices))] {
		c := commandChoice{Name: value.Label, Value: optionValue(f, value)}
		if f.Kind != chat.NumberField {
			c.Name, c.Names = s.localized(func(v chat.Vocabulary) string { return texts.Truncate(in(v).Choices[i].Label, maxOptionLabel) })
		}
		o.Choices = append(o.Choices, c)
	}
	return o
}

func optionValue(f chat.Field, v chat.ValueWord) any {
	if n, err := strconv.Atoi(v.Word); f.Kind == chat.NumberField && err == nil {
		return n
	}
	return v.Word
}

func (s slashCommands) line(options []option) string {
	if len(options) == 0 {
		return ""
	}
	words := []string{options[0].Name}
	for _, o := range options[0].Options {
		if typed := s.field(options[0].Name, o.Name).Words(strings.TrimSpace(fmt.Sprint(o.Value))); typed != "" {
			words = append(words, typed)
		}
	}
	return strings.Join(words, " ")
}

func (s slashCommands) field(command, name string) (f chat.Field) {
	c, _ := s.find(command)
	if i := slices.IndexFunc(c.Fields, func(f chat.Field) bool { return f.Name == name }); i >= 0 {
		f = c.Fields[i]
	}
	return f
}

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
		} else if len(parts) > bare && !slices.ContainsFunc(fields, isFreeText) { // the word belongs to the last text
			parts[len(parts)-1] += " " + arg
		}
	}
	return strings.Join(parts, " ")
}

func isFreeText(f chat.Field) bool { return len(f.Choices) == 0 }

// find also reports whether the command is in the group.
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

// accepts returns a function that reports whether a field takes arg. A person field takes @somebody, a names field
// takes a #tag, and a text field takes other words.
func accepts(arg string) func(chat.Field) bool {
	return func(f chat.Field) bool {
		switch {
		case strings.HasPrefix(arg, "@"):
			return f.Kind == chat.PersonField
		case strings.HasPrefix(arg, "#"):
			return f.Kind == chat.NamesField
		}
		return optionTypes[f.Kind] == optionString && isFreeText(f)
	}
}
