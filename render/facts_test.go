package render_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// given returns the records of all games with given results.
func given(t testing.TB) (all []engine.Record) {
	t.Helper()
	for _, g := range games.All() {
		all = append(all, enginetest.ReadRecords(t, filepath.Join("..", "engine", g.ID, "testdata", "records"))...)
	}
	return all
}

// ends shows every given deal at its end, alone and as the previous deal.
func ends(t *testing.T, w *words.Tongue, show func(name string, r engine.Result, names []string, p *render.Picture)) {
	t.Helper()
	s := studio(t)
	for i, r := range given(t) {
		d := after(t, r, len(r.Actions))
		scene := sceneOf(d)
		name := fmt.Sprintf("%s, deal %d", r.Rules, i)
		result := *r.Result
		result.End, result.Drawn = d.Result().End, d.Result().Drawn
		show(name, result, scene.Names, s.Picture(scene, w, false))
		before := plan.Scene{Rules: scene.Rules, Deal: after(t, r, 0).PublicView(), Names: scene.Names, Score: scene.Score}
		last(scene.Deal)(&before)
		if len(scene.Deal.Tricks) > 0 {
			show(name+" as the one before", result, scene.Names, s.Picture(before, w, false))
		}
	}
}

// TestCutAwaited checks that the picture shows only the previous deal until the cut.
func TestCutAwaited(t *testing.T) {
	inEach(t, func(t *testing.T, w *words.Tongue) {
		d := after(t, given(t)[0], len(given(t)[0].Actions))
		scene := sceneOf(d)
		waits := plan.Scene{Rules: scene.Rules, Names: scene.Names, Score: scene.Score}
		last(scene.Deal)(&waits)
		shown := studio(t).Picture(waits, w, false).Parts()
		if game := w.Say("rules." + string(scene.Rules.ID)); !strings.Contains(shown, game) || strings.Contains(shown, "picture.") {
			t.Errorf("%s isn't in, or the catalogue's words are not:\n%s", game, shown)
		}
	})
}

// TestCounts checks that picture, description and text have the record's card points at the end of every
// given deal.
func TestCounts(t *testing.T) {
	inEach(t, func(t *testing.T, w *words.Tongue) {
		told := 0
		ends(t, w, func(name string, r engine.Result, names []string, p *render.Picture) {
			shown, err := p.Counts()
			if err != nil {
				t.Fatal(err)
			}
			counted := slices.Max(r.Tricks) > 0
			switch {
			case !counted && shown != nil:
				t.Errorf("%s: points %v without a trick", name, shown)
			case counted && !slices.Equal(shown, r.Thirds):
				t.Errorf("%s: shown are %v thirds, the record has %v", name, shown, r.Thirds)
			case counted:
				told++
				for seat, who := range names {
					if facts := saidOf(p.Alt, who); !slices.Contains(facts, describe.Points(r.Thirds[seat], w)) {
						t.Errorf("%s: of %s is said %q, the record has %d thirds", name, who, facts, r.Thirds[seat])
					}
				}
			}
		})
		if told < 300 {
			t.Errorf("only %d deals were told of", told)
		}
	})
}

// saidOf returns the text of the first sentence about a player.
func saidOf(alt, who string) []string {
	_, said, _ := strings.Cut(alt, ". "+who+": ")
	for i := range said { // "Jörg W." ends no sentence
		if strings.HasPrefix(said[i:], ". ") {
			return strings.Split(said[:i], ", ")
		}
	}
	return strings.Split(strings.TrimSuffix(said, "."), ", ")
}

// TestOutcomes checks that title and description state the outcome of every given deal, name the game
// once, and name no winner who lost more by other items.
func TestOutcomes(t *testing.T) {
	inEach(t, func(t *testing.T, w *words.Tongue) {
		told := make(map[string]int)
		ends(t, w, func(name string, r engine.Result, names []string, p *render.Picture) {
			id, want := outcomeOf(r, names, w)
			if id == "" {
				return
			}
			told[id]++
			if want = strings.ToUpper(want[:1]) + want[1:]; !strings.HasPrefix(p.Alt, want) &&
				!strings.HasPrefix(p.Alt, w.Say("picture.previous", "Outcome", want)) {
				t.Errorf("%s: want %q in %s", name, want, p.Alt)
			}
			head, _, _ := strings.Cut(p.Alt, names[0]+": ")
			if game := w.Say("plays." + r.Contract.String())[1:]; strings.Count(head, game) != 1 {
				t.Errorf("%s: %q doesn't say once what was played", name, head)
			}
		})
		for _, id := range []string{"won", "lost", "for", "drawn"} {
			if told[id] == 0 {
				t.Errorf("no game was %s", id)
			}
		}
	})
}

// outcomeOf returns the outcome of a played game, or "" if the deal was about something else.
func outcomeOf(r engine.Result, names []string, w *words.Tongue) (id, said string) {
	var by string
	switch {
	case r.Contract == 0:
		return "", ""
	case r.Drawn:
		id = "drawn"
	case r.Items[0].Item != engine.TheGame:
		return "", ""
	case r.Items[0].By != r.Declarer:
		id, by = "for", names[r.Items[0].By]
	case r.Items[0].Won:
		id = "won"
	default:
		id = "lost"
	}
	game := w.Say("plays." + r.Contract.String())
	if by == "" {
		return id, w.Say("picture.outcome."+id, "Game", game)
	}
	return id, w.Say("picture.outcome."+id, "Game", game, "Name", by)
}

// TestNumeralsSeen checks that in any hand no tarock's number is covered by the next tarock or its ring.
func TestNumeralsSeen(t *testing.T) {
	const ring = 3 // the width beyond the card, with rounding
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		least := 1000.0
		for tarocks := 2; tarocks <= card.AllTarocks.Len(); tarocks++ {
			for suits := range card.Suits {
				for each := 1; each <= 4; each++ {
					for _, step := range render.TarockSteps(someHand(tarocks, suits, each), w) {
						least = min(least, step)
					}
				}
			}
		}
		for c := range card.AllTarocks.All() {
			if end := numeralEnd(s, c, w); end > int(least)-ring {
				t.Errorf("%s ends at %d, but cards may be %.1f apart", c, end, least)
			} else if end < 20 {
				t.Errorf("%s: no number is seen", c)
			}
		}
	})
}

// someHand returns a hand with the given number of tarocks and of cards per suit.
func someHand(tarocks, suits, each int) (hand card.Set) {
	for i := range tarocks {
		hand |= card.AllTarocks.Nth(i).Bit()
	}
	for suit := range card.Suit(card.Suits) {
		if suit != card.Tarock && suits > 0 {
			suits--
			for i := range each {
				hand |= suit.Cards().Nth(i).Bit()
			}
		}
	}
	return hand
}

// numeralEnd returns the right end of a tarock's top number, in pixels from the card's left edge.
func numeralEnd(s *render.Studio, c card.Card, w *words.Tongue) (end int) {
	const top, bottom, right, dark = 24, 80, 185, 150 // within the frame, above the band
	picture := s.HandCard(c, w)
	for y := top; y < bottom; y++ {
		for x := right; x > end; x-- {
			if picture.RGBAAt(x, y).G < dark {
				end = x
			}
		}
	}
	return end + 1
}

// TestSizes limits the size of pictures to what platforms and phones can handle.
func TestSizes(t *testing.T) {
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range gallery(t) {
			switch {
			case !p.drawnIn(w):
			case p.curve != nil:
				checkSize(t, p.name, p.drawn(t, s, w), maxRating)
			case p.open != nil:
				checkSize(t, p.name, p.drawn(t, s, w), maxOpen)
			case p.held == nil:
				checkSize(t, p.name, p.drawn(t, s, w), maxBoard)
			case p.scene == nil && p.held.View.Hand.Cards.Len() <= 16:
				checkSize(t, p.name, p.drawn(t, s, w), maxHand)
			}
		}
	})
	w, hands := catalogue(t).In("de"), 0
	for i, r := range given(t) {
		if i%max(92 / *times, 1) > 0 {
			continue
		}
		for _, h := range choices(t, r) {
			hands++
			checkSize(t, fmt.Sprintf("%s, deal %d: %s", r.Rules, i, h.Pick.Verb), draws(t, s.Picture(h, w, false)), maxHand)
		}
	}
	if hands < 9**times {
		t.Errorf("only %d hands were drawn", hands)
	}
}

// choices returns the deal's hands of sixteen cards with a choice, with as many cards chosen as allowed.
func choices(t *testing.T, r engine.Record) (all []plan.PlayerHand) {
	t.Helper()
	for n := range len(r.Actions) {
		d := after(t, r, n)
		for seat := range d.Waiting().All() {
			h := heldBy(d, seat)
			if h.View.Hand.Cards.Len() != 16 || h.Pick.From == 0 {
				continue
			}
			for c := range h.Pick.From.All() {
				if h.Chosen.Len() < h.Pick.Max {
					h.Chosen |= c.Bit()
				}
			}
			all = append(all, h)
		}
	}
	return all
}

// The most bytes of a rating, of a board, of a hand of sixteen cards, and of a deal
// with all hands open.
const (
	maxRating = 60_000
	maxBoard  = 120_000
	maxHand   = 135_000
	maxOpen   = 150_000
)

func checkSize(t *testing.T, name string, data []byte, most int) {
	t.Helper()
	if n := len(data); n > most {
		t.Errorf("%s: %d bytes, want %d at most", name, n, most)
	}
}
