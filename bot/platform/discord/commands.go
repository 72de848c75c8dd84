package discord

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
)

// slashCommands are what can be said with slash commands: the bot's vocabulary by language.
type slashCommands map[string]chat.Vocabulary

// newSlashCommands fails unless there is a vocabulary in each language.
func newSlashCommands(all []chat.Vocabulary) (slashCommands, error) {
	s := make(slashCommands)
	for _, v := range all {
		s[v.Lang] = v
	}
	for _, lang := range languages {
		if _, ok := s[lang]; !ok {
			return nil, fmt.Errorf("discord: Config.Vocabularies lacks %q", lang)
		}
	}
	return s, nil
}

// all is what the bot registers.
func (s slashCommands) all() []command {
	everywhere, installs := []int{contextGuild, contextDirect, contextPrivate}, []int{0, 1}
	tarock := describe(command{Type: 1, Name: commandName, Contexts: everywhere, Installs: installs}, "about")
	extra := describe(command{Type: optionGroup, Name: groupName}, "about.extra")
	for i, c := range s["en"].Commands {
		de := s["de"].Commands[i]
		sub := command{
			Type: optionSub, Name: c.Name, Names: map[string]string{"de": de.Alias},
			About: short(c.About, maxAbout), Abouts: inAll(short(c.About, maxAbout), short(de.About, maxAbout)),
			Options: s.optionsOf(c.Name),
		}
		for i, o := range sub.Options { // English is what they are called anyway
			sub.Options[i].Names = map[string]string{"de": catalogue.In("de").Say("name." + o.Name)}
		}
		if i < maxDirect {
			tarock.Options = append(tarock.Options, sub)
		} else {
			extra.Options = append(extra.Options, sub)
		}
	}
	tarock.Options = append(tarock.Options, extra)
	name, names := inBoth("menu")
	return []command{tarock, {Type: userCommand, Name: name, Names: names, Contexts: everywhere, Installs: installs}}
}

// inAll is a text in all languages. English is listed, too: Discord would show
// British readers another language that is.
func inAll(en, de string) map[string]string {
	return map[string]string{"en-US": en, "en-GB": en, "de": de}
}

// inBoth is one of our texts, in English and in all languages.
func inBoth(id string) (en string, all map[string]string) {
	en = catalogue.In("en").Say(id)
	return en, inAll(en, catalogue.In("de").Say(id))
}

// describe gives the command the text that describes it.
func describe(c command, id string) command {
	c.About, c.Abouts = inBoth(id)
	return c
}

// newOption is an option that its name's text describes. It takes what is typed, or one of
// the values, whose labels are texts of ours.
func newOption(kind int, name string, values ...string) command {
	o := describe(command{Type: kind, Name: name}, "option."+name)
	for _, v := range values {
		label, labels := inBoth("choice." + v)
		o.Choices = append(o.Choices, commandChoice{label, labels, v})
	}
	return o
}

// textOption is an option that takes a text, or one of the values.
func textOption(name string, values ...string) command {
	return newOption(optionString, name, values...)
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
	person, named := newOption(optionUser, "person"), textOption(namedOption)
	switch name {
	case "challenge":
		return slices.Concat(s.friends(), s.terms(), []command{
			textOption("pace", paces...), textOption("timeout", "computer", "settle"), textOption("cut", "match", "deal"), textOption("rated", "on", "off"), textOption("stake", "1c", "5c", "10c", "20c", "50c"), s.computers(), s.level(), named})
	case "practice":
		return append(s.terms(), s.level())
	case "link":
		return []command{describe(textOption("code"), "option.link")}
	case "accept", "decline", "replay", "verify":
		return []command{suggested(textOption("code"))}
	case "hand", "table", "undo", "resign", "leave", "rematch", "extend", "pause", "resume", "claim", "back", "rest":
		return []command{suggested(textOption("table"))}
	case "away":
		return []command{newOption(optionNumber, "days"), describe(newOption(optionSwitch, "off"), "option.back")}
	case "leaderboard":
		return []command{s.game(), textOption("scope", "here", "everywhere"), textOption("by", "rating", "points", "week", "month")}
	case "learn":
		return []command{s.game()}
	case "rules":
		return []command{suggested(textOption("topic"))}
	case "block":
		return []command{person, newOption(optionSwitch, "off"), textOption("code"), named}
	case "profile":
		return []command{person, s.game(), named}
	case "history":
		return []command{s.game(), person, textOption("result", "won", "lost", "drawn"), textOption("scope", "here"),
			newOption(optionSwitch, "export"), textOption("month"), named}
	case "settings":
		return []command{suggested(textOption("words")), textOption("calls", "now", "away", "hour", "never")}
	case "games", "next", "help", "unlink", "export", "forget":
		return nil
	}
	return []command{textOption("words")}
}

// game is the option to choose a game.
func (s slashCommands) game() command {
	o := textOption("game")
	for i, g := range s["en"].Games {
		o.Choices = append(o.Choices, commandChoice{g.Label, inAll(g.Label, s["de"].Games[i].Label), g.Word})
	}
	return o
}

// friends are who may be challenged together: as many as the computer could replace.
func (s slashCommands) friends() (friends []command) {
	for _, n := range s["en"].Computers {
		friends = append(friends, newOption(optionUser, strings.TrimSuffix("friend"+strconv.Itoa(n), "1")))
	}
	return friends
}

// computers is the option of how many seats the computer takes.
func (s slashCommands) computers() command {
	o := newOption(optionNumber, "computer")
	for _, n := range s["en"].Computers {
		o.Choices = append(o.Choices, commandChoice{Name: strconv.Itoa(n), Value: n})
	}
	return o
}

// level is the option of how well the computer plays.
func (s slashCommands) level() command {
	o := textOption("level")
	for i, l := range s["en"].Levels {
		o.Choices = append(o.Choices, commandChoice{l.Label, inAll(l.Label, s["de"].Levels[i].Label), l.Word})
	}
	return o
}

// terms are the rule sets, their options, and the lengths of a match. What an option
// can be depends on the rule set, so it is suggested.
func (s slashCommands) terms() []command {
	options := []command{textOption("rules")}
	for i, set := range s["en"].Rules[:min(maxChoices, len(s["en"].Rules))] {
		de := s["de"].Rules[i]
		options[0].Choices = append(options[0].Choices, commandChoice{set.Label, inAll(set.Label, de.Label), set.Word})
		for j, opt := range set.Options {
			if !slices.ContainsFunc(options, func(c command) bool { return c.Name == opt.Name }) {
				about := valueList(opt)
				options = append(options, command{Type: optionString, Name: opt.Name, Autocomplete: true,
					About: about, Abouts: inAll(about, valueList(de.Options[j]))})
			}
		}
	}
	return append(options, textOption("points", "shown", "hidden"), textOption("leaving", "computer", "ends"),
		suggested(newOption(optionNumber, "deals")))
}

func valueList(o chat.OptionWord) string {
	var labels []string
	for _, v := range o.Values {
		labels = append(labels, v.Label)
	}
	return short(strings.Join(labels, ", "), maxAbout)
}
