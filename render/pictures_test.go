package render_test

import (
	"context"
	"flag"
	"path/filepath"
	"sync"
	"testing"

	"tarockbot/engine/enginetest/golden"
	"tarockbot/render"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

// times is the factor by which tests are larger than usual.
var times = flag.Int("times", 1, "how many times as many pictures are looked at as is usual, where no others are compared with them")

// oneStudio shares the cached cards among all tests.
var oneStudio = sync.OnceValues(render.NewStudio)

// studio returns the shared studio.
func studio(t testing.TB) *render.Studio {
	t.Helper()
	s, err := oneStudio()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ownStudio(t testing.TB) *render.Studio {
	t.Helper()
	s, err := render.NewStudio()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// picture is the picture of what is shown.
func (p shown) picture(s *render.Studio, w *words.Tongue) *render.Picture {
	switch {
	case p.curve != nil:
		return s.Picture(*p.curve, w, false)
	case p.open != nil:
		o := *p.open
		o.Scene = *p.scene
		return s.Picture(o, w, p.two)
	case p.held == nil:
		return s.Picture(*p.scene, w, p.two)
	case p.scene == nil:
		return s.Picture(*p.held, w, p.two)
	default:
		return s.Picture(plan.TableAndHand{Scene: *p.scene, Hand: *p.held}, w, p.two)
	}
}

// TestPictures compares pictures with golden files, and their descriptions in both languages.
func TestPictures(t *testing.T) {
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		var told page
		for _, p := range gallery(t) {
			picture := p.picture(s, w)
			told.heading("%s", p.name)
			told.WriteString(picture.Alt + "\n")
			if p.drawnIn(w) {
				checkPicture(t, p.name+"."+w.Tag(), p.drawn(t, s, w))
			}
		}
		told.check(t, "pictures."+w.Tag())
	})
}

// drawnIn reports whether the picture is drawn in the language: every second one, in German unless it is
// for another language only. Larger tests draw all in both.
func (p shown) drawnIn(w *words.Tongue) bool {
	if *times > 1 || *golden.Update {
		return p.only == "" || p.only == w.Tag()
	}
	return !p.more && (p.only == w.Tag() || p.only == "" && w.Tag() == "de")
}

// drawn is the gallery's pictures as PNG, by name and language: several tests look
// at them, and drawing is most of what they cost.
var drawn = struct {
	sync.Mutex
	png map[string][]byte
}{png: make(map[string][]byte)}

// drawn is the picture of what is shown as PNG, drawn once for all tests.
func (p shown) drawn(t testing.TB, s *render.Studio, w *words.Tongue) []byte {
	t.Helper()
	drawn.Lock()
	defer drawn.Unlock()
	name := p.name + "." + w.Tag()
	if drawn.png[name] == nil {
		drawn.png[name] = draws(t, p.picture(s, w))
	}
	return drawn.png[name]
}

// draws returns the picture as PNG.
func draws(t testing.TB, p *render.Picture) []byte {
	t.Helper()
	data, err := p.PNG(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// tolerance is the largest difference of a channel in single pixels. Processors round differently, so a
// colour between two palette colours may become the other.
const tolerance = 48

// checkPicture compares a picture with a file of testdata/pictures.
func checkPicture(t *testing.T, name string, data []byte) {
	t.Helper()
	rendertest.Check(t, filepath.Join("testdata", "pictures", name+".png"), data, tolerance, *golden.Update)
}
