package bot

import (
	"strings"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// typedVerbs are the verbs that may be typed. What people type for them is the
// text "typed.verb.VERB".
var typedVerbs = []engine.Verb{
	engine.PlayCard, engine.Bid, engine.Hold, engine.Pass, engine.Announce, engine.Contra, engine.Re, engine.Sub,
	engine.Done, engine.Talon, engine.Discard, engine.Exchange,
}

// tongues are the words that people may type, in all languages at once: they may
// follow somebody who speaks another. They are spelt as plainWord does it.
type tongues struct {
	commands  map[string]command
	verbs     map[string]engine.Verb
	switches  map[string]bool
	languages map[string]string // "" follows the platform
}

func newTongues(catalogue *words.Catalogue) tongues {
	all := tongues{make(map[string]command), make(map[string]engine.Verb), make(map[string]bool), map[string]string{"auto": ""}}
	for _, c := range commands() {
		all.commands[c.name] = c
	}
	for _, lang := range words.Languages() {
		all.languages[lang] = lang
		all.learn(catalogue.In(lang))
	}
	return all
}

// learn adds what is typed in one language.
func (all tongues) learn(t *words.Tongue) {
	for _, c := range commands() {
		for _, word := range typedWordsFor(c, t) {
			all.commands[word] = c
		}
	}
	for _, verb := range typedVerbs {
		for word := range strings.FieldsSeq(t.Say("typed.verb." + verb.String())) {
			all.verbs[word] = verb
		}
	}
	for word := range strings.FieldsSeq(t.Say("typed.on")) {
		all.switches[word] = true
	}
	for word := range strings.FieldsSeq(t.Say("typed.off")) {
		all.switches[word] = false
	}
	for _, lang := range words.Languages() {
		all.languages[plainWord(t.Say("language."+lang))] = lang
	}
	all.languages[plainWord(t.Say("settings.lang.auto"))] = ""
}

// typedWordsFor are the words that people who speak the language type for the
// command, the usual first; none if only buttons say it.
func typedWordsFor(c command, t *words.Tongue) []string {
	if c.mute {
		return nil
	}
	return strings.Fields(t.Say("typed.command." + c.name))
}

// yes understands a typed yes.
func (all tongues) yes(word string) bool { return all.switches[plainWord(word)] }
