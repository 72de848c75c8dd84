package bot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Vocabulary is what can be said to the bot, in one language, for platforms
// that offer it before it is said: in menus, or while somebody types.
type Vocabulary struct {
	Commands []CommandWord
	Typed    []string // all words that a command or move may begin with, in small letters
	Games    []GameWord
	Rules    []RulesWord
	// Computers are how many chairs a challenge may give to the computer, and so
	// how many friends it may name: "computer=2".
	Computers []int
}

// CommandWord is a command that people type.
type CommandWord struct {
	Name  string // the same in every language
	Alias string // what those who speak the language type; understood as well
	About string // one line that says what it does
}

// GameWord is a game that a leaderboard can name.
type GameWord struct {
	Word  string // understood by the bot
	Label string
}

// RulesWord is a rule set that a challenge can name.
type RulesWord struct {
	Word    string // understood in a challenge
	Label   string
	Seats   int
	Lengths []int // match lengths in deals, the default first; nil where that isn't fixed
	Options []OptionWord
}

// OptionWord is an option of a rule set: "name=value" in a challenge.
type OptionWord struct {
	Name   string
	Values []ValueWord // the default first
}

// ValueWord is one value of an option.
type ValueWord struct{ Word, Label string }

// newVocabulary is the vocabulary in the language, with these commands.
func newVocabulary(t *words.Tongue, commands []spokenCommand) (v Vocabulary) {
	for _, c := range commands {
		v.Typed = append(append(v.Typed, c.name), c.typed(t)...)
		if !c.hide {
			v.Commands = append(v.Commands, CommandWord{c.name, c.typed(t)[0], t.Say("command." + c.name)})
		}
	}
	for _, verb := range spokenVerbs {
		v.Typed = append(v.Typed, typedWords(t, "typed.verb."+verb.String())...)
	}
	for _, g := range games.All() {
		v.Games = append(v.Games, GameWord{g.ID, t.Say("game." + g.ID)})
		for _, set := range g.Rules {
			r := RulesWord{Word: set.ID, Label: t.Say("rules." + set.ID), Seats: g.Seats}
			if !slices.Contains(g.Lengths, 0) {
				r.Lengths = g.Lengths
			}
			for _, opt := range set.Options {
				o := OptionWord{Name: string(opt.ID)}
				for _, value := range opt.Values {
					o.Values = append(o.Values, ValueWord{string(value), t.Say(optionText(opt.ID, value))})
				}
				r.Options = append(r.Options, o)
			}
			v.Rules = append(v.Rules, r)
		}
	}
	for n := 1; n < engine.MaxSeats; n++ {
		v.Computers = append(v.Computers, n)
	}
	return v
}
