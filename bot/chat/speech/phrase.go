package speech

import (
	"maps"
	"strings"

	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Phrases maps typed text to the words of a challenge.
type Phrases struct{ Meanings[string] }

const longestPhrase = 6

// Term is a word of a challenge with its typed text.
type Term struct{ Word, Typed string }

// NewPhrases reads the phrases of all languages. terms belong to no game. The text "typed.term.WORD" lists a word's
// phrases.
func NewPhrases(catalogue *words.Catalogue, terms []string) Phrases {
	p := Phrases{NewWordMeanings(catalogue, "typed.", "on", "off")}
	maps.Copy(p.Meanings, NewWordMeanings(catalogue, "typed.term.", terms...))
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, x := range gameWords(w) {
			p.Add(x.meaning, x.label)
			p.Add(x.word, PhrasesOf(w, "typed.term."+x.word)...)
		}
	}
	return p
}

type gameWord struct {
	word    string
	label   string
	meaning string
}

func gameWords(w *words.Tongue) (all []gameWord) {
	for _, g := range games.All() {
		all = append(all, gameWord{g.ID, w.Say("game." + g.ID), g.ID})
		for _, set := range g.Rules {
			all = append(all, gameWord{RuleWord(g, set.ID), w.Say("rules." + set.ID), set.ID})
			for _, opt := range set.Options {
				for _, value := range opt.Values {
					word := OptionWord(opt.ID, value)
					all = append(all, gameWord{word, w.Say(OptionText(opt.ID, value)), word})
				}
			}
		}
	}
	return all
}

// Read finds the longest phrases in the typed words.
func (p Phrases) Read(args []string) (terms []Term) {
	for len(args) > 0 {
		word, n := p.Longest(args)
		terms = append(terms, Term{word, strings.Join(args[:n], " ")})
		args = args[n:]
	}
	return terms
}

// Longest returns the word for the longest phrase at the beginning of args, else the first of args, and the number of
// args used.
func (p Phrases) Longest(args []string) (word string, n int) {
	for n = min(longestPhrase, len(args)); n > 0; n-- {
		typed := strings.Join(args[:n], " ")
		if word, ok := p.LookupPhrase(typed); ok && !strings.ContainsAny(typed, "@#") {
			return word, n
		}
	}
	switch {
	case len(args) == 0:
		return "", 0
	case IsMention(args[0]):
		return args[0], 1
	}
	return p.wordOfAssignment(args[0]), 1
}

func (p Phrases) wordOfAssignment(arg string) string {
	name, value, assigned := strings.Cut(strings.ToLower(arg), "=")
	if !assigned {
		return arg
	}
	word, known := p.LookupPhrase(value)
	named, isNamed := p.LookupPhrase(name)
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

// GameRequest is a typed request about a game or rule set.
type GameRequest struct {
	Game, Rules string // ids, or ""
	Remainder   string
}

// Game reads a game and rule set at the beginning of args. A rule set's short name alone may be a topic.
func (p Phrases) Game(args []string) (said GameRequest) {
	word, n := p.Longest(args)
	word = strings.ToLower(word)
	rest := args[n:]
	switch g, set := FindRules(word); {
	case set == "" || word == RuleWord(g, set):
		rest = args
	case word != g.ID:
		said.Game, said.Rules = g.ID, set
	default:
		said.Game = g.ID
		if len(rest) > 0 {
			said.Rules = FindRulesIn(g, strings.ToLower(rest[0]))
		}
		if said.Rules != "" {
			rest = rest[1:]
		}
	}
	said.Remainder = strings.Join(rest, " ")
	return said
}

// IsMention reports whether the word means a person, such as "@bert" or "#384T".
func IsMention(word string) bool { return len(word) > 1 && (word[0] == '@' || word[0] == '#') }
