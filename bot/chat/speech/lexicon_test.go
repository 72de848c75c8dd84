package speech

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

var theCatalogue = sync.OnceValue(func() *words.Catalogue {
	catalogue, err := words.Load()
	if err != nil {
		panic(err)
	}
	return catalogue
})

var theTerms = []string{
	"points=shown", "points=hidden", "leaving=computer", "leaving=ends", "rated=on", "rated=off", "pace=live", "pace=none",
	"timeout=computer", "timeout=settle", "cut=match", "cut=deal", "computer", "computer=1", "computer=2",
	"level=easy", "level=medium", "level=strong",
}

var theLexicon = sync.OnceValue(func() *Lexicon {
	return NewLexicon(theCatalogue(), []Command{
		{Name: "practice", Fields: func(*words.Tongue) []chat.Field { return nil }}, {Name: "undo"}, {Name: "back"}, {Name: "leaderboard"}, {Name: "accept"},
		{Name: "do", Hidden: true},
	}, NewPhrases(theCatalogue(), theTerms))
})

// readings maps the first words of titles in testdata/typed.txt to functions that read the lines below.
var readings = map[string]func(typed string) []string{
	"Actions": func(typed string) []string {
		fields := strings.Fields(typed)
		a, err := theLexicon().Action(theLexicon().Verbs[PlainWord(fields[0])], fields[1:])
		if refusal, is := errors.AsType[*chat.Refusal](err); is {
			lines := []string{"refused: " + refusal.ID}
			for _, lang := range words.Languages() {
				lines = append(lines, lang+": "+theCatalogue().In(lang).Say("refuse."+refusal.ID, refusal.Gaps...))
			}
			return lines
		}
		return []string{a.String()}
	},
	"Cards": func(typed string) []string { return []string{typedCard(typed)} },
	"Commands": func(typed string) []string {
		return []string{theLexicon().Commands[PlainWord(typed)].Name}
	},
	"Words": func(typed string) []string { return []string{PlainWord(typed)} },
	"Challenges": func(typed string) []string {
		var all []string
		for _, term := range theLexicon().Phrases.Read(strings.Fields(typed)) {
			all = append(all, term.Word)
		}
		return []string{strings.Join(all, " ")}
	},
	"Hours": func(typed string) []string {
		from, to, ok := theLexicon().Hours(typed)
		if !ok {
			return []string{"no hours"}
		}
		return []string{fmt.Sprintf("%d:%02d to %d:%02d", from/60, from%60, to/60, to%60)}
	},
	"Near": func(typed string) []string {
		a, b, _ := strings.Cut(typed, " ")
		return []string{fmt.Sprintf("%d, and back %d", distance([]rune(a), []rune(b)), distance([]rune(b), []rune(a)))}
	},
	"Zones": func(typed string) []string {
		zone, ok := FindZone(typed, theCatalogue())
		if !ok {
			return []string{"no zone"}
		}
		return []string{zone}
	},
}

func TestTyped(t *testing.T) {
	t.Parallel()
	golden.Transcript(t, "testdata/typed.txt", func(title string) (golden.Play, error) {
		read := readings[strings.Fields(title)[0]]
		return func(typed string) ([]string, error) {
			typed, err := strconv.Unquote(`"` + strings.Trim(typed, `"`) + `"`)
			return read(typed), err
		}, nil
	})
}

func TestLabelsTyped(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue()
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, verb := range []engine.Verb{engine.Contra, engine.Re, engine.Sub, engine.Declare} {
			label := PhraseKey(w.Say("verb." + verb.String()))
			if got := theLexicon().Verbs[label]; got != verb {
				t.Errorf("%s: %q is read as %v, want %v", lang, label, got, verb)
			}
		}
		for _, verb := range bareVerbs {
			label := w.Say("verb." + verb.String())
			if got := theLexicon().Labels[PhraseKey(label)]; got.String() != strings.Replace(verb.String(), "good", "done", 1) {
				t.Errorf("%s: %q is read as %v, want %v", lang, label, got, verb)
			}
		}
		if label := w.Say("verb.no-contra"); theLexicon().Labels[PhraseKey(label)] != engine.EndAnnouncing {
			t.Errorf("%s: %q isn't understood", lang, label)
		}
		for _, name := range spokenNames {
			for _, role := range []string{"bonus.", "call."} {
				label := w.Say(role + name.String())
				if label == role+name.String() {
					continue
				}
				if got := theLexicon().names[PhraseKey(label)]; got != name {
					t.Errorf("%s: %q is the name of %q, want %q", lang, label, got, name)
				}
			}
		}
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue()
	for _, tt := range []struct{ lang, line, want string }{
		{"de", "accept abcd2345", "/annehmen abcd2345"}, {"en", "accept abcd2345", "/accept abcd2345"},
		{"de", "undo", "/zuruecknehmen"}, {"de", "back", "/zurueck"}, {"de", "exchange H3 D2", "/tausche H3 D2"}, {"de", "do abcd2345 1 pass", "/do abcd2345 1 pass"},
	} {
		w := catalogue.In(tt.lang).WithCommands(func(line string) string { return "/" + line })
		if got := theLexicon().Translate(tt.line, w); got != tt.want {
			t.Errorf("%s: the line %q is %q, want %q", tt.lang, tt.line, got, tt.want)
		}
	}
}

func TestVocabulary(t *testing.T) {
	t.Parallel()
	l, catalogue := theLexicon(), theCatalogue()
	for _, lang := range words.Languages() {
		v := NewVocabulary(catalogue.In(lang), []Command{{Name: "practice", Fields: func(*words.Tongue) []chat.Field { return nil }}, {Name: "do", Hidden: true}})
		if len(v.Commands) != 1 {
			t.Errorf("%s: %+v", lang, v)
		}
		for _, word := range append(v.TypedWords, v.Commands[0].Alias) {
			_, command := l.Commands[word]
			if _, verb := l.Verbs[word]; !command && !verb {
				t.Errorf("%s: %q isn't understood", lang, word)
			}
		}
	}
}

func TestOfferedActionsCanBeTyped(t *testing.T) {
	t.Parallel()
	random, verbs, names := rand.New(rand.NewPCG(1, 2)), make(map[engine.Verb]string), make(map[engine.Word]string)
	for _, g := range games.All() {
		for _, set := range g.Rules {
			for range 30 {
				collectOffered(t, g, set, random, verbs, names)
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

func collectOffered(t *testing.T, g engine.Game, set engine.RuleSet, random *rand.Rand, verbs map[engine.Verb]string, names map[engine.Word]string) {
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
			if a.Word != 0 && a.Verb != engine.PlayCard {
				names[a.Word] = set.ID
			}
		}
		if _, err := deal.Act(seat, actions[random.IntN(len(actions))]); err != nil {
			t.Fatal(err)
		}
	}
}
