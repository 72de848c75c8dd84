package render_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

// Texts are at least 11 pixels high on a phone 360 pixels wide. They don't overlap, and only very long names are cut.
func TestReadable(t *testing.T) {
	s := studio(t)
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range rendertest.Gallery(t) {
			checkTexts(t, p.Name, pictureOf(s, p, w), strings.Contains(p.Name, "long-name") || p.Name == "seat-all-announced")
		}
		random := rand.New(rand.NewPCG(11, 12))
		for _, g := range games.All() {
			for _, rules := range g.Rules {
				r, seen := rendertest.RandomRecordOf(t, random, g, rules), make(map[engine.Name]bool)
				for n := range len(r.Actions) + 1 {
					d := rendertest.Replayed(t, r, n)
					if phase := d.PublicView().Phase; !seen[phase] || n%max(60 / *rendertest.Times, 12) == 0 || n == len(r.Actions) {
						seen[phase] = true
						checkPosition(t, s, w, d, n)
					}
				}
			}
		}
	})
}

func checkPosition(t *testing.T, s *render.Studio, w *words.Tongue, d *engine.Deal, n int) {
	t.Helper()
	scene, full := rendertest.SceneOf(d), rendertest.SceneOf(d)
	fillScene(&full)
	for name, scene := range map[string]plan.Scene{"": scene, ", full": full} {
		name = d.Rules().ID + ", " + string(scene.Deal.Phase) + name
		gone := w.Say("name.deleted")
		long := []string{rendertest.LongWord, rendertest.LongName, "Anna-Magdalena Wachtelhofer"}
		for i, names := range [][]string{rendertest.People, {gone, gone, gone}, long} {
			if (n+i)%3 >= *rendertest.Times {
				continue
			}
			scene.Names = names[:len(scene.Names)]
			checkTexts(t, name, s.Picture(scene, w, false), i == 2)
			checkTexts(t, name+", hand", s.Picture(plan.TableAndHand{Scene: scene, Hand: rendertest.HandOf(d, 0)}, w, false), i == 2)
		}
	}
}

func fillScene(s *plan.Scene) {
	switch v := &s.Deal; {
	case v.Result != nil && len(v.Result.Items) == 0:
	case v.Result != nil:
		v.Result = rendertest.ManyItems(*v.Result)
	case v.Phase == engine.Playing:
		v.Claims = rendertest.ManyClaims()
		if v.KnownInHand != nil {
			v.KnownInHand = []card.Set{card.AllTarocks, card.PlainSuits}
		}
	}
}

func checkTexts(t *testing.T, name string, p *render.Picture, mayCut bool) {
	t.Helper()
	const phone, least = 360, 11
	all := p.Texts()
	if len(all) == 0 {
		t.Errorf("%s: the picture has no text", name)
	}
	for i, x := range all {
		if got := x.Size * phone / float64(p.Width); got < least {
			t.Errorf("%s: %q is %.1f pixels high on a phone, want at least %d", name, x.Text, got, least)
		}
		if !x.Box.In(x.Bounds) {
			t.Errorf("%s: %q is at %v, outside of %v", name, x.Text, x.Box, x.Bounds)
		}
		if !mayCut && strings.HasSuffix(x.Text, "…") {
			t.Errorf("%s: a text is cut to %q", name, x.Text)
		}
		for _, y := range all[:i] {
			if x.Part == y.Part && x.Box.Overlaps(y.Box) {
				t.Errorf("%s: %q at %v and %q at %v overlap", name, x.Text, x.Box, y.Text, y.Box)
			}
		}
	}
}

func TestDrawsEveryGame(t *testing.T) {
	s, w, random := studio(t), rendertest.Catalogue(t).In("de"), rand.New(rand.NewPCG(5, 6))
	for _, g := range games.All() {
		drawn := make(map[engine.Name]bool)
		for _, rules := range g.Rules {
			t.Run(rules.ID, func(t *testing.T) {
				if *rendertest.Times > 1 {
					clear(drawn)
				}
				r := rendertest.RandomRecordOf(t, random, g, rules)
				for n := range len(r.Actions) + 1 {
					d := rendertest.Replayed(t, r, n)
					if phase := d.PublicView().Phase; !drawn[phase] || n == len(r.Actions) {
						drawn[phase] = true
						hand := rendertest.HandOf(d, engine.Seat(n%g.Seats))
						pngOf(t, s.Picture(plan.TableAndHand{Scene: rendertest.SceneOf(d), Hand: hand}, w, n%2 == 0))
					}
				}
			})
		}
	}
}
