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

// spoken is the terms as people say them; what is usual is left out.
func (t terms) spoken(w *words.Tongue) string {
	parts := []string{spoken(t.game.ID, w)}
	if t.setup.Rules != t.game.Rules[0].ID {
		parts = append(parts, spoken(ruleWord(t.game, t.setup.Rules), w))
	}
	if set, err := t.game.RuleSet(t.setup.Rules); err == nil {
		for _, opt := range set.Options {
			if value := t.setup.Options[opt.ID]; value != opt.Values[0] {
				parts = append(parts, spoken(optionWord(opt.ID, value), w))
			}
		}
	}
	if t.setup.HidePoints {
		parts = append(parts, spoken(wordPoints+hiddenPoints, w))
	}
	if t.setup.LeavingEnds {
		parts = append(parts, spoken(wordLeaving+leavingEnds, w))
	}
	if t.setup.Friendly {
		parts = append(parts, spoken(wordRated+friendly, w))
	}
	if t.paced {
		parts = append(parts, t.setup.Pace.spoken(w))
	}
	if t.setup.Settle {
		parts = append(parts, spoken(wordTimeout+timeoutSettle, w))
	}
	if t.setup.Length != t.game.Lengths[0] {
		parts = append(parts, fmt.Sprint(t.setup.Length))
	}
	for _, f := range t.friends {
		parts = append(parts, mentioned(f.mention))
	}
	switch {
	case t.robots > 0 && t.robots == t.game.Seats-1-len(t.friends):
		parts = append(parts, spoken(wordComputer, w))
	case t.robots > 0:
		parts = append(parts, spoken(fmt.Sprintf("%s=%d", wordComputer, t.robots), w))
	}
	return strings.Join(parts, " ")
}
