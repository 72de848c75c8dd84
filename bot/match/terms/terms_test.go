package terms

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// TestSpokenAndTypedTermsAgree tests that both texts of a challenge are read as the same terms.
func TestSpokenAndTypedTermsAgree(t *testing.T) {
	t.Parallel()
	catalogue, phrases := readPhrases(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, want := range variedTerms(t) {
			spoken := want.Spoken(w)
			for _, line := range []string{spoken, want.Line()} {
				got, err := readChallenge(phrases.Read(strings.Fields(line)), w)
				if err != nil || got.Line() != want.Line() {
					t.Errorf("%s: %q is read as %q, %v, want %q", lang, line, got.Line(), err, want.Line())
				}
			}
			if strings.Contains(spoken, "=") {
				t.Errorf("%s: %q contains word=value", lang, spoken)
			}
		}
	}
}

func readPhrases(t *testing.T) (*words.Catalogue, speech.Phrases) {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue, NewPhrases(catalogue)
}

func TestTyped(t *testing.T) {
	t.Parallel()
	catalogue, phrases := readPhrases(t)
	golden.Transcript(t, "testdata/typed.txt", func(string) (golden.Play, error) {
		return func(typed string) ([]string, error) {
			said := phrases.Read(strings.Fields(strings.TrimPrefix(typed, "challenge")))
			got, err := readChallenge(said, catalogue.In("en"))
			if refusal, is := errors.AsType[*chat.Refusal](err); is {
				return []string{GameFor(games.All(), said).ID + ", refused: " + refusal.ID}, nil
			}
			return []string{got.Line()}, err
		}, nil
	})
}

func readChallenge(typed []speech.Term, w *words.Tongue) (Terms, error) {
	got, said, err := Parse(GameFor(games.All(), typed), typed, w)
	if err == nil {
		err = got.Complete(said, w)
	}
	if err == nil {
		err = got.SetPace(match.DefaultPace)
	}
	return got, err
}

func variedTerms(t *testing.T) (all []Terms) {
	t.Helper()
	for _, g := range games.All() {
		for _, set := range g.Rules {
			usual := Terms{Game: g, Setup: match.Setup{Setup: engine.Setup{Rules: set.ID, Length: g.LengthsOf(set.ID)[0], Options: engine.Options{}}}}
			if err := usual.Complete(nil, nil); err != nil {
				t.Fatal(err)
			}
			other := usual
			other.Setup.HidePoints, other.Setup.LeavingEnds = true, g.Seats > 2
			lengths := g.LengthsOf(set.ID)
			other.Setup.Length = lengths[len(lengths)-1]
			other.Robots = g.Seats - 1
			asked := usual
			asked.Friends, asked.Robots = []Friend{{Mention: "bert"}}, g.Seats-2
			live, slow, free := asked, asked, asked
			live.Setup.Pace, live.PaceSaid, live.Setup.SettleTimeouts = match.LivePace, true, true
			live.Setup.CutEach = true
			slow.Setup.Pace, slow.PaceSaid = 14*match.DayPace, true
			free.Setup.Pace, free.PaceSaid = match.NoPace, true
			all = append(all, usual, other, asked, live, slow, free)
			for n := range g.Seats {
				withComputers := usual
				withComputers.Robots = n
				all = append(all, withComputers)
			}
			for _, opt := range set.Options {
				for _, v := range opt.Values {
					withOption := usual
					withOption.Setup.Options = maps.Clone(usual.Setup.Options)
					withOption.Setup.Options[opt.ID] = v
					all = append(all, withOption)
				}
			}
		}
	}
	return all
}
