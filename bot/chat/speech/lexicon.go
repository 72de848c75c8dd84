// Package speech is what people type and what things are called: words in, values out,
// and the other way round. It knows no bot and no store; what commands, settings and
// choices there are is handed in. Begin with [Lexicon].
package speech

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// Meanings are what people type for the values of one kind, in all languages, by Key.
type Meanings[V any] map[string]V

// NewMeanings reads them from the texts with the ids that the prefix and a value's word make.
func NewMeanings[V any](catalogue *words.Catalogue, prefix string, values []V, word func(V) string) Meanings[V] {
	all := make(Meanings[V])
	for _, lang := range words.Languages() {
		t := catalogue.In(lang)
		for _, value := range values {
			all.Add(value, Typed(t, prefix+word(value))...)
		}
	}
	return all
}

// NewWords are meanings whose values are words themselves.
func NewWords(catalogue *words.Catalogue, prefix string, all ...string) Meanings[string] {
	return NewMeanings(catalogue, prefix, all, func(word string) string { return word })
}

// Add lets the value be typed so.
func (all Meanings[V]) Add(value V, typed ...string) {
	for _, phrase := range typed {
		all[Key(phrase)] = value
	}
}

// Word is the value of what was typed, which is a word alone.
func (all Meanings[V]) Word(typed string) (value V, ok bool) {
	value, ok = all[PlainWord(typed)]
	return value, ok
}

// Phrase is the value of what was typed, whatever signs stand in it.
func (all Meanings[V]) Phrase(typed string) (value V, ok bool) {
	value, ok = all[Key(typed)]
	return value, ok
}

// Typed are what is typed for something, the usual first. The id is that of the text that lists it.
func Typed(t *words.Tongue, id string) []string { return strings.Split(t.Say(id), ", ") }

// PlainWord is a typed word as commands spell it: small, with umlauts written out.
func PlainWord(word string) string {
	return umlauts.Replace(strings.ToLower(word))
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// Key is what people type or read, without capitals, umlauts, and all signs.
func Key(text string) string {
	return strings.Join(strings.FieldsFunc(PlainWord(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// spokenVerbs are the verbs that may be typed, as the text "typed.verb.VERB" lists it.
var spokenVerbs = []engine.Verb{
	engine.PlayCard, engine.Bid, engine.Hold, engine.Take, engine.Pass, engine.Announce, engine.Contra, engine.Re, engine.Sub,
	engine.Done, engine.Talon, engine.Discard, engine.Exchange, engine.Undertake, engine.Fold, engine.Declare,
}

// bareVerbs are the actions that a button says without a word more.
var bareVerbs = []engine.Verb{engine.Hold, engine.Take, engine.Pass, engine.Good, engine.Done, engine.Undertake, engine.Fold}

// spokenNames are what may be bid, said and doubled, as the text "typed.name.NAME" lists it.
var spokenNames = []engine.Word{
	engine.TheGame, engine.Dreiblatt, engine.Zweiblatt, engine.Einblatt, engine.Solo,
	engine.Pagat, engine.Uhu, engine.Pelikan, engine.Quapil, engine.Absolute, engine.Panzer,
	engine.WithoutTrull, engine.WithoutKings, engine.Valat, engine.Trull, engine.Kings, engine.Birds, engine.Honours,
}

// Command is a command. What is typed for it besides the name is the text "typed.command.NAME".
type Command struct {
	Name    string
	Hidden  bool                             // only buttons say it
	Private bool                             // see [chat.CommandWord]
	Fields  func(*words.Tongue) []chat.Field // in a language
}

// Typed are the words for the command in the language, the usual first; none if it is hidden.
func (c Command) Typed(t *words.Tongue) []string {
	if c.Hidden {
		return nil
	}
	return Typed(t, "typed.command."+c.Name)
}

// Lexicon is what people may type: commands, moves, and the words of challenges.
type Lexicon struct {
	Commands  Meanings[Command]
	Verbs     Meanings[engine.Verb]
	Labels    Meanings[engine.Verb] // what a button says, as a whole
	Switches  Meanings[bool]
	Languages Meanings[string] // "" follows the platform
	names     Meanings[engine.Word]
	Phrases   Phrases
	inHours   *strings.Replacer // takes the words out of hours
}

// NewLexicon reads it. The terms are the words of a challenge that no game has.
func NewLexicon(catalogue *words.Catalogue, commands []Command, terms []string) *Lexicon {
	l := &Lexicon{
		Commands:  make(Meanings[Command]),
		Verbs:     NewMeanings(catalogue, "typed.verb.", spokenVerbs, engine.Verb.String),
		Labels:    make(Meanings[engine.Verb]),
		Switches:  NewMeanings(catalogue, "typed.", []bool{true, false}, func(on bool) string { return map[bool]string{true: "on", false: "off"}[on] }),
		Languages: NewWords(catalogue, "language.", words.Languages()...),
		names:     NewMeanings(catalogue, "typed.name.", spokenNames, engine.Word.String),
		Phrases:   newPhrases(catalogue, terms),
		inHours:   hourWords(catalogue),
	}
	l.Languages.Add("", "auto")
	for _, lang := range words.Languages() {
		l.Languages.Add(lang, lang)
		l.learn(catalogue.In(lang), commands)
	}
	return l
}

// learn adds what isn't listed in a text of its own.
func (l *Lexicon) learn(t *words.Tongue, commands []Command) {
	for _, c := range commands {
		l.Commands.Add(c, append(c.Typed(t), c.Name)...)
	}
	for _, verb := range bareVerbs {
		said := verb
		if verb == engine.Good {
			said = engine.Done // people say the same for both
		}
		l.Labels.Add(said, t.Say("verb."+verb.String()))
	}
	l.Labels.Add(engine.Done, t.Say("verb.no-contra")) // "good" where it leaves a game undoubled
	l.Languages.Add("", t.Say("settings.lang.auto"))
}

// hourWords takes the words out of hours: "22 bis 7 Uhr" is "22-7".
func hourWords(catalogue *words.Catalogue) *strings.Replacer {
	pairs := []string{" ", "", "–", "-"}
	for _, lang := range words.Languages() {
		t := catalogue.In(lang)
		for _, to := range Typed(t, "typed.hours.to") {
			pairs = append(pairs, to, "-")
		}
		for _, clock := range Typed(t, "typed.hours.clock") {
			pairs = append(pairs, clock, "")
		}
	}
	return strings.NewReplacer(pairs...)
}

// Line is the line as those who speak the language type it, where it is read: it
// begins with a command or a move, for which each language has its own word.
func (l *Lexicon) Line(line string, w *words.Tongue) string {
	word, rest, more := strings.Cut(line, " ")
	if c, ok := l.Commands[word]; ok && !c.Hidden {
		word = c.Typed(w)[0]
	} else if verb, ok := l.Verbs[word]; ok {
		word = Typed(w, "typed.verb."+verb.String())[0]
	}
	if more {
		word += " " + rest
	}
	return w.Command(word)
}

// Yes understands a typed yes.
func (l *Lexicon) Yes(word string) bool {
	on, _ := l.Switches.Word(word)
	return on
}

// hoursForm is how hours are typed, without words: "22-7", "22:30-6:45".
var hoursForm = regexp.MustCompile(`^(\d{1,2})(?:[:.](\d{2}))?-(\d{1,2})(?:[:.](\d{2}))?$`)

// Hours reads "22-7", "22:30–6:45", "22 bis 7 Uhr", as minutes since midnight; false if it can't.
func (l *Lexicon) Hours(typed string) (from, to int, ok bool) {
	found := hoursForm.FindStringSubmatch(l.inHours.Replace(strings.ToLower(typed)))
	if found == nil {
		return 0, 0, false
	}
	minutes := func(hour, minute string) (int, bool) {
		h, _ := strconv.Atoi(hour)   // it is digits
		m, _ := strconv.Atoi(minute) // or none
		const day = int(24 * time.Hour / time.Minute)
		return (h*60 + m) % day, h <= 24 && m < 60 && h*60+m <= day
	}
	from, ok1 := minutes(found[1], found[2])
	to, ok2 := minutes(found[3], found[4])
	return from, to, ok1 && ok2 && from != to
}

// Action reads an action that somebody typed: the notation of records, but with cards as people
// write them, and packets counted from 1. The error tells what was not understood.
func (l *Lexicon) Action(verb engine.Verb, args []string) (engine.Action, error) {
	if name, ok := l.names.Phrase(strings.Join(args, " ")); ok && verb != engine.PlayCard && verb != engine.Talon {
		args = []string{name.String()}
	}
	args = strings.Fields(strings.ReplaceAll(strings.Join(args, " "), ",", " "))
	words := []string{verb.String()}
	for i, arg := range args {
		switch {
		case verb == engine.PlayCard && i > 0: // what is said of the card
			words = append(words, PlainWord(strings.TrimRight(arg, "!")))
		case verb != engine.Exchange || !slices.Contains(nothing, arg):
			words = append(words, typedArgument(verb, arg))
		}
	}
	// To put nothing away must be said: a bare verb is more likely a question.
	bare := verb == engine.Exchange || verb == engine.Discard
	a, err := engine.ParseAction(strings.Join(words, " "))
	switch {
	case len(args) == 0 && (err != nil || bare):
		return a, chat.Refuse("bare." + verb.String())
	case err != nil:
		return a, chat.Refuse("typed."+verb.String(), "Typed", CleanName(strings.Join(args, " ")))
	}
	return a, nil
}

// nothing is what people say for no cards.
var nothing = []string{"0", "-", "nothing", "nichts"}

func typedArgument(verb engine.Verb, arg string) string {
	switch verb {
	case engine.PlayCard, engine.Exchange, engine.Discard:
		return typedCard(strings.ToUpper(arg))
	case engine.Talon:
		if n, err := strconv.Atoi(arg); err == nil {
			return strconv.Itoa(n - 1)
		}
	}
	return PlainWord(arg)
}

// typedCards are names of cards that people write besides their codes.
var typedCards = map[string]card.Card{
	"SKÜS": card.Skus, "SKUES": card.Skus, "GSTIESS": card.Skus, "GSTIEß": card.Skus, "GSCHTIESS": card.Skus, "GSCHTIEß": card.Skus,
	"MOND": card.Mond, "PAGAT": card.Pagat, "SPATZ": card.Pagat, "UHU": card.Uhu, "PELIKAN": card.Pelikan,
	"KAKADU": card.Pelikan, "QUAPIL": card.Quapil, "MARABU": card.Quapil, "IV": card.Quapil,
}

// typedRanks are the letters of court cards in the languages of the cards.
var typedRanks = map[string]string{"D": "Q", "B": "V", "J": "V"}

// suitLetters writes suit signs as letters.
var suitLetters = strings.NewReplacer("♥", "H", "♦", "D", "♠", "S", "♣", "C", "\uFE0E", "", "\uFE0F", "")

// typedCard is the code of a card as people write it: a code, a name, a suit sign with a rank in
// either language, or a tarock's number. Anything else comes back as it was.
func typedCard(text string) string {
	code := suitLetters.Replace(text)
	if c, ok := typedCards[code]; ok {
		return c.String()
	}
	if n, err := strconv.Atoi(code); err == nil && n >= 1 && n <= int(card.Mond)+1 {
		return card.Card(n - 1).String()
	}
	if len(code) == 2 && strings.Contains("HDSC", code[:1]) {
		if rank, ok := typedRanks[code[1:]]; ok {
			return code[:1] + rank
		}
	}
	return code
}

// NewVocabulary is the vocabulary in the language, with these commands.
func NewVocabulary(t *words.Tongue, commands []Command) (v chat.Vocabulary) {
	v.Lang = t.Tag()
	for _, c := range commands {
		v.Typed = append(append(v.Typed, c.Name), c.Typed(t)...)
		if !c.Hidden {
			v.Commands = append(v.Commands, chat.CommandWord{Name: c.Name, Alias: c.Typed(t)[0], About: t.Say("command." + c.Name), Private: c.Private, Fields: c.Fields(t)})
		}
	}
	for _, verb := range spokenVerbs {
		v.Typed = append(v.Typed, Typed(t, "typed.verb."+verb.String())...)
	}
	return v
}
