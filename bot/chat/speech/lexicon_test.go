package speech

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// TestPlainWord: words are spelt as commands spell them.
func TestPlainWord(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want string }{
		{"Könige", "koenige"}, {"GSTIESS", "gstiess"}, {"Gstieß", "gstiess"}, {"Vögel", "voegel"}, {"üÄ", "ueae"}, {"", ""},
	} {
		if got := PlainWord(tt.typed); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, got, tt.want)
		}
	}
}

// theCatalogue returns all texts.
func theCatalogue(t *testing.T) *words.Catalogue {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

// theTerms lists the words of challenges that are no game's.
var theTerms = []string{
	"points=shown", "points=hidden", "leaving=computer", "leaving=ends", "rated=on", "rated=off", "pace=live", "pace=none",
	"timeout=computer", "timeout=settle", "cut=match", "cut=deal", "computer", "computer=1", "computer=2",
	"level=easy", "level=medium", "level=strong",
}

// theLexicon returns the lexicon of a bot with some commands.
var theLexicon = sync.OnceValue(func() *Lexicon {
	catalogue, err := words.Load()
	if err != nil {
		panic(err)
	}
	return NewLexicon(catalogue, []Command{
		{Name: "practice", Fields: func(*words.Tongue) []chat.Field { return nil }}, {Name: "undo"}, {Name: "back"}, {Name: "leaderboard"}, {Name: "accept"},
		{Name: "do", Hidden: true},
	}, NewPhrases(catalogue, theTerms))
})

// TestTypedCommands: commands are found with umlauts and with umlauts spelt out.
func TestTypedCommands(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want string }{
		{"üben", "practice"}, {"ÜBEN", "practice"}, {"ueben", "practice"}, {"zurück", "back"}, {"Zurück", "back"},
		{"zurueck", "back"}, {"zurücknehmen", "undo"}, {"practice", "practice"}, {"Rangliste", "leaderboard"},
	} {
		if c, ok := theLexicon().Commands[PlainWord(tt.typed)]; !ok || c.Name != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, c.Name, tt.want)
		}
	}
}

// TestLabelsTyped: a button's typed label does what the button does.
func TestLabelsTyped(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, verb := range []engine.Verb{engine.Contra, engine.Re, engine.Sub, engine.Declare} {
			label := Key(w.Say("verb." + verb.String()))
			if got := theLexicon().Verbs[label]; got != verb {
				t.Errorf("%s: %q does %v, want %v", lang, label, got, verb)
			}
		}
		for _, verb := range bareVerbs {
			label := w.Say("verb." + verb.String())
			if got := theLexicon().Labels[Key(label)]; got.String() != strings.Replace(verb.String(), "good", "done", 1) {
				t.Errorf("%s: %q does %v, want %v", lang, label, got, verb)
			}
		}
		if label := w.Say("verb.no-contra"); theLexicon().Labels[Key(label)] != engine.Done {
			t.Errorf("%s: %q isn't understood", lang, label)
		}
		for _, name := range spokenNames {
			for _, role := range []string{"bonus.", "call."} {
				label := w.Say(role + name.String())
				if label == role+name.String() {
					continue
				}
				if got := theLexicon().names[Key(label)]; got != name {
					t.Errorf("%s: %q is the name of %q, want %q", lang, label, got, name)
				}
			}
		}
	}
}

// TestLine: a line is shown in words of the reader's language, in the form that they type.
func TestLine(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue(t)
	for _, tt := range []struct{ lang, line, want string }{
		{"de", "accept abcd2345", "/annehmen abcd2345"}, {"en", "accept abcd2345", "/accept abcd2345"},
		{"de", "undo", "/zuruecknehmen"}, {"de", "back", "/zurueck"}, {"de", "exchange H3 D2", "/tausche H3 D2"}, {"de", "do abcd2345 1 pass", "/do abcd2345 1 pass"},
	} {
		w := catalogue.In(tt.lang).WithCommands(func(line string) string { return "/" + line })
		if got := theLexicon().Line(tt.line, w); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.lang, tt.line, got, tt.want)
		}
	}
}

// TestHours: hours are read as people write them.
func TestHours(t *testing.T) {
	t.Parallel()
	const none = -1
	for typed, want := range map[string][2]int{
		"22-7": {22 * 60, 7 * 60}, "22:30–6:45": {22*60 + 30, 6*60 + 45}, "22 bis 7 Uhr": {22 * 60, 7 * 60}, "from 22 to 7": {none, none},
		"22 to 7h": {22 * 60, 7 * 60}, "24-7": {0, 7 * 60}, "20.15-8": {20*60 + 15, 8 * 60}, "7-7": {none, none}, "0-24": {none, none},
		"25-7": {none, none}, "22-7:60": {none, none}, "24:01-7": {none, none}, "": {none, none}, "-": {none, none},
	} {
		from, to, ok := theLexicon().Hours(typed)
		if ok != (want[0] != none) || ok && (from != want[0] || to != want[1]) {
			t.Errorf("%q is from %d to %d, %v, want %v", typed, from, to, ok, want)
		}
	}
}

// TestVocabulary: all offered words are understood in every language.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	l, catalogue := theLexicon(), theCatalogue(t)
	for _, lang := range words.Languages() {
		v := NewVocabulary(catalogue.In(lang), []Command{{Name: "practice", Fields: func(*words.Tongue) []chat.Field { return nil }}, {Name: "do", Hidden: true}})
		if len(v.Commands) != 1 {
			t.Errorf("%s: %+v", lang, v)
		}
		for _, word := range append(v.Typed, v.Commands[0].Alias) {
			_, command := l.Commands[word]
			if _, verb := l.Verbs[word]; !command && !verb {
				t.Errorf("%s: %q isn't understood", lang, word)
			}
		}
	}
}

// typed reads a line as Handle does. ok reports whether it begins with a verb.
func typed(line string) (a engine.Action, ok bool, err error) {
	fields := strings.Fields(line)
	verb, ok := theLexicon().Verbs[PlainWord(fields[0])]
	if ok {
		a, err = theLexicon().Action(verb, fields[1:])
	}
	return a, ok, err
}

func TestTypedAction(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, want string }{
		{"exchange H3, D2", "exchange H3 D2"},
		{"exchange h3,d2", "exchange H3 D2"},
		{"tausche ♥3 ♦2", "exchange H3 D2"},
		{"exchange 0", "exchange"},
		{"tausche nichts", "exchange"},
		{"exchange -", "exchange"},
		{"play ♥3", "play H3"},
		{"play ♥\uFE0E3", "play H3"},
		{"play hd", "play HQ"},
		{"spiel ♠b", "play SV"},
		{"spiele HK", "play HK"},
		{"PLAY mond", "play XXI"},
		{"play 19", "play XIX"},
		{"play 21", "play XXI"},
		{"play iv", "play IIII"},
		{"play sküs", "play SKUS"},
		{"play gstiess", "play SKUS"},
		{"play uhu", "play II"},
		{"play spatz", "play I"},
		{"play XVII Ross!", "play XVII ross"},
		{"spiel 18, topschin", "play XVIII topschin"},
		{"take", "take"},
		{"ablöse", "take"},
		{"undertake", "undertake"},
		{"aufnehmen", "undertake"},
		{"zusammenwerfen", "fold"},
		{"melde Könige", "declare kings"},
		{"ansage absolut", "announce absolute"},
		{"ansage Könige", "announce kings"},
		{"ansage ohne-trull", "announce without-trull"},
		{"announce pagat", "announce pagat"},
		{"kontra spiel", "contra game"},
		{"kontra das Spiel", "contra game"},
		{"ansage Pagat ultimo", "announce pagat"},
		{"ansage Ohne Könige", "announce without-kings"},
		{"ansagen vierzig", "announce absolute"},
		{"announce 50 points", "announce panzer"},
		{"ansage Zwei der Trull", "announce honours"},
		{"melde Vier Könige", "declare kings"},
		{"biete Dreier", "bid dreiblatt"},
		{"Unterer", "take"},
		{"halten", "hold"},
		{"aussteigen", "done"},
		{"re game", "re game"},
		{"lege H4 D2", "discard H4 D2"},
		{"talon 1", "talon 0"},
		{"talon 3", "talon 2"},
		{"weiter", "pass"},
		{"gut", "done"},
		{"biete solo", "bid solo"},
	} {
		a, ok, err := typed(tt.line)
		want, wrong := engine.ParseAction(tt.want)
		if wrong != nil {
			t.Errorf("%q: %v", tt.want, wrong)
		} else if !ok || err != nil || a != want {
			t.Errorf("%q: got %q, %v, want %q", tt.line, a, err, tt.want)
		}
	}
}

// TestTypedRefused: an unreadable argument is refused by a text of its verb that says how to write it.
func TestTypedRefused(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue(t)
	for _, tt := range []struct{ line, reason, en, de string }{
		{"exchange", "bare.exchange", "exchange 0", "tausche 0"},
		{"exchange H3 ✈", "typed.exchange", "exchange 0", "tausche 0"},
		{"discard", "bare.discard", "discard H4 D2", "lege H4 D2"},
		{"talon", "bare.talon", "talon 1", "talon 1"},
		{"talon 0", "typed.talon", "talon 1", "talon 1"},
		{"talon links", "typed.talon", "talon 1", "talon 1"},
		{"play", "bare.play", "play XXI", "spiel XXI"},
		{"play 22", "typed.play", "play XXI", "spiel XXI"},
		{"play H3 H4", "typed.play", "play XXI", "spiel XXI"},
		{"bid", "bare.bid", "bid solo", "biete solo"},
		{"announce pagat uhu", "typed.announce", "announce pagat", "ansage pagat"},
		{"contra", "bare.contra", "contra game", "kontra spiel"},
		{"re", "bare.re", "re game", "re spiel"},
		{"sub", "bare.sub", "sub game", "sub spiel"},
		{"hold solo", "typed.hold", "just: hold", "nur: halte"},
		{"pass now", "typed.pass", "just: pass", "nur: weiter"},
		{"done pagat", "typed.done", "just: done", "nur: liege"},
		{"undertake all", "typed.undertake", "just: undertake", "nur: aufnehmen"},
		{"fold it", "typed.fold", "just: fold", "nur: zusammenwerfen"},
		{"declare", "bare.declare", "declare trull", "melde trull"},
		{"play XVII boss", "typed.play", "play XXI", "spiel XXI"},
	} {
		_, ok, err := typed(tt.line)
		var no *chat.Refusal
		if !ok || !errors.As(err, &no) || no.ID != tt.reason {
			t.Errorf("%q: got %v, want the refusal %s", tt.line, err, tt.reason)
			continue
		}
		_, typed, _ := strings.Cut(tt.line, " ")
		for lang, way := range map[string]string{"en": tt.en, "de": tt.de} {
			text := catalogue.In(lang).Say("refuse."+no.ID, no.Gaps...)
			if !strings.Contains(text, way) || !strings.Contains(text, typed) {
				t.Errorf("%q: %q names neither %q nor what was typed", tt.line, text, way)
			}
		}
	}
}

func TestTypedCard(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want string }{
		{"H3", "H3"}, {"♥3", "H3"}, {"♦2", "D2"}, {"♠10", "S10"}, {"♣K", "CK"}, {"♥\uFE0FK", "HK"},
		{"HD", "HQ"}, {"DD", "DQ"}, {"♣B", "CV"}, {"SJ", "SV"}, {"HQ", "HQ"},
		{"MOND", "XXI"}, {"SKÜS", "SKUS"}, {"SKUES", "SKUS"}, {"PAGAT", "I"}, {"KAKADU", "III"}, {"IV", "IIII"}, {"MARABU", "IIII"},
		{"1", "I"}, {"4", "IIII"}, {"19", "XIX"}, {"21", "XXI"}, {"0", "0"}, {"22", "22"}, {"-1", "-1"}, {"", ""}, {"LINKS", "LINKS"},
	} {
		if got := typedCard(tt.typed); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, got, tt.want)
		}
	}
}

// TestOfferedCanBeTyped: every action that a game offers in a deal can be typed, verb and word.
func TestOfferedCanBeTyped(t *testing.T) {
	t.Parallel()
	random, verbs, names := rand.New(rand.NewPCG(1, 2)), make(map[engine.Verb]string), make(map[engine.Word]string)
	for _, g := range games.All() {
		for _, set := range g.Rules {
			for range 30 {
				offeredIn(t, g, set, random, verbs, names)
			}
		}
	}
	for verb, where := range verbs {
		if !slices.Contains(spokenVerbs, verb) && !slices.Contains(bareVerbs, verb) {
			t.Errorf("%s, offered in %s, can't be typed", verb, where)
		}
	}
	for name, where := range names {
		if !slices.Contains(spokenNames, name) {
			t.Errorf("%s, offered in %s, can't be typed", name, where)
		}
	}
	if len(verbs) < 12 || len(names) < 12 {
		t.Errorf("only %d verbs and %d words are offered", len(verbs), len(names))
	}
}

// offeredIn plays a deal with random actions and collects all offered ones.
func offeredIn(t *testing.T, g engine.Game, set engine.RuleSet, random *rand.Rand, verbs map[engine.Verb]string, names map[engine.Word]string) {
	t.Helper()
	options, deck := make(engine.Options), set.Cards().Cards()
	for _, o := range set.Options {
		options[o.ID] = o.Values[random.IntN(len(o.Values))]
	}
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	deal, err := engine.NewDeal(g, set.ID, options, engine.Cards{Deck: deck})
	if err != nil {
		t.Fatal(err)
	}
	for deal.Result() == nil {
		seat := slices.Collect(deal.Waiting().All())[0]
		p := deal.Prompt(seat)
		actions := slices.Clone(p.Choices)
		if p.Pick.Verb != 0 {
			verbs[p.Pick.Verb] = set.ID
			chosen := p.Pick.Must
			for left := p.Pick.From &^ chosen; chosen.Len() < p.Pick.Min; left &^= chosen {
				chosen |= left.Nth(random.IntN(left.Len())).Bit()
			}
			actions = append(actions, engine.Action{Verb: p.Pick.Verb, Cards: chosen})
		}
		for _, a := range p.Choices {
			verbs[a.Verb] = set.ID
			if a.Word != 0 && a.Verb != engine.PlayCard { // a word beside a card is typed with it
				names[a.Word] = set.ID
			}
		}
		if _, err := deal.Act(seat, actions[random.IntN(len(actions))]); err != nil {
			t.Fatal(err)
		}
	}
}
