package discord

import (
	"fmt"

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
