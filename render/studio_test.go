package render_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"tarockbot/render"
	"tarockbot/render/pen"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

// TestKeys checks that pictures have the same key exactly if they look the same.
func TestKeys(t *testing.T) {
	s, other := ownStudio(t), ownStudio(t)
	names := make(map[render.Key]string)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		for _, p := range gallery(t) {
			name, key := p.name+"."+w.Tag(), p.picture(s, w).Key
			if key != p.picture(other, w).Key {
				t.Errorf("%s: another key the second time", name)
			}
			if same, taken := names[key]; taken {
				t.Errorf("%s and %s have the same key", name, same)
			}
			names[key] = name
		}
	})
	w := catalogue(t).In("de")
	scene := *boards(t)[1].scene
	four, two := s.Picture(scene, w, false), s.Picture(scene, w, true)
	if four.Key == two.Key {
		t.Error("two decks have the same key")
	}
	scene.Names = []string{"a, b", "c"}
	one := s.Picture(scene, w, false)
	scene.Names = []string{"a", "b, c"}
	if one.Key == s.Picture(scene, w, false).Key {
		t.Error("names that are the same when joined have the same key")
	}
}

// TestKept checks that concurrent requests draw a picture once and get the same bytes.
func TestKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, w := ownStudio(t), catalogue(t).In("en")
		all := boards(t)[:4]
		drawn := make([]atomic.Int32, len(all))
		got := make([][][]byte, 8)
		free := s.Busy()
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() {
				for j, p := range all {
					data, err := p.picture(s, w).Counted(&drawn[j]).PNG(context.Background())
					if err != nil {
						t.Error(err)
					}
					got[i] = append(got[i], data)
				}
			})
		}
		synctest.Wait() // all wait for the drawing lock
		free()
		wg.Wait()
		for j, p := range all {
			ready := p.picture(s, w).Ready()
			if n := drawn[j].Load(); n != 1 || len(ready) == 0 {
				t.Fatalf("%s: drawn %d times, %d bytes are kept", p.name, n, len(ready))
			}
			for i := range got {
				if &got[i][j][0] != &ready[0] {
					t.Errorf("%s is not the same for all", p.name)
				}
			}
		}
	})
}

// TestForgotten checks that the least recently used picture is evicted.
func TestForgotten(t *testing.T) {
	w, all := catalogue(t).In("en"), boards(t)
	room := len(draws(t, all[0].picture(ownStudio(t), w))) + len(draws(t, all[1].picture(ownStudio(t), w)))
	s, err := render.SmallStudio(room)
	if err != nil {
		t.Fatal(err)
	}
	first, second, third := all[0].picture(s, w), all[1].picture(s, w), all[0]
	third.scene.Names = []string{"Bert", "Carla"}
	draws(t, first)
	draws(t, second)
	if first.Ready() == nil || second.Ready() == nil {
		t.Fatal("there is room for two pictures, and they are not kept")
	}
	before := first.Ready()
	draws(t, third.picture(s, w))
	if second.Ready() != nil {
		t.Error("the second picture, used before the first, is still there")
	}
	draws(t, second)
	if first.Ready() != nil {
		t.Error("the first picture is still there")
	}
	if !bytes.Equal(draws(t, first), before) {
		t.Error("drawn again it is another picture")
	}
}

// TestSameBytes checks that a picture doesn't depend on earlier drawings.
func TestSameBytes(t *testing.T) {
	w, all := catalogue(t).In("de"), gallery(t)
	busy, fresh := ownStudio(t), ownStudio(t)
	for _, p := range all[:6] {
		draws(t, p.picture(busy, w))
	}
	last := all[len(all)-1]
	if !bytes.Equal(draws(t, last.picture(busy, w)), draws(t, last.picture(fresh, w))) {
		t.Error("after other pictures it is another one")
	}
}

// TestWaiting checks that a request that waits for the drawing lock can be cancelled.
func TestWaiting(t *testing.T) {
	s, w := ownStudio(t), catalogue(t).In("en")
	p := boards(t)[0].picture(s, w)
	free := s.Busy()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if data, err := p.PNG(ctx); !errors.Is(err, context.Canceled) || data != nil {
		t.Errorf("got %d bytes and %v, want to be let go", len(data), err)
	}
	if p.Ready() != nil {
		t.Error("a picture that nobody has drawn is ready")
	}
	free()
	if data, err := p.PNG(ctx); len(data) == 0 && !errors.Is(err, context.Canceled) {
		t.Errorf("got %d bytes and %v", len(data), err)
	}
	draws(t, p)
	if data, err := p.PNG(ctx); len(data) == 0 || err != nil {
		t.Errorf("what is there needs no waiting: %d bytes, %v", len(data), err)
	}
}

// TestEncoding checks that the file holds the drawing, as far as the palette allows.
func TestEncoding(t *testing.T) {
	s, w := ownStudio(t), catalogue(t).In("en")
	for _, p := range gallery(t) {
		if p.name != "after" && p.name != "hand-discard" {
			continue
		}
		picture := p.picture(s, w)
		got, want := rendertest.Pixels(t, draws(t, picture)), picture.Drawn()
		if got.Rect != want.Rect || got.Rect.Dx() != picture.Width || got.Rect.Dy() != picture.Height {
			t.Fatalf("%s: %v in the file, drawn %v, said to be %d by %d", p.name, got.Rect, want.Rect, picture.Width, picture.Height)
		}
		off := 0.0
		for i := 0; i < len(want.Pix); i += 4 {
			a := pen.Color{R: got.Pix[i], G: got.Pix[i+1], B: got.Pix[i+2], A: 255}
			off += distance(a, pen.Color{R: want.Pix[i], G: want.Pix[i+1], B: want.Pix[i+2], A: 255})
		}
		if rms := math.Sqrt(off / float64(len(want.Pix)/4)); rms > 3.5 {
			t.Errorf("%s: colours are off by %.2f, want at most 3.5", p.name, rms)
		}
	}
}
