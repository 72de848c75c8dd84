package discord

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

// commandName is the one slash command; the bot's commands are below it. Those that find
// no room are one level deeper, in a group that is called the same in all languages.
const (
	commandName = "tarock"
	groupName   = "extra"
)

// command is an application command as Discord wants it, or a part of one.
type command struct {
	ID           string            `json:"id,omitempty"` // that Discord has given it
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations,omitempty"`
	About        string            `json:"description,omitempty"`
	Abouts       map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	Choices      []commandChoice   `json:"choices,omitempty"`
	Options      []command         `json:"options,omitempty"`
	Contexts     []int             `json:"contexts,omitempty"`
	Installs     []int             `json:"integration_types,omitempty"`
	// Of an entry point: what starts it, and who may, as the application's owner has it.
	Handler     int     `json:"handler,omitempty"`
	Permissions *string `json:"default_member_permissions,omitempty"`
	Adult       bool    `json:"nsfw,omitempty"`
}

// entryPoint is the type of the command by which an activity is started. Discord gives one to each application
// that may have activities, and lets nobody register commands without it.
const entryPoint = 4

type commandChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}

// Types of options.
const (
	optionSub    = 1
	optionGroup  = 2
	optionString = 3
	optionNumber = 4
	optionSwitch = 5
	optionUser   = 6
)

// The least and the most that Discord allows.
const (
	maxAbout   = 100
	maxChoices = 25
	maxDirect  = 24 // sub-commands, for of 25 options one is the group
	maxCommand = 8000
)

// slashCommands are what can be said with slash commands: the bot's vocabularies, each in a language. What
// something is called in the first is its name; all others are translations.
type slashCommands []chat.Vocabulary

// newSlashCommands fails if there is no vocabulary.
func newSlashCommands(all []chat.Vocabulary) (slashCommands, error) {
	if len(all) == 0 {
		return nil, errors.New("discord: Config.Vocabularies is missing")
	}
	return all, nil
}

// languages are those that something can be said in.
func (s slashCommands) languages() (all []string) {
	for _, v := range s {
		all = append(all, v.Lang)
	}
	return all
}

// in is the vocabulary for readers of the locale.
func (s slashCommands) in(locale string) chat.Vocabulary {
	lang := catalogue.In(locale).Say("lang")
	i := slices.IndexFunc(s, func(v chat.Vocabulary) bool { return v.Lang == lang })
	return s[max(i, 0)]
}

// locales are all that Discord has. It refuses others.
var locales = strings.Fields("ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW")

// translations are the text in the languages, by locale. A language that Discord hasn't has none.
func translations(all []chat.Vocabulary, text func(chat.Vocabulary) string) map[string]string {
	by := make(map[string]string)
	for _, v := range all {
		for _, locale := range locales {
			if base, _, _ := strings.Cut(locale, "-"); base == v.Lang {
				by[locale] = text(v)
			}
		}
	}
	return by
}

// inAll is the text in the first language, and in all. The first is among them: Discord would
// show British readers another language that is.
func (s slashCommands) inAll(text func(chat.Vocabulary) string) (first string, all map[string]string) {
	return text(s[0]), translations(s, text)
}

// all is what the bot registers.
func (s slashCommands) all() []command {
	everywhere, installs := []int{contextGuild, contextDirect, contextPrivate}, []int{0, 1}
	tarock := s.describe(command{Type: 1, Name: commandName, Contexts: everywhere, Installs: installs}, "about")
	extra := s.describe(command{Type: optionGroup, Name: groupName}, "about.extra")
	for i := range s[0].Commands {
		sub := s.sub(i)
		if i < maxDirect {
			tarock.Options = append(tarock.Options, sub)
		} else {
			extra.Options = append(extra.Options, sub)
		}
	}
	tarock.Options = append(tarock.Options, extra)
	tarock.fit()
	menu := command{Type: userCommand, Contexts: everywhere, Installs: installs}
	menu.Name, menu.Names = s.own("menu")
	return []command{tarock, menu}
}

// sub is the sub-command for the command of that index. What it and its options are called in the first language is their name.
func (s slashCommands) sub(i int) command {
	c := s[0].Commands[i]
	sub := command{
		Type: optionSub, Name: c.Name, Options: s.optionsOf(c.Name),
		Names: translations(s[1:], func(v chat.Vocabulary) string { return v.Commands[i].Alias }),
	}
	sub.About, sub.Abouts = s.inAll(func(v chat.Vocabulary) string { return short(v.Commands[i].About, maxAbout) })
	for j, o := range sub.Options {
		sub.Options[j].Names = translations(s[1:], func(v chat.Vocabulary) string { return catalogue.In(v.Lang).Say("name." + o.Name) })
	}
	return sub
}

// fit shortens descriptions, the longest first, until Discord takes the command.
func (c *command) fit() {
	for limit := maxAbout; limit > 1 && c.size() > maxCommand; limit-- {
		c.shorten(limit - 1)
	}
}

// size is how many characters of maxCommand the command and all below it use. Of each text the longest
// translation counts.
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

// shorten cuts the descriptions of the command and of all below it.
func (c *command) shorten(limit int) {
	c.About = short(c.About, limit)
	for locale, about := range c.Abouts {
		c.Abouts[locale] = short(about, limit)
	}
	for i := range c.Options {
		c.Options[i].shorten(limit)
	}
}

// own is one of our texts, in the first language and in all.
func (s slashCommands) own(id string) (first string, all map[string]string) {
	return s.inAll(func(v chat.Vocabulary) string { return catalogue.In(v.Lang).Say(id) })
}

// describe gives the command the text that describes it.
func (s slashCommands) describe(c command, id string) command {
	c.About, c.Abouts = s.own(id)
	return c
}

// newOption is an option that its name's text describes. It takes what is typed, or one of
// the values, whose labels are texts of ours.
func (s slashCommands) newOption(kind int, name string, values ...string) command {
	o := s.describe(command{Type: kind, Name: name}, "option."+name)
	for _, v := range values {
		o.Choices = append(o.Choices, s.choice(v, func(in chat.Vocabulary) string { return catalogue.In(in.Lang).Say("choice." + v) }))
	}
	return o
}

// textOption is an option that takes a text, or one of the values.
func (s slashCommands) textOption(name string, values ...string) command {
	return s.newOption(optionString, name, values...)
}

// choice is a value with its label in each language.
func (s slashCommands) choice(value any, text func(chat.Vocabulary) string) commandChoice {
	label, labels := s.inAll(func(v chat.Vocabulary) string { return short(text(v), maxOptionLabel) })
	return commandChoice{label, labels, value}
}

// suggested is the option with suggestions while it is typed.
func suggested(o command) command {
	o.Autocomplete = true
	return o
}

// paces are those that a challenge offers.
var paces = []string{"live", "1d", "2d", "3d", "5d", "7d", "14d", "none"}

// optionsOf are the options of a sub-command.
func (s slashCommands) optionsOf(name string) []command {
	person, named := s.newOption(optionUser, "person"), s.textOption(namedOption)
	switch name {
	case "challenge":
		return slices.Concat(s.friends(), s.terms(), []command{
			s.textOption("pace", paces...), s.textOption("timeout", "computer", "settle"), s.textOption("cut", "match", "deal"), s.textOption("rated", "on", "off"), s.textOption("stake", "1c", "5c", "10c", "20c", "50c"), s.computers(), s.level(), named})
	case "practice":
		return append(s.terms(), s.level())
	case "link":
		return []command{s.describe(s.textOption("code"), "option.link")}
	case "accept", "decline", "replay", "verify":
		return []command{suggested(s.textOption("code"))}
	case "hand", "table", "undo", "resign", "leave", "rematch", "extend", "pause", "resume", "claim", "back", "rest":
		return []command{suggested(s.textOption("table"))}
	case "away":
		return []command{s.newOption(optionNumber, "days"), s.describe(s.newOption(optionSwitch, "off"), "option.back")}
	case "leaderboard":
		return []command{s.game(), s.textOption("scope", "here", "everywhere"), s.textOption("by", "rating", "points", "week", "month")}
	case "learn":
		return []command{s.game()}
	case "rules":
		return []command{suggested(s.textOption("topic"))}
	case "block":
		return []command{person, s.newOption(optionSwitch, "off"), s.textOption("code"), named}
	case "profile":
		return []command{person, s.game(), named}
	case "history":
		return []command{s.game(), person, s.textOption("result", "won", "lost", "drawn"), s.textOption("scope", "here"),
			s.newOption(optionSwitch, "export"), s.textOption("month"), named}
	case "settings":
		return []command{suggested(s.textOption("words")), s.textOption("calls", "now", "away", "hour", "never")}
	case "games", "next", "help", "unlink", "export", "forget":
		return nil
	}
	return []command{s.textOption("words")}
}

// game is the option to choose a game.
func (s slashCommands) game() command {
	o := s.textOption("game")
	for i, g := range s[0].Games {
		o.Choices = append(o.Choices, s.choice(g.Word, func(v chat.Vocabulary) string { return v.Games[i].Label }))
	}
	return o
}

// friends are who may be challenged together: as many as the computer could replace.
func (s slashCommands) friends() (friends []command) {
	for _, n := range s[0].Computers {
		friends = append(friends, s.newOption(optionUser, strings.TrimSuffix("friend"+strconv.Itoa(n), "1")))
	}
	return friends
}

// computers is the option of how many seats the computer takes.
func (s slashCommands) computers() command {
	o := s.newOption(optionNumber, "computer")
	for _, n := range s[0].Computers {
		o.Choices = append(o.Choices, commandChoice{Name: strconv.Itoa(n), Value: n})
	}
	return o
}

// level is the option of how well the computer plays.
func (s slashCommands) level() command {
	o := s.textOption("level")
	for i, l := range s[0].Levels {
		o.Choices = append(o.Choices, s.choice(l.Word, func(v chat.Vocabulary) string { return v.Levels[i].Label }))
	}
	return o
}

// terms are the rule sets, their options, and the lengths of a match. What an option
// can be depends on the rule set, so it is suggested.
func (s slashCommands) terms() []command {
	options := []command{s.textOption("rules")}
	for i, set := range s[0].Rules[:min(maxChoices, len(s[0].Rules))] {
		options[0].Choices = append(options[0].Choices, s.choice(set.Word, func(v chat.Vocabulary) string { return v.Rules[i].Label }))
		for j, opt := range set.Options {
			if !slices.ContainsFunc(options, func(c command) bool { return c.Name == opt.Name }) {
				about, abouts := s.inAll(func(v chat.Vocabulary) string { return valueList(v.Rules[i].Options[j]) })
				options = append(options, command{Type: optionString, Name: opt.Name, Autocomplete: true, About: about, Abouts: abouts})
			}
		}
	}
	return append(options, s.textOption("points", "shown", "hidden"), s.textOption("leaving", "computer", "ends"),
		suggested(s.newOption(optionNumber, "deals")))
}

func valueList(o chat.OptionWord) string {
	var labels []string
	for _, v := range o.Values {
		labels = append(labels, v.Label)
	}
	return short(strings.Join(labels, ", "), maxAbout)
}
