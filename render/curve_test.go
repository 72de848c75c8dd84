package render_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tarockbot/engine/rating"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// TestCurveTold shows the descriptions of ratings.
func TestCurveTold(t *testing.T) {
	r := func(rating, deviation int) plan.Rated {
		return plan.Rated{Rating: rating, Deviation: deviation, Provisional: deviation > 110, Day: "1 May"}
	}
	inEach(t, func(t *testing.T, w *words.Tongue) {
		var p page
		for _, tt := range []struct {
			name  string
			curve plan.RatingHistory
		}{
			{"the best", plan.RatingHistory{Rated: []plan.Rated{r(1800, 111), r(1700, 110), r(1650, 100), r(1690, 95)}}},
			{"better before", plan.RatingHistory{Rated: []plan.Rated{r(1700, 60), r(1710, 60)}, Matches: 80, Best: 1720}},
			{"worse before", plan.RatingHistory{Rated: []plan.Rated{r(1700, 60)}, Matches: 80, Best: 1690}},
		} {
			tt.curve.Name, tt.curve.Game = "Anna", "kosakeln"
			p.heading("%s", tt.name)
			p.plain(studio(t).Picture(tt.curve, w, false).Alt)
		}
		p.check(t, "curves."+w.Tag())
	})
}

// TestCurveOfMany checks that a curve shows the last matches and the best of all.
func TestCurveOfMany(t *testing.T) {
	s, w := studio(t), catalogue(t).In("en")
	many := rated(plan.MaxRated+20, 0)
	for i := range many {
		many[i].Rating += 500 - 10*i
	}
	best := 0
	for _, r := range many {
		if !r.Provisional {
			best = max(best, r.Rating)
		}
	}
	last := plan.RatingHistory{Name: "Anna", Game: "kosakeln", Rated: many[20:], Matches: len(many), Best: best}
	all := s.Picture(plan.RatingHistory{Name: "Anna", Game: "kosakeln", Rated: many}, w, false)
	if want := s.Picture(last, w, false); all.Key != want.Key || all.Alt != want.Alt {
		t.Errorf("of all %s, of the last %s", all.Alt, want.Alt)
	}
}

// TestCurveNames checks that the picture names the person with the characters that can be drawn.
func TestCurveNames(t *testing.T) {
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		instead := w.Say("picture.rating")
		for _, tt := range []struct{ name, title, told string }{
			{"Änni Müßig", "Änni Müßig", "Änni Müßig"},
			{"a\u202eb\nc", "ab c", "a\u202eb c"},
			{"王小明", instead, "王小明"},
			{"", instead, instead},
		} {
			p := s.Picture(plan.RatingHistory{Name: tt.name, Game: "strohmandeln"}, w, false)
			if p.Title() != tt.title || !strings.HasPrefix(p.Alt, tt.told+", "+w.Say("game.strohmandeln")+". ") {
				t.Errorf("%q: the title is %q, told is %q", tt.name, p.Title(), p.Alt)
			}
		}
	})
}

// TestWildCurves limits the file size of a rating that rises and falls all the time. An unrealistic
// rating, with surprises or years between all matches, is at most half as large again.
func TestWildCurves(t *testing.T) {
	s, w := studio(t), catalogue(t).In("de")
	for _, tt := range []struct {
		name           string
		stronger, away int // points, and days between matches
		most           int
	}{
		{"even", 0, 0, maxRating},
		{"even, seldom", 0, 30, maxRating},
		{"even, hardly ever", 0, 400, maxRating * 3 / 2},
		{"surprises", 600, 0, maxRating * 3 / 2},
		{"surprises, seldom", 600, 30, maxRating * 3 / 2},
		{"surprises, hardly ever", 600, 400, maxRating * 3 / 2},
	} {
		r := rating.New()
		c := plan.RatingHistory{Name: people[0], Game: "illustrated"}
		for i := range 80 {
			r = r.Idle(tt.away)
			outcome, sign := rating.Win, 1
			if i%2 == 0 {
				outcome, sign = rating.Loss, -1
			}
			other := rating.Rating{Points: r.Points + sign*tt.stronger*1000, Deviation: 30_000, Volatility: 60_000_000}
			r = r.After([]rating.Result{{Against: other, Outcome: outcome}})
			c.Rated = append(c.Rated, plan.Rated{Rating: r.Shown(), Deviation: r.ShownDeviation(), Provisional: r.Provisional(), Day: "31.12.2026"})
		}
		checkSize(t, tt.name, draws(t, s.Picture(c, w, false)), tt.most)
	}
}

// TestAnyCurve draws arbitrary ratings.
func TestAnyCurve(t *testing.T) {
	s, w, random := studio(t), catalogue(t).In("de"), rand.New(rand.NewPCG(7, 8))
	for n := range 12 * *times {
		c := plan.RatingHistory{Name: "Anna", Game: "kosakeln", Matches: random.IntN(1_000_000), Best: random.IntN(4001)}
		for range n * 5 % 60 {
			c.Rated = append(c.Rated, plan.Rated{
				Rating: 100 + random.IntN(3901), Deviation: 30 + random.IntN(321), Provisional: random.IntN(2) == 0,
				Day: strings.Repeat("31. Dezember ", random.IntN(4)),
			})
		}
		draws(t, s.Picture(c, w, false))
	}
}
