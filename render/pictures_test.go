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

var sharedStudio = sync.OnceValues(render.NewStudio)

func studio(t testing.TB) *render.Studio { return mustOpen(t, sharedStudio) }

func ownStudio(t testing.TB) *render.Studio { return mustOpen(t, render.NewStudio) }

func mustOpen(t testing.TB, open func() (*render.Studio, error)) *render.Studio {
	t.Helper()
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pictureOf(s *render.Studio, p rendertest.GalleryPicture, w *words.Tongue) *render.Picture {
	return s.Picture(p.Content(), w, p.TwoColours)
}

func TestPictures(t *testing.T) {
	s := studio(t)
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range picturesToDraw(t, w) {
			file := filepath.Join("testdata", "pictures", p.Name+"."+w.Tag()+".png")
			rendertest.CheckPicture(t, file, pngOf(t, pictureOf(s, p, w)), tolerance)
		}
	})
}

// Processors round differently, so a pixel between two palette colours may get either.
const tolerance = 48

func picturesToDraw(t *testing.T, w *words.Tongue) (all []rendertest.GalleryPicture) {
	t.Helper()
	isFull := *rendertest.Times > 1 || *golden.Update
	for i, p := range rendertest.Gallery(t) {
		if p.Only == w.Tag() && (isFull || i%2 == 0) || p.Only == "" && (isFull || i%2 == 0 && w.Tag() == "de") {
			all = append(all, p)
		}
	}
	return all
}

func pngOf(t testing.TB, p *render.Picture) []byte {
	t.Helper()
	data, err := p.PNG(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return data
}
