package bot

import (
	"fmt"
	"maps"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// phrases are what people say for the words of a challenge: "mayr und sedlaczek" for
// "mayr-sedlaczek".
type phrases struct{ meanings[string] }

// longestPhrase is how many words a phrase has at most.
const longestPhrase = 6

// saidTerm is a word of a challenge, and what was typed for it.
type saidTerm struct{ word, typed string }

// gameTerms are the words that name games, rule sets and options, as people say them:
// the texts "typed.term.WORD".
func gameTerms() (all []string) {
	for _, g := range games.All() {
		all = append(all, g.ID)
		for _, set := range g.Rules {
			all = append(all, ruleWord(g, set.ID))
			for _, opt := range set.Options {
				for _, value := range opt.Values {
					all = append(all, optionWord(opt.ID, value))
				}
			}
		}
	}
	return all
}

// ruleWord is what names a rule set in its game: "beck" for "illustrated/beck".
func ruleWord(g engine.Game, set string) string { return strings.TrimPrefix(set, g.ID+"/") }

// optionWord is what names the value of an option: "easy", "uhu", "uhu=off".
func optionWord(option, value engine.Name) string {
	switch value {
	case "on":
		return string(option)
	case "off":
		return string(option) + "=off"
	}
	return string(value)
}

// newPhrases reads them from all languages. The terms are the words of a challenge
// that no game has; the first phrase of each is what people are told.
func newPhrases(catalogue *words.Catalogue, terms []string) phrases {
	all := phrases{newWords(catalogue, "typed.", "on", "off")}
	for _, lang := range words.Languages() {
		all.learnGames(catalogue.In(lang))
	}
	maps.Copy(all.meanings, newWords(catalogue, "typed.term.", append(gameTerms(), terms...)...))
	return all
}

// learnGames adds what one language calls games, rule sets and options.
func (all phrases) learnGames(t *words.Tongue) {
	for _, g := range games.All() {
		all.add(g.ID, t.Say("game."+g.ID))
		for _, set := range g.Rules {
			all.add(set.ID, t.Say("rules."+set.ID))
			for _, opt := range set.Options {
				for _, value := range opt.Values {
					all.add(optionWord(opt.ID, value), t.Say(optionText(opt.ID, value)))
				}
			}
		}
	}
}

// read finds the phrases in what was typed, the longest first. What is none
// stays as it is.
func (all phrases) read(args []string) (terms []saidTerm) {
	for len(args) > 0 {
		word, n := all.longest(args)
		terms = append(terms, saidTerm{word, strings.Join(args[:n], " ")})
		args = args[n:]
	}
	return terms
}

// longest is the phrase that the words begin with, and how many of them it is.
func (all phrases) longest(args []string) (word string, n int) {
	for n = min(longestPhrase, len(args)); n > 0; n-- {
		typed := strings.Join(args[:n], " ")
		if word, ok := all.phrase(typed); ok && !strings.ContainsAny(typed, "@#") {
			return word, n
		}
	}
	if isMention(args[0]) {
		return args[0], 1
	}
	return all.assigned(args[0]), 1
}

// assigned reads the value in "name=value".
func (all phrases) assigned(arg string) string {
	name, value, is := strings.Cut(strings.ToLower(arg), "=")
	if !is {
		return arg
	}
	word, known := all.phrase(value)
	named, isNamed := all.phrase(name)
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

// game is the game that the words begin with, by any of its names, and what is
// said after it.
func (all phrases) game(args []string) (id, rest string) {
	if len(args) == 0 {
		return "", ""
	}
	word, n := all.longest(args)
	if g, set := rulesCalled(strings.ToLower(word)); set != "" && ruleWord(g, set) != word {
		return g.ID, strings.Join(args[n:], " ")
	}
	return "", strings.Join(args, " ")
}

// spoken is the word of a challenge as people who speak the language say it.
func spoken(word string, w *words.Tongue) string {
	return typedWords(w, "typed.term."+word)[0]
}

// rulesCalled are the game and rule set that the word names: a game's own are
// its first. The set is "" if there is none.
func rulesCalled(word string) (engine.Game, string) {
	for _, g := range games.All() {
		if word == g.ID {
			return g, g.Rules[0].ID
		}
		for _, set := range g.Rules {
			if word == set.ID || word == ruleWord(g, set.ID) {
				return g, set.ID
			}
		}
	}
	return engine.Game{}, ""
}

// optionCalled understands "option=value", and what names a value by itself; ""
// if the game has no such option.
func optionCalled(g engine.Game, word string) (option, value engine.Name) {
	name, is, named := strings.Cut(word, "=")
	for _, set := range g.Rules {
		for _, opt := range set.Options {
			for _, v := range opt.Values {
				if named && name == string(opt.ID) && is == string(v) || !named && word == optionWord(opt.ID, v) {
					return opt.ID, v
				}
			}
		}
	}
	return "", ""
}

// optionText is the id of the text that says what the value is called.
func optionText(option, value engine.Name) string { return fmt.Sprintf("option.%s.%s", option, value) }

// isMention says that the word means somebody: "@bert", or the tag that tells people
// with the same name apart, "#384T".
func isMention(word string) bool { return len(word) > 1 && (word[0] == '@' || word[0] == '#') }
