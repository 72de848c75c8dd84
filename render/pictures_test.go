package render_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"tarockbot/render"
	"tarockbot/render/words"
)

func studio(t testing.TB) *render.Studio {
	t.Helper()
	s, err := render.NewStudio()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// picture is the picture of what is shown.
func (p shown) picture(s *render.Studio, w *words.Tongue) *render.Picture {
	const fourColours = false
	switch {
	case p.held == nil:
		return s.Board(*p.scene, w, fourColours)
	case p.scene == nil:
		return s.Hand(*p.held, w, fourColours)
	default:
		return s.Seat(*p.scene, *p.held, w, fourColours)
	}
}

// TestPictures compares every picture with the one in testdata, and what is
// said of it.
func TestPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many pictures, one at a time: it takes long and finds no race")
	}
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		var told page
		for _, p := range gallery(t) {
			picture := p.picture(s, w)
			told.heading("%s", p.name)
			told.WriteString(picture.Alt + "\n")
			if p.only == "" || p.only == w.Tag() {
				checkPicture(t, p.name+"."+w.Tag(), draws(t, picture))
			}
		}
		told.check(t, "pictures."+w.Tag())
	})
}

// draws is the drawn picture as PNG.
func draws(t testing.TB, p *render.Picture) []byte {
	t.Helper()
	data, err := p.PNG(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// tolerance is by how much a channel may differ from the golden picture:
// processors round differently, and a colour that lies between two of the
// palette may then become the other.
const tolerance = 48

// checkPicture compares a picture with a file of testdata/pictures. Where they
// differ, both and the places are written beside it. Such a picture is looked
// at before it is committed. With -update it takes the file's place; one that
// is as wanted stays, for every version of it is kept in the repository.
func checkPicture(t *testing.T, name string, data []byte) {
	t.Helper()
	file := filepath.Join("testdata", "pictures", name+".png")
	marks := filepath.Join("testdata", "pictures", name+".diff.png")
	if err := os.Remove(marks); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	difference, where := compare(t, file, data)
	switch {
	case difference == "":
	case *update:
		write(t, file, data)
	default:
		if where != nil {
			write(t, marks, where)
			difference += "; see " + marks + ": wanted, got and where"
		}
		t.Errorf("%s: %s", file, difference)
	}
}

// compare says how a picture differs from that of a file, "" if it doesn't,
// and shows where.
func compare(t *testing.T, file string, data []byte) (difference string, where []byte) {
	t.Helper()
	golden, err := os.ReadFile(file)
	if err != nil {
		return err.Error(), nil
	}
	got, want := pixels(t, data), pixels(t, golden)
	if got.Rect != want.Rect {
		return fmt.Sprintf("the picture is %v, want %v", got.Rect, want.Rect), nil
	}
	marked, n, box := differing(got, want)
	if n == 0 {
		return "", nil
	}
	var b bytes.Buffer
	if err := png.Encode(&b, sideBySide(want, got, marked)); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d pixels differ, all within %v", n, box), b.Bytes()
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func pixels(t testing.TB, data []byte) *image.RGBA {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	all := image.NewRGBA(picture.Bounds())
	draw.Draw(all, all.Rect, picture, picture.Bounds().Min, draw.Src)
	return all
}

// differing marks the pixels that differ red on a pale copy, and says how many
// they are and the box around them.
func differing(got, want *image.RGBA) (marked *image.RGBA, n int, box image.Rectangle) {
	marked = image.NewRGBA(got.Rect)
	for i := 0; i < len(got.Pix); i += 4 {
		if far(got.Pix[i:i+3], want.Pix[i:i+3]) {
			x, y := i%got.Stride/4, i/got.Stride
			marked.SetRGBA(x, y, color.RGBA{255, 0, 0, 255})
			box = box.Union(image.Rect(x, y, x+1, y+1))
			n++
			continue
		}
		grey := 192 + got.Pix[i+1]/4
		copy(marked.Pix[i:], []uint8{grey, grey, grey, 255})
	}
	return marked, n, box
}

func far(a, b []uint8) bool {
	for i := range a {
		if d := int(a[i]) - int(b[i]); d > tolerance || d < -tolerance {
			return true
		}
	}
	return false
}

func sideBySide(pictures ...*image.RGBA) *image.RGBA {
	w, h := pictures[0].Rect.Dx(), pictures[0].Rect.Dy()
	all := image.NewRGBA(image.Rect(0, 0, len(pictures)*w, h))
	for i, p := range pictures {
		draw.Draw(all, image.Rect(i*w, 0, (i+1)*w, h), p, image.Point{}, draw.Src)
	}
	return all
}
