// Package speech reads typed text in all languages at once. [Lexicon] understands commands and moves, and [Phrases] the
// words of a challenge.
package speech

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// The text "typed.verb.VERB" lists the words for each verb.
var spokenVerbs = []engine.Verb{
	engine.PlayCard, engine.Bid, engine.Hold, engine.TakeOver, engine.Pass, engine.Announce, engine.Contra, engine.Re, engine.Sub,
	engine.EndAnnouncing, engine.ChoosePacket, engine.Discard, engine.Exchange, engine.Undertake, engine.Fold, engine.Declare,
}

// People may type the button labels of these verbs without arguments.
var bareVerbs = []engine.Verb{engine.Hold, engine.TakeOver, engine.Pass, engine.SayGood, engine.EndAnnouncing, engine.Undertake, engine.Fold}

// The text "typed.name.NAME" lists the words for each name.
var spokenNames = []engine.Word{
	engine.TheGame, engine.Dreiblatt, engine.Zweiblatt, engine.Einblatt, engine.Solo,
	engine.Pagat, engine.Uhu, engine.Pelikan, engine.Quapil, engine.Absolute, engine.Panzer,
	engine.WithoutTrull, engine.WithoutKings, engine.Valat, engine.Trull, engine.Kings, engine.Birds, engine.TwoTrull,
}

// Command is a command. The text "typed.command.NAME" lists its words, besides Name.
type Command struct {
	Name    string
	Hidden  bool // only buttons send it
	Private bool // see [chat.CommandWord]
	Fields  func(*words.Tongue) []chat.Field
}

// Names returns the command's words, the usual one first; none if it is hidden.
func (c Command) Names(w *words.Tongue) []string {
	if c.Hidden {
		return nil
	}
	return PhrasesOf(w, "typed.command."+c.Name)
}

// Lexicon understands typed commands, moves and challenges. It never changes.
type Lexicon struct {
	Commands  Meanings[Command]
	Verbs     Meanings[engine.Verb]
	Labels    Meanings[engine.Verb] // by a button's whole label
	Switches  Meanings[bool]
	Languages Meanings[string]
	Phrases   Phrases
	names     Meanings[engine.Word]
	noCards   []string // typed to exchange no cards
	inHours   *strings.Replacer
}

// NewLexicon reads the words of all languages.
func NewLexicon(catalogue *words.Catalogue, commands []Command, phrases Phrases) *Lexicon {
	l := &Lexicon{
		Commands:  make(Meanings[Command]),
		Verbs:     NewMeanings(catalogue, "typed.verb.", spokenVerbs, engine.Verb.String),
		Labels:    make(Meanings[engine.Verb]),
		Switches:  NewMeanings(catalogue, "typed.", []bool{true, false}, switchWord),
		Languages: NewWordMeanings(catalogue, "language.", words.Languages()...),
		names:     NewMeanings(catalogue, "typed.name.", spokenNames, engine.Word.String),
		noCards:   []string{"0", "-"},
		Phrases:   phrases,
		inHours:   hourWords(catalogue),
	}
	l.Languages.Add("", "auto")
	for _, lang := range words.Languages() {
		l.Languages.Add(lang, lang)
		l.learn(catalogue.In(lang), commands)
	}
	return l
}

func (l *Lexicon) learn(w *words.Tongue, commands []Command) {
	for _, c := range commands {
		l.Commands.Add(c, append(c.Names(w), c.Name)...)
	}
	for _, verb := range bareVerbs {
		said := verb
		if verb == engine.SayGood {
			said = engine.EndAnnouncing // people type the same for both
		}
		l.Labels.Add(said, w.Say("verb."+verb.String()))
	}
	l.Labels.Add(engine.EndAnnouncing, w.Say("verb.no-contra")) // "good" where it leaves a game undoubled
	l.Languages.Add("", w.Say("settings.lang.auto"))
	l.noCards = append(l.noCards, PhrasesOf(w, "typed.nothing")...)
}

// hourWords returns a replacer that turns "22 bis 7 Uhr" into "22-7".
func hourWords(catalogue *words.Catalogue) *strings.Replacer {
	pairs := []string{" ", "", "–", "-"}
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, to := range PhrasesOf(w, "typed.hours.to") {
			pairs = append(pairs, to, "-")
		}
		for _, clock := range PhrasesOf(w, "typed.hours.clock") {
			pairs = append(pairs, clock, "")
		}
	}
	return strings.NewReplacer(pairs...)
}

func switchWord(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// IsYes reports whether the word is a typed yes.
func (l *Lexicon) IsYes(word string) bool {
	on, _ := l.Switches.LookupWord(word)
	return on
}

var hoursForm = regexp.MustCompile(`^(\d{1,2})(?:[:.](\d{2}))?-(\d{1,2})(?:[:.](\d{2}))?$`)

// Hours reads "22-7", "22:30–6:45" or "22 bis 7 Uhr" as minutes since midnight.
func (l *Lexicon) Hours(typed string) (from, to int, ok bool) {
	found := hoursForm.FindStringSubmatch(l.inHours.Replace(strings.ToLower(typed)))
	if found == nil {
		return 0, 0, false
	}
	from, ok1 := minutesOf(found[1], found[2])
	to, ok2 := minutesOf(found[3], found[4])
	return from, to, ok1 && ok2 && from != to
}

func minutesOf(hour, minute string) (minutes int, ok bool) {
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	const day = int(24 * time.Hour / time.Minute)
	return (h*60 + m) % day, m < 60 && h*60+m <= day
}

// NewVocabulary returns the commands' vocabulary.
func NewVocabulary(w *words.Tongue, commands []Command) (v chat.Vocabulary) {
	v.Lang = w.Tag()
	for _, c := range commands {
		v.TypedWords = append(append(v.TypedWords, c.Name), c.Names(w)...)
		if !c.Hidden {
			v.Commands = append(v.Commands, chat.CommandWord{
				Name: c.Name, Alias: c.Names(w)[0], About: w.Say("command." + c.Name), Private: c.Private, Fields: c.Fields(w),
			})
		}
	}
	for _, verb := range spokenVerbs {
		v.TypedWords = append(v.TypedWords, PhrasesOf(w, "typed.verb."+verb.String())...)
	}
	return v
}
