package bot

import (
	"maps"
	"strings"
	"testing"

	"tarockbot/bot/match"
	"tarockbot/bot/terms"
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

// TestSpoken: what the page of a challenge says that can be typed for it says
// just that, in every language, and none of it is a word for machines.
func TestSpoken(t *testing.T) {
	t.Parallel()
	catalogue := everyCatalogue(t)
	all, err := readLanguage()
	if err != nil {
		t.Fatal(err)
	}
	b := &Bot{language: language{lexicon: all.lexicon}}
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, want := range variedTerms(t) {
			line := want.Spoken(w)
			got, err := b.parseTerms(t.Context(), &request{t: w, args: strings.Fields(line)})
			if err != nil || got.Line() != want.Line() {
				t.Errorf("%s: %q says %q, %v, want %q", lang, line, got.Line(), err, want.Line())
			}
			if strings.Contains(line, "=") {
				t.Errorf("%s: nobody says %q", lang, line)
			}
		}
	}
}

// variedTerms are all rule sets with every value of every option, and the rest
// as usual and as not.
func variedTerms(t *testing.T) (all []terms.Terms) {
	t.Helper()
	for _, g := range games.All() {
		for _, set := range g.Rules {
			usual := terms.Terms{Game: g, Setup: match.Setup{Setup: engine.Setup{Rules: set.ID, Length: g.Lengths[0], Options: engine.Options{}}}}
			if err := usual.Complete(nil, nil); err != nil {
				t.Fatal(err)
			}
			other := usual
			other.Setup.HidePoints, other.Setup.LeavingEnds = true, g.Seats > 2
			other.Setup.Length = g.Lengths[len(g.Lengths)-1]
			other.Robots = g.Seats - 1
			asked := usual
			asked.Friends, asked.Robots = []terms.Friend{{Mention: "bert"}}, g.Seats-2
			live, slow, free := asked, asked, asked
			live.Setup.Pace, live.Paced, live.Setup.Settle = match.LivePace, true, true
			slow.Setup.Pace, slow.Paced = 14*match.DayPace, true
			free.Setup.Pace, free.Paced = match.NoPace, true
			all = append(all, usual, other, asked, live, slow, free)
			for n := range g.Seats {
				some := usual
				some.Robots = n
				all = append(all, some)
			}
			for _, opt := range set.Options {
				for _, v := range opt.Values {
					with := usual
					with.Setup.Options = maps.Clone(usual.Setup.Options)
					with.Setup.Options[opt.ID] = v
					all = append(all, with)
				}
			}
		}
	}
	return all
}

// TestMeant: "good" is one word of people and two of the game.
func TestMeant(t *testing.T) {
	t.Parallel()
	done, good, take := engine.Say(engine.Done, 0), engine.Say(engine.Good, 0), engine.Say(engine.Take, 0)
	auction, after := engine.Prompt{Words: []engine.Action{take, good}}, engine.Prompt{Words: []engine.Action{done}}
	for _, tt := range []struct {
		typed  engine.Action
		prompt engine.Prompt
		want   engine.Action
	}{{done, auction, good}, {done, after, done}, {take, auction, take}, {done, engine.Prompt{}, done}} {
		if got := meant(tt.typed, tt.prompt); got != tt.want {
			t.Errorf("%q where %v is offered means %q, want %q", tt.typed, tt.prompt.Words, got, tt.want)
		}
	}
}
