package terms

import (
	"maps"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// TestSpoken: the line that the challenge's page suggests reads as the same terms in every language, and contains no
// "word=value".
func TestSpoken(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	phrases := NewPhrases(catalogue)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for _, want := range variedTerms(t) {
			line := want.Spoken(w)
			got, err := asChallenged(phrases.Read(strings.Fields(line)), w)
			if err != nil || got.Line() != want.Line() {
				t.Errorf("%s: %q says %q, %v, want %q", lang, line, got.Line(), err, want.Line())
			}
			if strings.Contains(line, "=") {
				t.Errorf("%s: nobody says %q", lang, line)
			}
		}
	}
}

// TestLengthTyped: people can type the number of deals in their own words.
func TestLengthTyped(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	phrases := NewPhrases(catalogue)
	for typed, want := range map[string]int{
		"bamberger 2 deals": 2, "2 Spiele bamberger": 2, "strohmandeln 24 spiele live": 24, "bamberger 6": 6, "bamberger 4Spiele": 4, "@bert 8 Deals": 8,
		"bamberger 2 games": 2, "2 deal strohmandeln": 2, "loew 6 Spiele": 6, "loew": 0, "loew bis 100": 0, "mayr to 100": 0, "beck Serie": 0, "beck 6 deals": 6, "kosakeln beck": 0, "beck kosakeln bis 100": 0, "spieleversum": 4,
	} {
		if got, err := asChallenged(phrases.Read(strings.Fields(typed)), catalogue.In("de")); err != nil || got.Setup.Length != want {
			t.Errorf("%q: %d deals, %v, want %d", typed, got.Setup.Length, err, want)
		}
	}
	for typed, why := range map[string]string{"bamberger 1 Spiel": "no-length", "bamberger 3 deals": "no-length", "loew 2 Spiele": "no-length-series", "kosakeln beck 4 Spiele": "only-series", "bamberger bis 100": "no-length", "2 deals 4 deals": "said-twice"} {
		if _, err := asChallenged(phrases.Read(strings.Fields(typed)), catalogue.In("de")); !chat.RefusedWith(err, why) {
			t.Errorf("%q: %v, want %s", typed, err, why)
		}
	}
}

// TestGameByOption: a challenge that names no game is for the first that has its options, and enough chairs.
func TestGameByOption(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	phrases := NewPhrases(catalogue)
	for typed, want := range map[string]string{
		"": "kosakeln", "easy": "kosakeln", "draw doubles": "strohmandeln", "simple=throw-in live": "strohmandeln", "uhu=on": "illustrated",
		"@anna @bert draw=double": "illustrated", "uhu=on draw=double": "kosakeln",
	} {
		if g := GameFor(games.All(), phrases.Read(strings.Fields(typed))); g.ID != want {
			t.Errorf("%q is about %s, want %s", typed, g.ID, want)
		}
	}
	for typed, want := range map[string]string{ // two games have such a rule set
		"strohmandeln contra draw": "strohmandeln/classic", "forty kontra": "strohmandeln/forty", "beck": "illustrated/beck", "beck easy": "illustrated/beck", "kosakeln beck": "kosakeln/beck", "beck exchange=easy": "kosakeln/beck",
	} {
		if got, err := asChallenged(phrases.Read(strings.Fields(typed)), catalogue.In("en")); err != nil || got.Setup.Rules != want {
			t.Errorf("%q is by %s, %v, want %s", typed, got.Setup.Rules, err, want)
		}
	}
}

// asChallenged returns the terms of a challenge with these words.
func asChallenged(typed []speech.Term, w *words.Tongue) (Terms, error) {
	got, said, err := Read(GameFor(games.All(), typed), typed, w)
	if err == nil {
		err = got.Complete(said, w)
	}
	if err == nil {
		err = got.SetPace(match.UsualPace)
	}
	return got, err
}

// variedTerms returns terms with all rule sets and every value of every option, and other settings usual and not.
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
			live.Setup.Pace, live.Paced, live.Setup.Settle = match.LivePace, true, true
			live.Setup.CutEach = true
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

// TestRefused: a refusal of nonsense names what may be typed instead.
func TestRefused(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	phrases := NewPhrases(catalogue)
	for line, want := range map[string]string{
		"nonsense":                      "no-term",
		"rated=maybe":                   "no-value",
		"cut=deal pace=1d":              "cut-pace",
		"cut=deal":                      "cut-pace",
		"pace=99d":                      "no-pace",
		"4 8":                           "said-twice",
		"kosakeln strohmandeln/forty":   "other-game",
		"kosakeln 5":                    "no-length",
		"@anna @bert @carl @dora":       "no-chair",
		"illustrated/beck exchange=big": "no-term",
	} {
		if _, err := asChallenged(phrases.Read(strings.Fields(line)), catalogue.In("en")); !chat.RefusedWith(err, want) {
			t.Errorf("%q: %v, want the refusal %s", line, err, want)
		}
	}
}
