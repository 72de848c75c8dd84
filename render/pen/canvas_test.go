package pen

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

func TestNestedTransforms(t *testing.T) {
	c := NewCanvas(100, 100)
	c.WithTransform(Move(50, 50), func() {
		c.WithTransform(Scale(2, 2), func() { c.Fill(Rect(0, 0, 10, 10), black) })
	})
	c.Fill(Rect(0, 0, 10, 10), black)
	if coveredPixels(c) != 500 || alpha(c, 69, 69) != 255 || alpha(c, 9, 9) != 255 || alpha(c, 49, 49) != 0 {
		t.Error("transforms don't nest, or still apply after WithTransform")
	}
}

func TestClip(t *testing.T) {
	plain, clipped := NewCanvas(100, 100), NewCanvas(100, 100)
	for _, c := range []*Canvas{plain, clipped} {
		c.Fill(Rect(0, 0, 100, 100), RGB(0x336699))
	}
	red := RGB(0xFF0000)
	plain.Fill(Circle(60, 50, 20), red)
	clipped.WithTransform(Move(10, 0), func() {
		clipped.Clip(Circle(50, 50, 20), func() {
			clipped.Fill(Rect(-20, -20, 200, 200), red)
		})
	})
	for i, want := range plain.Image.Pix {
		if got := clipped.Image.Pix[i]; int(got)-int(want) > 2 || int(want)-int(got) > 2 {
			t.Fatalf("at %d, %d a filled clip is %d, want the circle's %d", i/4%100, i/400, got, want)
		}
	}
}

func TestClipInClip(t *testing.T) {
	c := NewCanvas(100, 100)
	c.Clip(Rect(10, 10, 50, 50), func() {
		c.Clip(Rect(40, 40, 50, 50), func() {
			c.Fill(Rect(0, 0, 100, 100), Gradient{To: Point{100, 0}, Start: black, End: black})
		})
	})
	if got := coveredPixels(c); got != 400 || alpha(c, 50, 50) != 255 {
		t.Errorf("%v pixels are covered, want the 400 that both clips have", got)
	}
}

func TestPasteAndFillMask(t *testing.T) {
	picture := image.NewRGBA(image.Rect(5, 5, 8, 9))
	for i := range picture.Pix {
		picture.Pix[i] = 255
	}
	mask := image.NewAlpha(image.Rect(2, 2, 4, 4))
	mask.Pix[0] = 128
	c := NewCanvas(20, 20)
	c.WithTransform(Scale(3, 3), func() {
		c.Paste(picture, 10, 10)
		c.Paste(picture, 19, -2)
		c.FillMask(mask, 1, 2, RGB(0xFF0000).Fade(.5))
	})
	if alpha(c, 9, 10) != 0 || alpha(c, 10, 10) != 255 || alpha(c, 12, 13) != 255 || alpha(c, 13, 13) != 0 {
		t.Error("the picture isn't at 10, 10")
	}
	if alpha(c, 19, 0) != 255 || alpha(c, 18, 0) != 0 {
		t.Error("the picture isn't cut at the edge")
	}
	if got := c.Image.RGBAAt(1, 2); got.R != got.A || got.A < 62 || got.A > 66 || got.G != 0 {
		t.Errorf("a half mask with a half transparent red gives %v", got)
	}
}

func TestPasteBlends(t *testing.T) {
	picture := NewCanvas(40, 40)
	picture.Fill(Circle(20, 20, 15), RGB(0xF3D27A).Fade(.6))
	picture.Fill(Circle(20, 20, 10), RGB(0xC8142F))
	for _, at := range []image.Point{{5, 5}, {-10, -10}, {30, 20}, {50, 50}, {-40, 0}} {
		got, want := NewCanvas(50, 50), NewCanvas(50, 50)
		for _, c := range []*Canvas{got, want} {
			c.Fill(Circle(20, 25, 18), RGB(0x235244).Fade(.8))
		}
		got.Paste(picture.Image, at.X, at.Y)
		draw.Draw(want.Image, picture.Image.Rect.Add(at), picture.Image, image.Point{}, draw.Over)
		for i, w := range want.Image.Pix {
			if differs(got.Image.Pix[i], w, 1) {
				t.Fatalf("at %v: byte %d is %d, want %d", at, i, got.Image.Pix[i], w)
			}
		}
	}
}

func TestColors(t *testing.T) {
	c := RGB(0x6496C8)
	if want := (Color{100, 150, 200, 255}); c != want {
		t.Fatalf("RGB = %v, want %v", c, want)
	}
	if got, want := c.Fade(.5).Fade(.5), (Color{100, 150, 200, 64}); got != want {
		t.Errorf("faded twice: %v, want %v", got, want)
	}
	if got, want := c.Mix(RGB(0xFFFFFF), .2), (Color{131, 171, 211, 255}); got != want {
		t.Errorf("mixed: %v, want %v", got, want)
	}
	r, g, b, a := c.Fade(.5).RGBA()
	if want := color.RGBA64Model.Convert(color.NRGBA{100, 150, 200, 128}); want != (color.RGBA64{uint16(r), uint16(g), uint16(b), uint16(a)}) {
		t.Errorf("RGBA = %d %d %d %d, want %v", r, g, b, a, want)
	}
}

func TestGradient(t *testing.T) {
	dark, bright := RGB(0x204060), RGB(0xE0C0A0)
	tests := []struct {
		name   string
		paint  Gradient
		places map[Point]Color
	}{
		{"line", Gradient{From: Point{20, 0}, To: Point{80, 0}, Start: dark, End: bright},
			map[Point]Color{{5, 50}: dark, {50, 90}: dark.Mix(bright, .5), {95, 10}: bright}},
		{"slanted", Gradient{From: Point{0, 0}, To: Point{100, 100}, Start: dark, End: bright},
			map[Point]Color{{0, 0}: dark, {99, 0}: dark.Mix(bright, .5), {99, 99}: bright}},
		{"circle", Gradient{From: Point{50, 50}, Radius: 40, Start: dark, End: bright},
			map[Point]Color{{50, 50}: dark, {70, 50}: dark.Mix(bright, .5), {2, 2}: bright}},
		{"start and end at the same point", Gradient{From: Point{50, 50}, To: Point{50, 50}, Start: dark, End: bright},
			map[Point]Color{{5, 5}: dark, {50, 50}: dark, {95, 95}: dark}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := NewCanvas(100, 100)
			c.WithTransform(Move(0, 100).Times(Turn(-90)).Times(Scale(.5, .5)), func() {
				m := Scale(2, 2).Times(Turn(90)).Times(Move(0, -100))
				from, to := m.apply(tt.paint.From), m.apply(tt.paint.To)
				c.Fill(Rect(0, 0, 200, 200), Gradient{from, to, tt.paint.Radius * 2, tt.paint.Start, tt.paint.End})
			})
			for at, want := range tt.places {
				got := c.Image.RGBAAt(int(at.X), int(at.Y))
				if differs(got.R, want.R, 3) || differs(got.G, want.G, 3) || differs(got.B, want.B, 3) || got.A != 255 {
					t.Errorf("at %v: colour %v, want %v", at, got, want)
				}
			}
		})
	}
}

func differs(a, b uint8, most int) bool { return int(a)-int(b) > most || int(b)-int(a) > most }

func TestGradientBlends(t *testing.T) {
	ground, paint := RGB(0x235244), RGB(0xF3D27A)
	flat, graded := NewCanvas(60, 60), NewCanvas(60, 60)
	flat.Fill(Rect(0, 0, 60, 30), ground)
	graded.Fill(Rect(0, 0, 60, 30), ground)
	flat.Fill(Circle(30, 30, 20.3), paint)
	graded.Fill(Circle(30, 30, 20.3), Gradient{To: Point{60, 0}, Start: paint, End: paint})
	for i, want := range flat.Image.Pix {
		if got := graded.Image.Pix[i]; differs(got, want, 2) {
			t.Fatalf("at %d, %d the gradient is %d, the colour %d", i/4%60, i/240, got, want)
		}
	}
}
