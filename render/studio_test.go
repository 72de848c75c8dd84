package render_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"tarockbot/render"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

func TestPictureKeys(t *testing.T) {
	s, other := ownStudio(t), ownStudio(t)
	names := make(map[render.Key]string)
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range rendertest.Gallery(t) {
			name, key := p.Name+"."+w.Tag(), pictureOf(s, p, w).Key
			if key != pictureOf(other, p, w).Key {
				t.Errorf("%s: the key changed", name)
			}
			if same, taken := names[key]; taken {
				t.Errorf("%s and %s have the same key", name, same)
			}
			names[key] = name
		}
	})
	w := rendertest.Catalogue(t).In("de")
	scene := *rendertest.Boards(t)[1].Scene
	four, two := s.Picture(scene, w, false), s.Picture(scene, w, true)
	if four.Key == two.Key {
		t.Error("the two-coloured and the four-coloured deck have the same key")
	}
	scene.Names = []string{"a, b", "c"}
	one := s.Picture(scene, w, false)
	scene.Names = []string{"a", "b, c"}
	if one.Key == s.Picture(scene, w, false).Key {
		t.Error("names that are the same when joined have the same key")
	}
}

func TestConcurrentCallersShareDrawing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, w := ownStudio(t), rendertest.Catalogue(t).In("en")
		all := rendertest.Boards(t)[:4]
		drawn := make([]atomic.Int32, len(all))
		got := make([][][]byte, 8)
		free := s.LockDrawing()
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() {
				for j, p := range all {
					data, err := pictureOf(s, p, w).CountDraws(&drawn[j]).PNG(context.Background())
					if err != nil {
						t.Error(err)
					}
					got[i] = append(got[i], data)
				}
			})
		}
		synctest.Wait()
		free()
		wg.Wait()
		for j, p := range all {
			ready := pictureOf(s, p, w).Ready()
			if n := drawn[j].Load(); n != 1 || len(ready) == 0 {
				t.Fatalf("%s: drawn %d times, %d bytes cached", p.Name, n, len(ready))
			}
			for i := range got {
				if &got[i][j][0] != &ready[0] {
					t.Errorf("%s differs between callers", p.Name)
				}
			}
		}
	})
}

func TestCacheEvictsLeastRecentlyUsed(t *testing.T) {
	w, all := rendertest.Catalogue(t).In("en"), rendertest.Boards(t)
	room := len(pngOf(t, pictureOf(ownStudio(t), all[0], w))) + len(pngOf(t, pictureOf(ownStudio(t), all[1], w)))
	s := mustOpen(t, func() (*render.Studio, error) { return render.StudioWithCache(room) })
	first, second, third := pictureOf(s, all[0], w), pictureOf(s, all[1], w), all[0]
	third.Scene.Names = []string{"Bert", "Carla"}
	pngOf(t, first)
	pngOf(t, second)
	if first.Ready() == nil || second.Ready() == nil {
		t.Fatal("two pictures that fit aren't cached")
	}
	before := first.Ready()
	pngOf(t, pictureOf(s, third, w))
	if second.Ready() != nil {
		t.Error("the least recently used picture is still cached")
	}
	pngOf(t, second)
	if first.Ready() != nil {
		t.Error("the first picture is still cached after the second was drawn again")
	}
	if !bytes.Equal(pngOf(t, first), before) {
		t.Error("a second drawing differs")
	}
}

func TestEarlierDrawingsHaveNoEffect(t *testing.T) {
	w, all := rendertest.Catalogue(t).In("de"), rendertest.Gallery(t)
	busy, fresh := ownStudio(t), ownStudio(t)
	for _, p := range all[:6] {
		pngOf(t, pictureOf(busy, p, w))
	}
	last := all[len(all)-1]
	if !bytes.Equal(pngOf(t, pictureOf(busy, last, w)), pngOf(t, pictureOf(fresh, last, w))) {
		t.Error("a drawing after other pictures differs")
	}
}

func TestWaitingCallerCanCancel(t *testing.T) {
	s, w := ownStudio(t), rendertest.Catalogue(t).In("en")
	p := pictureOf(s, rendertest.Boards(t)[0], w)
	free := s.LockDrawing()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if data, err := p.PNG(ctx); !errors.Is(err, context.Canceled) || data != nil {
		t.Errorf("got %d bytes and %v, want a cancelled request", len(data), err)
	}
	if p.Ready() != nil {
		t.Error("a picture is ready before it was drawn")
	}
	free()
	if data, err := p.PNG(ctx); len(data) == 0 && !errors.Is(err, context.Canceled) {
		t.Errorf("got %d bytes and %v, want a picture or a cancelled request", len(data), err)
	}
	pngOf(t, p)
	if data, err := p.PNG(ctx); len(data) == 0 || err != nil {
		t.Errorf("a cached picture: got %d bytes and %v, want no wait", len(data), err)
	}
}
