package speech

import (
	"strings"
	"sync"
	"testing"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// theCatalogue is all texts.
func theCatalogue(t *testing.T) *words.Catalogue {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

// theTerms are the words of a challenge that no game has.
var theTerms = []string{
	"points=shown", "points=hidden", "leaving=computer", "leaving=ends", "rated=on", "rated=off", "pace=live", "pace=none",
	"timeout=computer", "timeout=settle", "computer", "computer=1", "computer=2",
}

// theLexicon is what may be typed to a bot that has some commands.
var theLexicon = sync.OnceValue(func() *Lexicon {
	catalogue, err := words.Load()
	if err != nil {
		panic(err)
	}
	return NewLexicon(catalogue, []Command{{Name: "practice"}, {Name: "undo"}, {Name: "leaderboard"}, {Name: "accept"}, {Name: "do", Hidden: true}}, theTerms)
})

// TestTypedCommands: commands are found with their umlauts, written either way.
func TestTypedCommands(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want string }{
		{"üben", "practice"}, {"ÜBEN", "practice"}, {"ueben", "practice"}, {"zurück", "undo"}, {"Zurück", "undo"},
		{"zurueck", "undo"}, {"practice", "practice"}, {"Rangliste", "leaderboard"},
	} {
		if c, ok := theLexicon().Commands[PlainWord(tt.typed)]; !ok || c.Name != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, c.Name, tt.want)
		}
	}
}

// TestLabelsTyped: what a button says can be typed: it does what is pressed.
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

// TestLine: a line is told to people in words of their language, and as it is typed
// where they read it.
func TestLine(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue(t)
	for _, tt := range []struct{ lang, line, want string }{
		{"de", "accept abcd2345", "/annehmen abcd2345"}, {"en", "accept abcd2345", "/accept abcd2345"},
		{"de", "undo", "/zurueck"}, {"de", "exchange H3 D2", "/tausche H3 D2"}, {"de", "do abcd2345 1 pass", "/do abcd2345 1 pass"},
	} {
		w := catalogue.In(tt.lang).WithCommands(func(line string) string { return "/" + line })
		if got := theLexicon().Line(tt.line, w); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.lang, tt.line, got, tt.want)
		}
	}
}

// TestHours reads hours as people write them.
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

// TestVocabulary: all that is offered is understood, in whatever language.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	l, catalogue := theLexicon(), theCatalogue(t)
	for _, lang := range words.Languages() {
		v := NewVocabulary(catalogue.In(lang), []Command{{Name: "practice"}, {Name: "do", Hidden: true}})
		if len(v.Commands) != 1 || len(v.Rules) < len(v.Games) || len(v.Computers) != engine.MaxSeats-1 {
			t.Errorf("%s: %+v", lang, v)
		}
		for _, word := range append(v.Typed, v.Commands[0].Alias) {
			_, command := l.Commands[word]
			if _, verb := l.Verbs[word]; !command && !verb {
				t.Errorf("%s: %q isn't understood", lang, word)
			}
		}
		for _, r := range v.Rules {
			g, set := RulesCalled(r.Word)
			for _, o := range r.Options {
				for _, value := range o.Values {
					if option, _ := OptionCalled(g, o.Name+"="+value.Word); set != r.Word || string(option) != o.Name {
						t.Errorf("%s: %s has no %s=%s", lang, r.Word, o.Name, value.Word)
					}
				}
			}
		}
	}
}
