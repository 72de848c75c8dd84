package bot

import (
	"maps"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// everyCatalogue is the texts that tests read.
func everyCatalogue(t *testing.T) *words.Catalogue {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

// wordsOf are the words of a challenge that the line says, as buttons have them.
func wordsOf(line string) string {
	var all []string
	for _, term := range everyTongue().phrases.read(strings.Fields(line)) {
		all = append(all, term.word)
	}
	return strings.Join(all, " ")
}

// TestPhrases: rule sets, options and the rest are typed in the words of either
// language; what buttons carry stays as it is.
func TestPhrases(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"löw": "loew", "Illustriertes Tarock Löw": "illustrated/loew", "illustriert mayr": "illustrated mayr-sedlaczek",
		"Mayr & Sedlaczek": "mayr-sedlaczek", "sedlaczek": "mayr-sedlaczek", "illustrierte": "illustrated",
		"Illustriertes Tarock (Löw)": "illustrated/loew", "Strohmandeln (vierzig Karten)": "strohmandeln/forty",
		"strohmandeln erweitert zusammenwerfen 4": "strohmandeln/extended throw-in 4", "vierzig @vierzig": "forty @vierzig",
		"leicht ohne kontra": "easy contra=off", "kontra": "contra", "Ohne Uhu": "uhu=off", "Mit Uhu": "uhu",
		"exchange=leicht": "exchange=easy", "kontra=aus": "contra=off", "uhu=ja": "uhu=on", "points=verdeckt": "points=hidden",
		"punkte verdeckt": "points=hidden", "schluss wenn jemand geht": "leaving=ends", "Geht jemand: Schluss": "leaving=ends",
		"leaving=schluss": "leaving=ends", "over when one leaves": "leaving=ends", "If one leaves: the computer": "leaving=computer",
		"ein computer": "computer=1", "two computers": "computer=2", "gegen den Computer": "computer",
		"strohmandeln/classic simple=play points=hidden 2 computer":    "strohmandeln/classic simple=play points=hidden 2 computer",
		"illustrated/loew uhu=off leaving=ends there @anna computer=1": "illustrated/loew uhu=off leaving=ends there @anna computer=1",
		"kosakeln/bamberger exchange=classic contra=off 4 computer":    "kosakeln/bamberger exchange=classic contra=off 4 computer",
		"illustrated/mayr-sedlaczek there computer":                    "illustrated/mayr-sedlaczek there computer",
		"kosakeln/bamberger exchange=easy contra=on 4 @Anna":           "kosakeln/bamberger exchange=easy contra=on 4 @Anna",
		"whist": "whist", "computer=x": "computer=x",
	} {
		if got := wordsOf(typed); got != want {
			t.Errorf("%q says %q, want %q", typed, got, want)
		}
	}
}

// TestPhrasesAreOne: no phrase says two things, in whatever languages.
func TestPhrasesAreOne(t *testing.T) {
	t.Parallel()
	catalogue := everyCatalogue(t)
	said := make(map[string]string)
	for _, lang := range words.Languages() {
		for _, word := range append(gameTerms(), termWords()...) {
			for _, phrase := range strings.Split(catalogue.In(lang).Say("typed.term."+word), ",") {
				key := phraseKey(phrase)
				if had, ok := said[key]; ok && had != word || key == "" || len(strings.Fields(key)) > longestPhrase {
					t.Errorf("%s: %q says %s, and %s", lang, phrase, word, had)
				}
				said[key] = word
			}
		}
	}
}

// TestSpoken: what the page of a challenge says that can be typed for it says
// just that, in every language, and none of it is a word for machines.
func TestSpoken(t *testing.T) {
	t.Parallel()
	catalogue := everyCatalogue(t)
	b := &Bot{language: language{lexicon: everyTongue()}}
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, want := range variedTerms(t) {
			line := want.spoken(w)
			got, err := b.parseTerms(t.Context(), &request{t: w, args: strings.Fields(line)})
			if err != nil || got.line() != want.line() {
				t.Errorf("%s: %q says %q, %v, want %q", lang, line, got.line(), err, want.line())
			}
			if strings.Contains(line, "=") {
				t.Errorf("%s: nobody says %q", lang, line)
			}
		}
	}
}

// variedTerms are all rule sets with every value of every option, and the rest
// as usual and as not.
func variedTerms(t *testing.T) (all []terms) {
	t.Helper()
	for _, g := range games.All() {
		for _, set := range g.Rules {
			usual := terms{game: g, setup: setup{Setup: engine.Setup{Rules: set.ID, Length: g.Lengths[0], Options: engine.Options{}}}}
			if err := usual.complete(nil, nil); err != nil {
				t.Fatal(err)
			}
			other := usual
			other.setup.HidePoints, other.setup.LeavingEnds = true, g.Seats > 2
			other.setup.Length = g.Lengths[len(g.Lengths)-1]
			other.robots = g.Seats - 1
			asked := usual
			asked.friends, asked.robots = []friend{{mention: "bert"}}, g.Seats-2
			live, slow, free := asked, asked, asked
			live.setup.Pace, live.paced, live.setup.Settle = livePace, true, true
			slow.setup.Pace, slow.paced = 14*dayPace, true
			free.setup.Pace, free.paced = noPace, true
			all = append(all, usual, other, asked, live, slow, free)
			for n := range g.Seats {
				some := usual
				some.robots = n
				all = append(all, some)
			}
			for _, opt := range set.Options {
				for _, v := range opt.Values {
					with := usual
					with.setup.Options = maps.Clone(usual.setup.Options)
					with.setup.Options[opt.ID] = v
					all = append(all, with)
				}
			}
		}
	}
	return all
}

// TestLabelsTyped: what a button says can be typed: it does what is pressed.
func TestLabelsTyped(t *testing.T) {
	t.Parallel()
	catalogue := everyCatalogue(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, verb := range []engine.Verb{engine.Contra, engine.Re, engine.Sub, engine.Declare} {
			label := phraseKey(w.Say("verb." + verb.String()))
			if got := everyTongue().verbs[label]; got != verb {
				t.Errorf("%s: %q does %v, want %v", lang, label, got, verb)
			}
		}
		for _, verb := range bareVerbs {
			label := w.Say("verb." + verb.String())
			if got := everyTongue().labels[phraseKey(label)]; got.String() != strings.Replace(verb.String(), "good", "done", 1) {
				t.Errorf("%s: %q does %v, want %v", lang, label, got, verb)
			}
		}
		for _, name := range spokenNames {
			for _, role := range []string{"bonus.", "call."} {
				label := w.Say(role + name.String())
				if label == role+name.String() {
					continue
				}
				if got := everyTongue().names[phraseKey(label)]; got != name {
					t.Errorf("%s: %q is the name of %q, want %q", lang, label, got, name)
				}
			}
		}
	}
}
