package render

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

// WCAG 2, level AA, requires a contrast of 3 for graphics.
func TestCurveContrast(t *testing.T) {
	for _, c := range []struct {
		name    string
		ink     pen.Color
		grounds []pen.Color
	}{
		{"curve", art.LightGold, append([]pen.Color{bandFill}, panelGrounds...)},
		{"edge of the band", bandEdge, panelGrounds},
	} {
		for _, ground := range c.grounds {
			if got := rendertest.Contrast(c.ink, ground); got < 3 {
				t.Errorf("%s on %v: contrast %.2f, want at least 3", c.name, ground, got)
			}
			if got := rendertest.Contrast(Nearest(c.ink), Nearest(ground)); got < 3 {
				t.Errorf("%s on %v: contrast %.2f in palette colours, want at least 3", c.name, ground, got)
			}
		}
	}
}

func TestCurveTextsFit(t *testing.T) {
	fonts := loadedFonts(t)
	s := &sizer{fonts: fonts}
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		fits := func(what string, got, room float64) {
			t.Helper()
			if got > room {
				t.Errorf("%s: %.0f pixels wide, want at most %.0f", what, got, room)
			}
		}
		text := func(id string) float64 { return fonts.Text.Width(w.Say(id), readable) }
		fits("the legend", 2*legendSample+5*legendGap+text("picture.rating.band")+text("picture.rating.provisional"), curvePlot.w)
		fits("the best rating", s.numberWidth("4000", smallNumber)+2*starOffset+32, panelWidth)
		fits("the label of the best rating", text("picture.rating.best"), panelWidth-2*panelPad)
		fits("the mark of a provisional rating", pillWidth(w.Say("picture.rating.provisional"), fonts.Text), panelWidth-2*panelPad)
		fits("the number of matches", fonts.Text.Width(w.Count("picture.rating.last", plan.MaxRated), readable), curvePlot.w*spanLabelPlaces[1].share)
		for _, day := range []string{"2026-12-30", "30.12.2026", "30 Dec 2026"} {
			fits(day, fonts.Text.Width(day, readable), curvePlot.w*spanLabelPlaces[0].share)
		}
		for n, size := range map[int]float64{4000: 86, 99999: smallNumber} {
			fits(strconv.Itoa(n), s.numberWidth(strconv.Itoa(n), size), panelWidth-40)
		}
		fits("the rating beside a line", fonts.Text.Width("4000", readable)+scaleGap+10, curvePlot.x-curvePanel.x)
	})
}

func TestScaleHoldsAllRatings(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for i := range 2000 {
		var rated []plan.Rated
		middle, spread := 100+random.IntN(3900), 1+random.IntN(1+i)
		for range 1 + random.IntN(plan.MaxRated) {
			rated = append(rated, plan.Rated{Rating: min(max(middle+random.IntN(2*spread)-spread, 100), 4000), Deviation: 30 + random.IntN(321)})
		}
		c := newScale(rated, curvePlot)
		for match, r := range rated {
			if p := c.at(match, r.Rating); p.Y < c.in.y || p.Y > c.in.y+c.in.h || p.X < c.in.x || p.X > c.in.x+c.in.w {
				t.Fatalf("%v is at %v, want within %v", r, p, c.in)
			}
		}
		lines := c.lines()
		if len(lines) < 2 || c.y(lines[0])-c.y(lines[1]) < 1.6*readable {
			t.Fatalf("scale from %.0f to %.0f: lines at %v, want at least two, further apart", c.low, c.high, lines)
		}
		for _, rating := range lines {
			if y := c.y(rating); y < c.in.y || y > c.in.y+c.in.h {
				t.Fatalf("the line at %d is outside of the plot", rating)
			}
		}
	}
}
