package render_test

import (
	"fmt"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

// WCAG 2, level AA, requires a contrast of 4.5 for text.
func TestContrast(t *testing.T) {
	for i, w := range render.Inks() {
		if len(w.Grounds) == 0 {
			t.Errorf("ink %d has no ground", i)
		}
		for _, ground := range w.Grounds {
			ink := w.Ink.Over(ground)
			if got := rendertest.Contrast(ink, ground); got < 4.5 {
				t.Errorf("ink %d, %v, on %v: contrast %.2f, want at least 4.5", i, w.Ink, ground, got)
			}
			if got := rendertest.Contrast(render.Nearest(ink), render.Nearest(ground)); got < 4.5 {
				t.Errorf("ink %d, %v, on %v: contrast %.2f in palette colours, want at least 4.5", i, w.Ink, ground, got)
			}
		}
	}
}

func TestBoardShowsAllAnnouncements(t *testing.T) {
	s := studio(t)
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range rendertest.Gallery(t) {
			if p.Scene != nil && p.Held == nil && p.Open == nil {
				if announced, shown := pictureOf(s, p, w).Pills(); announced != shown {
					t.Errorf("%s: %d announcements made, %d shown", p.Name, announced, shown)
				}
			}
		}
	})
}

// The strip may be higher for three players, open cards, each hand with known cards, and each announcement.
func TestStripIsLow(t *testing.T) {
	const base, threeSeats, openCards, knownRow, announcement = 380, 90, 150, 66, 62
	s, w := studio(t), rendertest.Catalogue(t).In("de")
	rendertest.EachPosition(t, 5, func(rules string, d *engine.Deal) {
		scene := rendertest.SceneOf(d)
		if scene.BesideHand() != plan.Strip {
			return
		}
		held, most, v := rendertest.HandOf(d, 0), base, d.PublicView()
		if len(scene.Names) > 2 {
			most += threeSeats
		}
		if v.UntakenShown != 0 || len(v.AddedToTricks) > 0 || v.Piles != nil {
			most += openCards
		}
		for _, cards := range v.KnownInHand {
			most += knownRow * (cards.Len() + 7) / 8
		}
		most += announcement * len(v.Claims)
		both := s.Picture(plan.TableAndHand{Scene: scene, Hand: held}, w, false)
		if got := both.Height - s.Picture(held, w, false).Height; got > most {
			t.Errorf("%s: the strip is %d high, want at most %d", rules, got, most)
		}
	})
}

func TestNumeralsStayVisible(t *testing.T) {
	const ring = 3
	s := studio(t)
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		least := 1000.0
		for tarocks := 2; tarocks <= card.AllTarocks.Len(); tarocks++ {
			for suits := range card.Suits {
				for each := 1; each <= 4; each++ {
					for _, step := range render.TarockSpacings(handWith(tarocks, suits, each), w) {
						least = min(least, step)
					}
				}
			}
		}
		for c := range card.AllTarocks.All() {
			if end := numeralEnd(s, c, w); end > int(least)-ring {
				t.Errorf("the numeral of %s ends at %d, but the next card may cover it from %.1f on", c, end, least)
			} else if end < 20 {
				t.Errorf("%s: no numeral found", c)
			}
		}
	})
}

func handWith(tarocks, suits, perSuit int) (hand card.Set) {
	for i := range tarocks {
		hand |= card.AllTarocks.Nth(i).Bit()
	}
	for suit := range card.Suit(card.Suits) {
		if suit != card.Tarock && suits > 0 {
			suits--
			for i := range perSuit {
				hand |= suit.Cards().Nth(i).Bit()
			}
		}
	}
	return hand
}

func numeralEnd(s *render.Studio, c card.Card, w *words.Tongue) (end int) {
	const top, bottom, right, dark = 24, 80, 185, 150 // the numeral's part of the card
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

func TestSizes(t *testing.T) {
	s := studio(t)
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range picturesToDraw(t, w) {
			most := maxBoard
			switch {
			case p.Curve != nil:
				most = maxRating
			case p.Open != nil:
				most = maxOpen
			case p.Held != nil && (p.Scene != nil || p.Held.View.Hand.Cards.Len() > 16):
				continue
			case p.Held != nil:
				most = maxHand
			}
			checkSize(t, p.Name, pngOf(t, pictureOf(s, p, w)), most)
		}
	})
	w, hands := rendertest.Catalogue(t).In("de"), 0
	for i, r := range rendertest.Records(t) {
		if i%max(92 / *rendertest.Times, 1) > 0 {
			continue
		}
		for _, h := range handsThatChoose(t, r) {
			hands++
			checkSize(t, fmt.Sprintf("%s, deal %d: %s", r.Rules, i, h.Pick.Verb), pngOf(t, s.Picture(h, w, false)), maxHand)
		}
	}
	if hands < 9**rendertest.Times {
		t.Errorf("only %d hands were drawn", hands)
	}
}

func handsThatChoose(t *testing.T, r engine.Record) (all []plan.PlayerHand) {
	t.Helper()
	for n := range len(r.Actions) {
		d := rendertest.Replayed(t, r, n)
		for seat := range d.Waiting().All() {
			h := rendertest.HandOf(d, seat)
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

const (
	maxRating = 60_000
	maxBoard  = 120_000
	maxHand   = 135_000
	maxOpen   = 150_000
)

func checkSize(t *testing.T, name string, data []byte, most int) {
	t.Helper()
	if n := len(data); n > most {
		t.Errorf("%s: %d bytes, want at most %d", name, n, most)
	}
}
