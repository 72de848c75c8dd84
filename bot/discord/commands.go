package discord

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// commandName is the one slash command; the bot's commands are below it. Those for
// which there is no room are one level deeper, in a group that is called the same
// in all languages.
const (
	commandName = "tarock"
	groupName   = "extra"
)

// command is an application command as Discord wants it, or a part of one.
type command struct {
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
}

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

// slashCommands are all that can be said with slash commands, made of the bot's
// vocabulary by language.
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
	tarock := s.describe(command{Type: 1, Name: commandName, Contexts: everywhere, Installs: installs}, "about")
	extra := s.describe(command{Type: optionGroup, Name: groupName}, "about.extra")
	en, de := s["en"].Commands, s["de"].Commands
	for i, c := range en {
		sub := command{
			Type: optionSub, Name: c.Name, Names: map[string]string{"de": de[i].Alias},
			About: short(c.About, maxAbout), Abouts: inAll(short(c.About, maxAbout), short(de[i].About, maxAbout)),
			Options: s.named(s.optionsOf(c.Name)),
		}
		if i < maxDirect {
			tarock.Options = append(tarock.Options, sub)
		} else {
			extra.Options = append(extra.Options, sub)
		}
	}
	tarock.Options = append(tarock.Options, extra)
	menu := command{Type: userCommand, Name: catalogue.In("en").Say("menu"), Contexts: everywhere, Installs: installs,
		Names: inAll(catalogue.In("en").Say("menu"), catalogue.In("de").Say("menu"))}
	return []command{tarock, menu}
}

// inAll is a text in all languages. English is listed, too: Discord would show
// British readers another language that is.
func inAll(en, de string) map[string]string {
	return map[string]string{"en-US": en, "en-GB": en, "de": de}
}

// describe gives the command the text that describes it.
func (s slashCommands) describe(c command, id string) command {
	c.About = catalogue.In("en").Say(id)
	c.Abouts = inAll(c.About, catalogue.In("de").Say(id))
	return c
}

// optionsOf are the options of a sub-command.
func (s slashCommands) optionsOf(name string) []command {
	option := func(kind int, name string) command {
		return s.describe(command{Type: kind, Name: name}, "option."+name)
	}
	table := option(optionString, "table")
	table.Autocomplete = true
	switch name {
	case "challenge":
		computer := option(optionNumber, "computer")
		for _, n := range s["en"].Computers {
			computer.Choices = append(computer.Choices, commandChoice{Name: fmt.Sprint(n), Value: n})
		}
		rated := option(optionString, "rated")
		rated.Choices = s.textChoices("on", "off")
		return slices.Concat(s.friendOptions(option), s.termOptions(), s.clockOptions(), []command{rated, computer, option(optionString, namedOption)})
	case "practice":
		return s.termOptions()
	case "link":
		return []command{s.describe(command{Type: optionString, Name: "code"}, "option.link")}
	case "accept", "decline":
		return []command{option(optionString, "code")}
	case "hand", "table", "undo", "resign", "leave", "rematch", "extend", "pause", "resume", "claim", "back":
		return []command{table}
	case "away":
		return []command{option(optionNumber, "days"), s.describe(command{Type: optionSwitch, Name: "off"}, "option.back")}
	case "replay":
		return []command{option(optionString, "code")}
	case "leaderboard":
		scope := option(optionString, "scope")
		scope.Choices = s.textChoices("here", "everywhere")
		by := option(optionString, "by")
		by.Choices = s.textChoices("rating", "points", "week", "month")
		return []command{s.gameOption(option(optionString, "game")), scope, by}
	case "rules":
		topic := option(optionString, "topic")
		topic.Autocomplete = true
		return []command{topic}
	case "block":
		return []command{option(optionUser, "person"), option(optionSwitch, "off"), option(optionString, "code"), option(optionString, namedOption)}
	case "profile":
		return []command{option(optionUser, "person"), s.gameOption(option(optionString, "game")), option(optionString, namedOption)}
	case "history":
		result, here := option(optionString, "result"), option(optionString, "scope")
		result.Choices, here.Choices = s.textChoices("won", "lost", "drawn"), s.textChoices("here")
		return []command{s.gameOption(option(optionString, "game")), option(optionUser, "person"), result, here,
			option(optionSwitch, "export"), option(optionString, "month"), option(optionString, namedOption)}
	case "settings":
		calls := option(optionString, "calls")
		calls.Choices = s.textChoices("now", "away", "hour", "never")
		return []command{option(optionString, "words"), calls}
	case "games", "next", "help", "unlink", "export", "forget":
		return nil
	}
	return []command{option(optionString, "words")}
}

// gameOption lets the option have the games to choose from.
func (s slashCommands) gameOption(game command) command {
	de := s["de"].Games
	for i, g := range s["en"].Games {
		game.Choices = append(game.Choices, commandChoice{Name: g.Label, Names: inAll(g.Label, de[i].Label), Value: g.Word})
	}
	return game
}

// friendOptions are those who may be challenged together: as many as the
// computer could replace.
func (s slashCommands) friendOptions(option func(int, string) command) (friends []command) {
	for _, n := range s["en"].Computers {
		name := "friend"
		if n > 1 {
			name += fmt.Sprint(n)
		}
		friends = append(friends, option(optionUser, name))
	}
	return friends
}

// textChoices are choices whose labels are texts of ours.
func (s slashCommands) textChoices(values ...string) []commandChoice {
	var choices []commandChoice
	for _, v := range values {
		en, de := catalogue.In("en").Say("choice."+v), catalogue.In("de").Say("choice."+v)
		choices = append(choices, commandChoice{Name: en, Names: inAll(en, de), Value: v})
	}
	return choices
}

// termOptions are the rule sets, their options, and the lengths of a match.
// What an option can be depends on the rule set, so it is suggested.
func (s slashCommands) termOptions() []command {
	en, de := s["en"], s["de"]
	rules := s.describe(command{Type: optionString, Name: "rules"}, "option.rules")
	options := []command{rules}
	for i, set := range en.Rules[:min(maxChoices, len(en.Rules))] {
		options[0].Choices = append(options[0].Choices,
			commandChoice{Name: set.Label, Names: inAll(set.Label, de.Rules[i].Label), Value: set.Word})
		for j, opt := range set.Options {
			if !slices.ContainsFunc(options, func(c command) bool { return c.Name == opt.Name }) {
				options = append(options, command{Type: optionString, Name: opt.Name, Autocomplete: true,
					About: valueList(opt), Abouts: inAll(valueList(opt), valueList(de.Rules[i].Options[j]))})
			}
		}
	}
	deals := s.describe(command{Type: optionNumber, Name: "deals"}, "option.deals")
	deals.Autocomplete = true
	points := s.describe(command{Type: optionString, Name: "points"}, "option.points")
	points.Choices = s.textChoices("shown", "hidden")
	leaving := s.describe(command{Type: optionString, Name: "leaving"}, "option.leaving")
	leaving.Choices = s.textChoices("computer", "ends")
	return append(options, points, leaving, deals)
}

// paces are those that a challenge offers.
var paces = []string{"live", "1d", "2d", "3d", "5d", "7d", "14d", "none"}

// clockOptions are how long people have for a move, and what happens then.
func (s slashCommands) clockOptions() []command {
	pace := s.describe(command{Type: optionString, Name: "pace"}, "option.pace")
	pace.Choices = s.textChoices(paces...)
	timeout := s.describe(command{Type: optionString, Name: "timeout"}, "option.timeout")
	timeout.Choices = s.textChoices("computer", "settle")
	return []command{pace, timeout}
}

func valueList(o chat.OptionWord) string {
	var labels []string
	for _, v := range o.Values {
		labels = append(labels, v.Label)
	}
	return short(strings.Join(labels, ", "), maxAbout)
}

// named gives options the names that others than English speakers read.
func (s slashCommands) named(options []command) []command {
	for i := range options {
		options[i].Names = map[string]string{"de": catalogue.In("de").Say("name." + options[i].Name)}
	}
	return options
}
