package bot

import (
	"strings"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// typedVerbs are the verbs that may be typed. What people type for them is the
// text "typed.verb.VERB".
var typedVerbs = []engine.Verb{
	engine.PlayCard, engine.Bid, engine.Hold, engine.Take, engine.Pass, engine.Announce, engine.Contra, engine.Re, engine.Sub,
	engine.Done, engine.Talon, engine.Discard, engine.Exchange, engine.Undertake, engine.Fold, engine.Declare,
}

// bareVerbs are the actions that a button says without a word more.
var bareVerbs = []engine.Verb{engine.Hold, engine.Take, engine.Pass, engine.Good, engine.Done, engine.Undertake, engine.Fold}

// typedNames are what may be bid, announced, declared and doubled. What people
// type for them is the text "typed.name.NAME".
var typedNames = []engine.Word{
	engine.TheGame, engine.Dreiblatt, engine.Zweiblatt, engine.Einblatt, engine.Solo,
	engine.Pagat, engine.Uhu, engine.Pelikan, engine.Quapil, engine.Absolute, engine.Panzer,
	engine.WithoutTrull, engine.WithoutKings, engine.Valat, engine.Trull, engine.Kings, engine.Birds, engine.Honours,
}

// tongues are the words that people may type, in all languages at once: they may
// follow somebody who speaks another. They are spelt as plainWord does it.
type tongues struct {
	commands  map[string]command
	verbs     map[string]engine.Verb
	labels    map[string]engine.Verb // by phraseKey of what a button says
	switches  map[string]bool
	languages map[string]string // "" follows the platform
	names     map[string]string // of what is bid, announced and doubled
	phrases   phrases
	filters   map[string]string // what is said after "history"
	boards    map[string]string // words of a leaderboard
	wishes    map[string]rankingWish
	reminders map[string]reminders
	calls     map[string]turnCalls // by phraseKey
	ends      map[string]bool      // what is said to end a match
	settings  map[string]string    // what settings are called
	decks     map[string]string
	inHours   *strings.Replacer // takes the words out of hours
}

func newTongues(catalogue *words.Catalogue) tongues {
	all := tongues{make(map[string]command), make(map[string]engine.Verb), make(map[string]engine.Verb), make(map[string]bool), map[string]string{"auto": ""},
		make(map[string]string), newPhrases(catalogue), make(map[string]string), make(map[string]string), make(map[string]rankingWish), make(map[string]reminders), make(map[string]turnCalls), map[string]bool{endWord: true},
		make(map[string]string), make(map[string]string), hourWords(catalogue)}
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
	for _, verb := range bareVerbs {
		said := verb
		if verb == engine.Good {
			said = engine.Done // see meant
		}
		all.labels[phraseKey(t.Say("verb."+verb.String()))] = said
	}
	for _, name := range typedNames {
		all.names[phraseKey(name.String())] = name.String()
		for phrase := range strings.SplitSeq(t.Say("typed.name."+name.String()), ",") {
			all.names[phraseKey(phrase)] = name.String()
		}
	}
	for _, filter := range filters {
		all.filters[filter] = filter
		for word := range strings.FieldsSeq(t.Say("typed.filter." + filter)) {
			all.filters[word] = filter
		}
	}
	for _, word := range leaderboardWords() {
		for typed := range strings.FieldsSeq(t.Say("typed.board." + word)) {
			all.boards[typed] = word
		}
	}
	all.learnSettings(t)
	for word := range strings.FieldsSeq(t.Say("typed.end")) {
		all.ends[word] = true
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

// learnSettings adds what settings and their values are called.
func (all tongues) learnSettings(t *words.Tongue) {
	for _, wish := range rankingWishes() {
		for typed := range strings.FieldsSeq(t.Say("typed.ranking." + wish.word())) {
			all.wishes[typed] = wish
		}
	}
	for _, which := range []reminders{bothReminders, lastReminder, noReminders} {
		for typed := range strings.FieldsSeq(t.Say("typed.reminders." + which.word())) {
			all.reminders[typed] = which
		}
	}
	for _, calls := range allTurnCalls() {
		for phrase := range strings.SplitSeq(t.Say("typed.calls."+calls.word()), ",") {
			all.calls[phraseKey(phrase)] = calls
		}
	}
	for _, s := range settingsList() {
		all.settings[s.name] = s.name
		for typed := range strings.FieldsSeq(t.Say("typed.setting." + s.name)) {
			all.settings[typed] = s.name
		}
	}
	for _, deck := range []string{deckFour, deckTwo} {
		for typed := range strings.FieldsSeq(t.Say("typed.deck." + deck)) {
			all.decks[typed] = deck
		}
	}
}

// hourWords takes out of hours what stands beside the numbers: "22 bis 7 Uhr" is
// "22-7".
func hourWords(catalogue *words.Catalogue) *strings.Replacer {
	pairs := []string{" ", "", "–", "-"}
	for _, lang := range words.Languages() {
		t := catalogue.In(lang)
		for _, to := range strings.Fields(t.Say("typed.hours.to")) {
			pairs = append(pairs, to, "-")
		}
		for _, clock := range strings.Fields(t.Say("typed.hours.clock")) {
			pairs = append(pairs, clock, "")
		}
	}
	return strings.NewReplacer(pairs...)
}

// typedWordsFor are the words that people who speak the language type for the
// command, the usual first; none if only buttons say it.
func typedWordsFor(c command, t *words.Tongue) []string {
	if c.mute {
		return nil
	}
	return strings.Fields(t.Say("typed.command." + c.name))
}

// typedLine is the line as those who speak the language type it, where it is read:
// it begins with a command or a move, for which each language has its own word.
func (all tongues) typedLine(line string, w *words.Tongue) string {
	word, rest, more := strings.Cut(line, " ")
	if c, ok := all.commands[word]; ok && !c.mute {
		word = typedWordsFor(c, w)[0]
	} else if verb, ok := all.verbs[word]; ok {
		word = strings.Fields(w.Say("typed.verb." + verb.String()))[0]
	}
	if more {
		word += " " + rest
	}
	return w.Command(word)
}

// yes understands a typed yes.
func (all tongues) yes(word string) bool { return all.switches[plainWord(word)] }
