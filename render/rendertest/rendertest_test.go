package rendertest

import (
	"bytes"
	"image"
	"image/draw"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/render/plan"
)

func TestDifference(t *testing.T) {
	data, err := os.ReadFile("../testdata/pictures/trick.de.png")
	if err != nil {
		t.Fatal(err)
	}
	const most = 48
	want := Pixels(t, data)
	card := image.Rect(600, 110, 860, 490)
	tests := []struct {
		name   string
		change func(*image.RGBA)
		wantIn image.Rectangle // where the difference must be found; empty for nowhere
	}{
		{"nothing", func(*image.RGBA) {}, image.Rectangle{}},
		{"rounding", addRounding, image.Rectangle{}},
		{"a pixel that became another colour of the palette", func(p *image.RGBA) { p.Pix[p.PixOffset(700, 300)] -= most }, image.Rectangle{}},
		{"a pixel that is wrong", func(p *image.RGBA) { p.Pix[p.PixOffset(700, 300)] -= most + 1 }, card},
		{"a shade of red", func(p *image.RGBA) { shade(p, card, 0, 6) }, card},
		{"a shade of blue", func(p *image.RGBA) { shade(p, card, 2, 4) }, card},
		{"a pip that is missing", func(p *image.RGBA) { cover(p, image.Rect(710, 152, 762, 202), image.Pt(708, 160)) }, card},
		{"a word that is missing", func(p *image.RGBA) { cover(p, image.Rect(1040, 358, 1150, 395), image.Pt(1100, 400)) }, image.Rect(1030, 350, 1160, 400)},
		{"a hairline that is missing", func(p *image.RGBA) { cover(p, image.Rect(910, 250, 1150, 258), image.Pt(1000, 248)) }, image.Rect(900, 240, 1160, 260)},
		{"a panel's edge that is missing", func(p *image.RGBA) { cover(p, image.Rect(1166, 130, 1172, 470), image.Pt(1160, 300)) }, image.Rect(1150, 120, 1180, 490)},
		{"a card a pixel to the right", func(p *image.RGBA) {
			draw.Draw(p, card.Add(image.Pt(1, 0)), want, card.Min, draw.Src)
		}, card},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := image.NewRGBA(want.Rect)
			copy(got.Pix, want.Pix)
			tt.change(got)
			found, where := Difference(got, want, most)
			if (found != "") != !tt.wantIn.Empty() {
				t.Fatalf("got difference %q, want one within %v", found, tt.wantIn)
			}
			if marks := redBounds(where); !marks.In(tt.wantIn.Inset(-blockSize)) {
				t.Errorf("the marks are within %v, want within %v: %s", marks, tt.wantIn, found)
			}
		})
	}
}

func addRounding(p *image.RGBA) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range p.Pix {
		if i%4 < 3 {
			p.Pix[i] = uint8(min(max(int(p.Pix[i])+random.IntN(3)-1, 0), 255))
		}
	}
}

func shade(p *image.RGBA, part image.Rectangle, channel int, by uint8) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			i := p.PixOffset(x, y) + channel
			p.Pix[i] -= min(p.Pix[i], by)
		}
	}
}

func cover(p *image.RGBA, part image.Rectangle, place image.Point) {
	draw.Draw(p, part, image.NewUniform(p.RGBAAt(place.X, place.Y)), image.Point{}, draw.Src)
}

func redBounds(p *image.RGBA) (box image.Rectangle) {
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			if p.RGBAAt(x, y) == red {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestDifferenceOfSizes(t *testing.T) {
	small, large := image.NewRGBA(image.Rect(0, 0, 8, 8)), image.NewRGBA(image.Rect(0, 0, 8, 9))
	if found, _ := Difference(small, large, 255); found == "" {
		t.Error("pictures of different sizes are found equal")
	}
}

func TestCheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new.png")
	data := encodePNG(t, sideBySide(paleCopy(image.NewRGBA(image.Rect(0, 0, 8, 8)))))
	*golden.Update = true
	CheckPicture(t, file, data, 0)
	*golden.Update = false
	CheckPicture(t, file, data, 0)
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes, %v, want %d", len(got), err, len(data))
	}
}

func TestGallery(t *testing.T) {
	named := make(map[string]bool)
	for _, p := range Gallery(t) {
		if name := p.Name; named[name] || plan.New(p.Content(), Catalogue(t).In("en"), strings.TrimSpace).Alt == "" {
			t.Errorf("%s: the name isn't unique, or the description is empty", name)
		}
		named[p.Name] = true
	}
	ended := 0
	EachPosition(t, 3, func(_ string, d *engine.Deal) {
		if d.Result() != nil {
			ended++
		}
	})
	if ended == 0 {
		t.Error("no finished deal is shown")
	}
}
