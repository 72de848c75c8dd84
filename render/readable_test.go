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
	"tarockbot/render/words"
)

// TestReadable checks that texts are at least 11 pixels high on a phone 360 pixels wide, in every phase of
// every game and in the fullest positions. Texts stay inside the picture, don't overlap and are cut only
// in very long names.
func TestReadable(t *testing.T) {
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range gallery(t) {
			checkTexts(t, p.name, p.picture(s, w), strings.Contains(p.name, "long-name") || p.name == "seat-all-announced")
		}
		random := rand.New(rand.NewPCG(11, 12))
		for _, g := range games.All() {
			for _, rules := range g.Rules {
				r, seen := randomRecordOf(t, random, g, rules), make(map[engine.Name]bool)
				for n := range len(r.Actions) + 1 {
					d := after(t, r, n)
					if phase := d.PublicView().Phase; !seen[phase] || n%max(60 / *times, 12) == 0 || n == len(r.Actions) {
						seen[phase] = true
						checkPosition(t, s, w, d, n)
					}
				}
			}
		}
	})
}

// checkPosition checks a position's pictures after n moves, as it is and as full as possible, with short,
// erased and long names.
func checkPosition(t *testing.T, s *render.Studio, w *words.Tongue, d *engine.Deal, n int) {
	t.Helper()
	scene, full := sceneOf(d), sceneOf(d)
	fill(&full)
	for name, scene := range map[string]plan.Scene{"": scene, ", full": full} {
		name = d.Rules().ID + ", " + string(scene.Deal.Phase) + name
		gone := w.Say("name.deleted")
		for i, names := range [][]string{people, {gone, gone, gone}, {longWord, longName, "Anna-Magdalena Wachtelhofer"}} {
			if (n+i)%3 >= *times {
				continue
			}
			scene.Names = names[:len(scene.Names)]
			checkTexts(t, name, s.Picture(scene, w, false), i == 2)
			checkTexts(t, name+", hand", s.Picture(plan.TableAndHand{Scene: scene, Hand: heldBy(d, 0)}, w, false), i == 2)
		}
	}
}

// fill makes the scene as full as possible.
func fill(s *plan.Scene) {
	switch v := &s.Deal; {
	case v.Result != nil && len(v.Result.Items) == 0:
	case v.Result != nil:
		v.Result = manyItems(*v.Result)
	case v.Phase == engine.Playing:
		v.Claims = manyClaims()
		if v.KnownInHand != nil {
			v.KnownInHand = []card.Set{card.AllTarocks, card.PlainSuits}
		}
	}
}

// checkTexts checks all texts of a picture, which may be cut if names are long.
func checkTexts(t *testing.T, name string, p *render.Picture, long bool) {
	t.Helper()
	const phone, least = 360, 11
	all := p.Texts()
	if len(all) == 0 {
		t.Errorf("%s: nothing is written", name)
	}
	for i, x := range all {
		if got := x.Size * phone / float64(p.Width); got < least {
			t.Errorf("%s: %q is %.1f pixels high on a phone, want at least %d", name, x.Text, got, least)
		}
		if !x.In.In(x.Bounds) {
			t.Errorf("%s: %q is at %v, outside of %v", name, x.Text, x.In, x.Bounds)
		}
		if !long && strings.HasSuffix(x.Text, "…") {
			t.Errorf("%s: cut to %q", name, x.Text)
		}
		for _, y := range all[:i] {
			if x.Part == y.Part && x.In.Overlaps(y.In) {
				t.Errorf("%s: %q at %v and %q at %v are over each other", name, x.Text, x.In, y.Text, y.In)
			}
		}
	}
}
