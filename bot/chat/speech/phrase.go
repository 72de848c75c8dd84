package speech

import (
	"maps"
	"strings"

	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Phrases maps what people type to the words of a challenge: "mayr und sedlaczek", "easy".
type Phrases struct{ Meanings[string] }

// longestPhrase is the most words that a phrase has.
const longestPhrase = 6

// Term is a word of a challenge and the text that was typed for it.
type Term struct{ Word, Typed string }

// NewPhrases reads the phrases of all languages. The terms are the words of challenges that are no game's. The text
// "typed.term.WORD" lists the phrases for a word; the program writes the first.
func NewPhrases(catalogue *words.Catalogue, terms []string) Phrases {
	p := Phrases{NewWords(catalogue, "typed.", "on", "off")}
	maps.Copy(p.Meanings, NewWords(catalogue, "typed.term.", terms...))
	for _, lang := range words.Languages() {
		t := catalogue.In(lang)
		eachGameWord(t, func(word, named, label string) {
			p.Add(named, label)
			p.Add(word, PhrasesOf(t, "typed.term."+word)...)
		})
	}
	return p
}

// eachGameWord visits the words for games, rule sets and values of options, each with the id or word that it names and
// its label in the language.
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

// Read finds phrases in the typed words, the longest first, and leaves other words as they are.
func (p Phrases) Read(args []string) (terms []Term) {
	for len(args) > 0 {
		word, n := p.Longest(args)
		terms = append(terms, Term{word, strings.Join(args[:n], " ")})
		args = args[n:]
	}
	return terms
}

// Longest returns the word for the longest phrase that args begins with, and how many of args that phrase takes. If there
// is no phrase, it returns the first of args as it is or with a translated value; "" and 0 if args is empty.
func (p Phrases) Longest(args []string) (word string, n int) {
	for n = min(longestPhrase, len(args)); n > 0; n-- {
		typed := strings.Join(args[:n], " ")
		if word, ok := p.Phrase(typed); ok && !strings.ContainsAny(typed, "@#") {
			return word, n
		}
	}
	switch {
	case len(args) == 0:
		return "", 0
	case IsMention(args[0]):
		return args[0], 1
	}
	return p.assigned(args[0]), 1
}

// assigned translates the value in "name=value", and the name of an on/off option. It returns other text unchanged.
func (p Phrases) assigned(arg string) string {
	name, value, assigned := strings.Cut(strings.ToLower(arg), "=")
	if !assigned {
		return arg
	}
	word, known := p.Phrase(value)
	named, isNamed := p.Phrase(name)
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

// GameSaid is a typed request about a game or one of its rule sets.
type GameSaid struct {
	Game, Rules string // by their ids; "" if none is named
	Rest        string // the words behind the names
}

// Game reads a game's name at the beginning of args, and the name of a rule set behind it. A rule set's name alone
// names no game: it may be the name of a topic.
func (p Phrases) Game(args []string) GameSaid {
	word, n := p.Longest(args)
	g, set := RulesCalled(strings.ToLower(word))
	if set == "" || RuleWord(g, set) == word {
		return GameSaid{Rest: strings.Join(args, " ")}
	}
	said, rest := GameSaid{Game: g.ID}, args[n:]
	if word != g.ID {
		said.Rules = set
	} else if len(rest) > 0 {
		said.Rules = RulesIn(g, strings.ToLower(rest[0]))
		if said.Rules != "" {
			rest = rest[1:]
		}
	}
	said.Rest = strings.Join(rest, " ")
	return said
}

// Spoken returns the usual phrase for the word of a challenge in the language.
func Spoken(word string, w *words.Tongue) string { return PhrasesOf(w, "typed.term."+word)[0] }

// IsMention reports whether the word means a person: "@bert", or by tag, "#384T".
func IsMention(word string) bool { return len(word) > 1 && (word[0] == '@' || word[0] == '#') }
