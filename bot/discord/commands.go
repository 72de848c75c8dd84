package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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

// commands are all that the bot registers.
func (p *Platform) commands() []command {
	everywhere, installs := []int{contextGuild, contextDirect, contextPrivate}, []int{0, 1}
	tarock := p.describe(command{Type: 1, Name: commandName, Contexts: everywhere, Installs: installs}, "about")
	extra := p.describe(command{Type: optionGroup, Name: groupName}, "about.extra")
	en, de := p.words["en"].Commands, p.words["de"].Commands
	for i, c := range en {
		sub := command{
			Type: optionSub, Name: c.Name, Names: map[string]string{"de": de[i].Alias},
			About: short(c.About, maxAbout), Abouts: inAll(short(c.About, maxAbout), short(de[i].About, maxAbout)),
			Options: p.named(p.optionsOf(c.Name)),
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
func (p *Platform) describe(c command, id string) command {
	c.About = catalogue.In("en").Say(id)
	c.Abouts = inAll(c.About, catalogue.In("de").Say(id))
	return c
}

// named gives options the names that others than English speakers read.
func (p *Platform) named(options []command) []command {
	for i := range options {
		options[i].Names = map[string]string{"de": catalogue.In("de").Say("name." + options[i].Name)}
	}
	return options
}

// optionsOf are the options of a sub-command.
func (p *Platform) optionsOf(name string) []command {
	option := func(kind int, name string) command {
		return p.describe(command{Type: kind, Name: name}, "option."+name)
	}
	table := option(optionString, "table")
	table.Autocomplete = true
	switch name {
	case "challenge":
		computer := option(optionNumber, "computer")
		for _, n := range p.words["en"].Computers {
			computer.Choices = append(computer.Choices, commandChoice{Name: fmt.Sprint(n), Value: n})
		}
		rated := option(optionString, "rated")
		rated.Choices = p.textChoices("on", "off")
		return slices.Concat(p.friendOptions(option), p.termOptions(), p.clockOptions(), []command{rated, computer, option(optionString, namedOption)})
	case "practice":
		return p.termOptions()
	case "link":
		return []command{p.describe(command{Type: optionString, Name: "code"}, "option.link")}
	case "accept", "decline":
		return []command{option(optionString, "code")}
	case "hand", "table", "undo", "resign", "leave", "rematch", "extend", "pause", "resume", "claim", "back":
		return []command{table}
	case "away":
		return []command{option(optionNumber, "days"), p.describe(command{Type: optionSwitch, Name: "off"}, "option.back")}
	case "replay":
		return []command{option(optionString, "code")}
	case "leaderboard":
		scope := option(optionString, "scope")
		scope.Choices = p.textChoices("here", "everywhere")
		by := option(optionString, "by")
		by.Choices = p.textChoices("rating", "points", "week", "month")
		return []command{p.gameOption(option(optionString, "game")), scope, by}
	case "rules":
		topic := option(optionString, "topic")
		topic.Autocomplete = true
		return []command{topic}
	case "block":
		return []command{option(optionUser, "person"), option(optionSwitch, "off"), option(optionString, "code"), option(optionString, namedOption)}
	case "profile":
		return []command{option(optionUser, "person"), p.gameOption(option(optionString, "game")), option(optionString, namedOption)}
	case "history":
		result, here := option(optionString, "result"), option(optionString, "scope")
		result.Choices, here.Choices = p.textChoices("won", "lost", "drawn"), p.textChoices("here")
		return []command{p.gameOption(option(optionString, "game")), option(optionUser, "person"), result, here,
			option(optionSwitch, "export"), option(optionString, "month"), option(optionString, namedOption)}
	case "settings":
		calls := option(optionString, "calls")
		calls.Choices = p.textChoices("now", "away", "hour", "never")
		return []command{option(optionString, "words"), calls}
	case "games", "next", "help", "unlink", "export", "forget":
		return nil
	}
	return []command{option(optionString, "words")}
}

// gameOption lets the option have the games to choose from.
func (p *Platform) gameOption(game command) command {
	de := p.words["de"].Games
	for i, g := range p.words["en"].Games {
		game.Choices = append(game.Choices, commandChoice{Name: g.Label, Names: inAll(g.Label, de[i].Label), Value: g.Word})
	}
	return game
}

// friendOptions are those who may be challenged together: as many as the
// computer could replace.
func (p *Platform) friendOptions(option func(int, string) command) (friends []command) {
	for _, n := range p.words["en"].Computers {
		name := "friend"
		if n > 1 {
			name += fmt.Sprint(n)
		}
		friends = append(friends, option(optionUser, name))
	}
	return friends
}

// textChoices are choices whose labels are texts of ours.
func (p *Platform) textChoices(values ...string) []commandChoice {
	var choices []commandChoice
	for _, v := range values {
		en, de := catalogue.In("en").Say("choice."+v), catalogue.In("de").Say("choice."+v)
		choices = append(choices, commandChoice{Name: en, Names: inAll(en, de), Value: v})
	}
	return choices
}

// termOptions are the rule sets, their options, and the lengths of a match.
// What an option can be depends on the rule set, so it is suggested.
func (p *Platform) termOptions() []command {
	en, de := p.words["en"], p.words["de"]
	rules := p.describe(command{Type: optionString, Name: "rules"}, "option.rules")
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
	deals := p.describe(command{Type: optionNumber, Name: "deals"}, "option.deals")
	deals.Autocomplete = true
	points := p.describe(command{Type: optionString, Name: "points"}, "option.points")
	points.Choices = p.textChoices("shown", "hidden")
	leaving := p.describe(command{Type: optionString, Name: "leaving"}, "option.leaving")
	leaving.Choices = p.textChoices("computer", "ends")
	return append(options, points, leaving, deals)
}

// paces are those that a challenge offers.
var paces = []string{"live", "1d", "2d", "3d", "5d", "7d", "14d", "none"}

// clockOptions are how long people have for a move, and what happens then.
func (p *Platform) clockOptions() []command {
	pace := p.describe(command{Type: optionString, Name: "pace"}, "option.pace")
	pace.Choices = p.textChoices(paces...)
	timeout := p.describe(command{Type: optionString, Name: "timeout"}, "option.timeout")
	timeout.Choices = p.textChoices("computer", "settle")
	return []command{pace, timeout}
}

func valueList(o chat.OptionWord) string {
	var labels []string
	for _, v := range o.Values {
		labels = append(labels, v.Label)
	}
	return short(strings.Join(labels, ", "), maxAbout)
}

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

// FormatCommand is the slash command that says the line, with the command's name as the
// line has it: "/tarock accept code:abcd2345". Moves are only pressed.
func (p *Platform) FormatCommand(line string) string {
	word, rest, _ := strings.Cut(line, " ")
	name, extra := p.commandNamed(word)
	if name == "" {
		return ""
	}
	parts := []string{"/" + commandName}
	if extra {
		parts = append(parts, groupName)
	}
	parts = append(parts, word)
	bare, options := len(parts), p.optionsOf(name)
	for arg := range strings.FieldsSeq(rest) {
		if i := slices.IndexFunc(options, takes(arg)); i >= 0 {
			parts = append(parts, options[i].Name+":"+arg)
			options = slices.Delete(options, i, i+1)
		} else if len(parts) > bare && !slices.ContainsFunc(options, func(c command) bool { return len(c.Choices) == 0 }) { // more of the last text
			parts[len(parts)-1] += " " + arg
		}
	}
	return strings.Join(parts, " ")
}

// commandNamed is the bot's name of a command, which people may call otherwise,
// and whether it is in the group; "" if there is none.
func (p *Platform) commandNamed(word string) (name string, extra bool) {
	for _, v := range p.words {
		for i, c := range v.Commands {
			if word == c.Name || word == c.Alias {
				return c.Name, i >= maxDirect
			}
		}
	}
	return "", false
}

// takes tells the option for a word after a command: a person's for @somebody, that
// of names for a tag, else the first for any other text.
func takes(arg string) func(command) bool {
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

// register makes the commands known to Discord, if they aren't yet.
func (p *Platform) register(ctx context.Context) error {
	commands := p.commands()
	data, err := json.Marshal(commands)
	if err != nil {
		return fmt.Errorf("discord: commands: %w", err)
	}
	sum := sha256.Sum256(data)
	want := p.appID() + " " + hex.EncodeToString(sum[:])
	if had, err := p.notes.Read(ctx, "commands"); err == nil && string(had) == want {
		return nil
	}
	q := call{name: "register the commands", method: "PUT", path: "/applications/" + p.appID() + "/commands",
		limit: "commands", body: commands}
	if err := p.rest.do(ctx, q, nil); err != nil {
		return err
	}
	if err := p.notes.Write(ctx, "commands", []byte(want)); err != nil {
		return fmt.Errorf("discord: note the commands: %w", err)
	}
	return nil
}
