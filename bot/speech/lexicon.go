package speech

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// spokenVerbs are the verbs that may be typed. What people type for them is the
// text "typed.verb.VERB".
var spokenVerbs = []engine.Verb{
	engine.PlayCard, engine.Bid, engine.Hold, engine.Take, engine.Pass, engine.Announce, engine.Contra, engine.Re, engine.Sub,
	engine.Done, engine.Talon, engine.Discard, engine.Exchange, engine.Undertake, engine.Fold, engine.Declare,
}

// bareVerbs are the actions that a button says without a word more.
var bareVerbs = []engine.Verb{engine.Hold, engine.Take, engine.Pass, engine.Good, engine.Done, engine.Undertake, engine.Fold}

// spokenNames are what may be bid, announced, declared and doubled. What people
// type for them is the text "typed.name.NAME".
var spokenNames = []engine.Word{
	engine.TheGame, engine.Dreiblatt, engine.Zweiblatt, engine.Einblatt, engine.Solo,
	engine.Pagat, engine.Uhu, engine.Pelikan, engine.Quapil, engine.Absolute, engine.Panzer,
	engine.WithoutTrull, engine.WithoutKings, engine.Valat, engine.Trull, engine.Kings, engine.Birds, engine.Honours,
}

// Command is a command as people say it. What they type for it, besides the
// name, is the text "typed.command.NAME".
type Command struct {
	Name   string
	Hidden bool // only buttons say it
}

// Typed are the words that people who speak the language type for the command, the
// usual first; none if only buttons say it.
func (c Command) Typed(t *words.Tongue) []string {
	if c.Hidden {
		return nil
	}
	return Typed(t, "typed.command."+c.Name)
}

// Lexicon is what people may type to a bot: its commands, moves, and the words of
// challenges.
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
		Switches:  NewMeanings(catalogue, "typed.", []bool{true, false}, switchWord),
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

func switchWord(on bool) string {
	if on {
		return "on"
	}
	return "off"
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
	l.Languages.Add("", t.Say("settings.lang.auto"))
}

// hourWords takes out of hours what stands beside the numbers: "22 bis 7 Uhr" is
// "22-7".
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

// hoursForm is what hours are typed like once the words in them are gone: "22-7",
// "22:30-6:45".
var hoursForm = regexp.MustCompile(`^(\d{1,2})(?:[:.](\d{2}))?-(\d{1,2})(?:[:.](\d{2}))?$`)

// Hours reads hours, such as "22-7", "22:30–6:45", "22 bis 7 Uhr", as minutes since
// midnight; false if they can't be any.
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
