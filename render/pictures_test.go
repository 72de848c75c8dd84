package render_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"tarockbot/engine/enginetest/golden"
	"tarockbot/render"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

var oneStudio = sync.OnceValues(render.NewStudio)

func studio(t testing.TB) *render.Studio { return made(t, oneStudio) }

func ownStudio(t testing.TB) *render.Studio { return made(t, render.NewStudio) }

func made(t testing.TB, open func() (*render.Studio, error)) *render.Studio {
	t.Helper()
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pictureOf(s *render.Studio, p rendertest.Shown, w *words.Tongue) *render.Picture {
	return s.Picture(p.Content(), w, p.TwoColours)
}

func TestPictures(t *testing.T) {
	s := studio(t)
	rendertest.InEach(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range drawnIn(t, w) {
			file := filepath.Join("testdata", "pictures", p.Name+"."+w.Tag()+".png")
			rendertest.Check(t, file, draws(t, pictureOf(s, p, w)), tolerance)
		}
	})
}

// Processors round differently: a pixel may get the other of two palette colours.
const tolerance = 48

func drawnIn(t *testing.T, w *words.Tongue) (all []rendertest.Shown) {
	t.Helper()
	more := *rendertest.Times > 1 || *golden.Update
	for i, p := range rendertest.Gallery(t) {
		if p.Only == w.Tag() && (more || i%2 == 0) || p.Only == "" && (more || i%2 == 0 && w.Tag() == "de") {
			all = append(all, p)
		}
	}
	return all
}

func draws(t testing.TB, p *render.Picture) []byte {
	t.Helper()
	data, err := p.PNG(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return data
}
