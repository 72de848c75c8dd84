package render_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tarockbot/engine/rating"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
)

func TestSizeOfSteepCurves(t *testing.T) {
	s, w := studio(t), rendertest.Catalogue(t).In("de")
	for _, tt := range []struct {
		name                 string
		advantage, daysApart int // points; days between matches
		maxSize              int
	}{
		{"even", 0, 0, maxRating},
		{"even, a month apart", 0, 30, maxRating},
		{"even, a year apart", 0, 400, maxRating * 3 / 2},
		{"surprises", 600, 0, maxRating * 3 / 2},
		{"surprises, a month apart", 600, 30, maxRating * 3 / 2},
		{"surprises, a year apart", 600, 400, maxRating * 3 / 2},
	} {
		r := rating.New()
		c := plan.RatingHistory{Name: rendertest.People[0], Game: "illustrated"}
		for i := range 80 {
			r = r.Idle(tt.daysApart)
			outcome, sign := rating.Win, 1
			if i%2 == 0 {
				outcome, sign = rating.Loss, -1
			}
			other := rating.Rating{Points: r.Points + sign*tt.advantage*1000, Deviation: 30_000, Volatility: 60_000_000}
			r = r.After([]rating.Result{{Against: other, Outcome: outcome}})
			c.Rated = append(c.Rated, plan.Rated{Rating: r.Shown(), Deviation: r.ShownDeviation(), Provisional: r.IsProvisional(), Day: "31.12.2026"})
		}
		checkSize(t, tt.name, pngOf(t, s.Picture(c, w, false)), tt.maxSize)
	}
}

func TestAnyCurve(t *testing.T) {
	s, w, random := studio(t), rendertest.Catalogue(t).In("de"), rand.New(rand.NewPCG(7, 8))
	for n := range 12 * *rendertest.Times {
		c := plan.RatingHistory{Name: "Anna", Game: "kosakeln", Matches: random.IntN(1_000_000), Best: random.IntN(4001)}
		for range n * 5 % 60 {
			c.Rated = append(c.Rated, plan.Rated{
				Rating: 100 + random.IntN(3901), Deviation: 30 + random.IntN(321), Provisional: random.IntN(2) == 0,
				Day: strings.Repeat("31. Dezember ", random.IntN(4)),
			})
		}
		pngOf(t, s.Picture(c, w, false))
	}
}
