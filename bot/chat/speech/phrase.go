package speech

import (
	"maps"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Phrases are what people say for the words of a challenge: "mayr und sedlaczek", "easy".
type Phrases struct{ Meanings[string] }

// longestPhrase is how many words a phrase has at most.
const longestPhrase = 6

// Term is a word of a challenge, and what was typed for it.
type Term struct{ Word, Typed string }

// RuleWord is what names a rule set in its game: "beck" for "illustrated/beck".
func RuleWord(g engine.Game, set string) string { return strings.TrimPrefix(set, g.ID+"/") }

// OptionWord is what names the value of an option: "easy", "uhu", "uhu=off".
func OptionWord(option, value engine.Name) string {
	switch value {
	case "on":
		return string(option)
	case "off":
		return string(option) + "=off"
	}
	return string(value)
}

// newPhrases reads them from all languages. The terms are the words of a challenge that no game has.
// The text "typed.term.WORD" lists what is typed for a word; its first phrase is what people are told.
func newPhrases(catalogue *words.Catalogue, terms []string) Phrases {
	all := Phrases{NewWords(catalogue, "typed.", "on", "off")}
	maps.Copy(all.Meanings, NewWords(catalogue, "typed.term.", terms...))
	for _, lang := range words.Languages() {
		t := catalogue.In(lang)
		eachGameWord(t, func(word, named, label string) {
			all.Add(named, label)
			all.Add(word, Typed(t, "typed.term."+word)...)
		})
	}
	return all
}

// eachGameWord visits the words for games, rule sets and values of options, with what they name and
// what that is called in the language.
func eachGameWord(t *words.Tongue, visit func(word, named, label string)) {
	for _, g := range games.All() {
		visit(g.ID, g.ID, t.Say("game."+g.ID))
		for _, set := range g.Rules {
			visit(RuleWord(g, set.ID), set.ID, t.Say("rules."+set.ID))
			for _, opt := range set.Options {
				for _, value := range opt.Values {
					word := OptionWord(opt.ID, value)
					visit(word, word, t.Say(OptionText(opt.ID, value)))
				}
			}
		}
	}
}

// Read finds the phrases in what was typed, the longest first, and leaves the rest as it is.
func (all Phrases) Read(args []string) (terms []Term) {
	for len(args) > 0 {
		word, n := all.Longest(args)
		terms = append(terms, Term{word, strings.Join(args[:n], " ")})
		args = args[n:]
	}
	return terms
}

// Longest is the phrase that the words begin with, and how many of them it is.
func (all Phrases) Longest(args []string) (word string, n int) {
	for n = min(longestPhrase, len(args)); n > 0; n-- {
		typed := strings.Join(args[:n], " ")
		if word, ok := all.Phrase(typed); ok && !strings.ContainsAny(typed, "@#") {
			return word, n
		}
	}
	if IsMention(args[0]) {
		return args[0], 1
	}
	return all.assigned(args[0]), 1
}

// assigned reads the value in "name=value".
func (all Phrases) assigned(arg string) string {
	name, value, is := strings.Cut(strings.ToLower(arg), "=")
	if !is {
		return arg
	}
	word, known := all.Phrase(value)
	named, isNamed := all.Phrase(name)
	switch {
	case !known:
		return arg
	case (word == "on" || word == "off") && isNamed: // "kontra=aus"
		return named + "=" + word
	case strings.HasPrefix(word, name+"="):
		return word
	}
	return name + "=" + word
}

// GameSaid is something that is wanted of a game, or of one of its rule sets.
type GameSaid struct {
	Game, Rules string // by their ids; "" if none is named
	Rest        string // what is said behind
}

// Game reads the game that the words begin with, by any name, and the rule set that they name with it.
func (all Phrases) Game(args []string) GameSaid {
	if len(args) == 0 {
		return GameSaid{}
	}
	word, n := all.Longest(args)
	g, set := RulesCalled(strings.ToLower(word))
	if set == "" || RuleWord(g, set) == word {
		return GameSaid{Rest: strings.Join(args, " ")}
	}
	if args = args[n:]; word != g.ID {
		return GameSaid{g.ID, set, strings.Join(args, " ")}
	}
	if len(args) > 0 {
		if own := RulesIn(g, strings.ToLower(args[0])); own != "" {
			return GameSaid{g.ID, own, strings.Join(args[1:], " ")}
		}
	}
	return GameSaid{g.ID, "", strings.Join(args, " ")}
}

// Spoken is the word of a challenge as people who speak the language say it.
func Spoken(word string, w *words.Tongue) string {
	return Typed(w, "typed.term."+word)[0]
}

// RulesCalled are the game and rule set that the word names, or the game's first; "" if there is none. A
// word for rule sets of several games names that of the last.
func RulesCalled(word string) (engine.Game, string) {
	for _, g := range slices.Backward(games.All()) {
		if set := RulesIn(g, word); set != "" {
			return g, set
		}
	}
	return engine.Game{}, ""
}

// RulesIn finds the game's rule set that the word names, or its first; "" if there is none.
func RulesIn(g engine.Game, word string) string {
	if word == g.ID {
		return g.Rules[0].ID
	}
	for _, set := range g.Rules {
		if word == set.ID || word == RuleWord(g, set.ID) {
			return set.ID
		}
	}
	return ""
}

// OptionCalled understands "option=value", or what names a value alone; "" if the game has none such. An option
// that can be off and one thing else is that by its name.
func OptionCalled(g engine.Game, word string) (option, value engine.Name) {
	name, is, named := strings.Cut(word, "=")
	for _, set := range g.Rules {
		for _, opt := range set.Options {
			if word == string(opt.ID) && len(opt.Values) == 2 && opt.Values[0] == "off" {
				return opt.ID, opt.Values[1]
			}
			for _, v := range opt.Values {
				if named && name == string(opt.ID) && is == string(v) || !named && word == OptionWord(opt.ID, v) {
					return opt.ID, v
				}
			}
		}
	}
	return "", ""
}

// OptionText is the id of the text that says what the value is called.
func OptionText(option, value engine.Name) string {
	return "option." + string(option) + "." + string(value)
}

// LengthText is how long a match of so many deals is; of none it goes to the game's goal.
func LengthText(g engine.Game, deals int, t *words.Tongue) string {
	if deals == 0 {
		return t.Say("setup.length.series", "Goal", g.Next(engine.Setup{}, nil).Goal)
	}
	return t.Count("setup.deals", deals)
}

// IsMention says that the word means somebody: "@bert", or by their tag, "#384T".
func IsMention(word string) bool { return len(word) > 1 && (word[0] == '@' || word[0] == '#') }
