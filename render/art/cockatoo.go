package art

import "tarockbot/render/pen"

var (
	crestYellow  = pen.RGB(0xF6C22B)
	cockatooWing = pen.RGB(0xE8E2D0)
	cockatooLine = pen.RGB(0x8A8470)
	cockatooBeak = pen.RGB(0x3B3631)
	cockatooRose = pen.RGB(0xF4A79A)
)

// cockatoo draws the bird of the III, which players call the pelican.
func cockatoo(c *pen.Canvas) {
	crest(c)
	c.Outlined(pen.MoveTo(-10, -14).CubeTo(-24, 6, -26, 30, -20, 50).LineTo(44, 50).CubeTo(40, 22, 30, -4, 18, -14).Close(),
		Ermine, 2, Ink)
	wing := pen.MoveTo(8, 10).CubeTo(26, 8, 40, 22, 44, 48).LineTo(18, 48).CubeTo(8, 38, 4, 22, 8, 10).Close()
	c.Outlined(wing, cockatooWing, 1.6, Ink)
	c.Stroke(pen.MoveTo(17, 22).QuadTo(27, 30, 29, 44), 1.5, cockatooLine)
	c.Stroke(pen.MoveTo(25, 19).QuadTo(36, 30, 38, 44), 1.5, cockatooLine)
	cockatooHead(c)
}

// crest draws the feathers of the head.
func crest(c *pen.Canvas) {
	for _, feather := range []struct{ bend, tip pen.Point }{
		{pen.Point{X: -16, Y: -34}, pen.Point{X: -4, Y: -44}},
		{pen.Point{X: -6, Y: -42}, pen.Point{X: 8, Y: -48}},
		{pen.Point{X: 6, Y: -44}, pen.Point{X: 20, Y: -44}},
		{pen.Point{X: 17, Y: -42}, pen.Point{X: 30, Y: -36}},
	} {
		bend, tip := feather.bend, feather.tip
		c.Outlined(pen.MoveTo(-2, -12).QuadTo(bend.X, bend.Y, tip.X, tip.Y).QuadTo(tip.X*.9+6, tip.Y+18, 12, -12).Close(),
			crestYellow, 1.6, Ink)
	}
}

func cockatooHead(c *pen.Canvas) {
	c.Outlined(pen.Circle(1, -12, 19), Ermine, 2, Ink)
	beak := pen.MoveTo(-13, -20).CubeTo(-29, -22, -32, -4, -22, 6).CubeTo(-23, -2, -18, -4, -12, -4).Close()
	c.Outlined(beak, cockatooBeak, 1.6, Ink)
	c.Fill(pen.Circle(-4, -15, 4.1), Ink)
	c.Fill(pen.Circle(-5.2, -16.4, 1.4), Ermine)
	c.Fill(pen.Ellipse(2, -5, 5.5, 4), cockatooRose)
}
