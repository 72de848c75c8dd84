package art

import "tarockbot/render/pen"

var (
	owlBrown  = pen.RGB(0xB9793A)
	owlPale   = pen.RGB(0xF0D9A8)
	owlAmber  = pen.RGB(0xF2A81D)
	owlSpeck  = pen.RGB(0x7B4A1E)
	owlBeak   = pen.RGB(0x3A2A1C)
	owlBranch = pen.RGB(0x4A2D16)
)

// owl draws the eagle owl of the II, the Uhu.
func owl(c *pen.Canvas) {
	c.Stroke(pen.Line(-50, 36, 50, 32), 7, owlBranch)
	owlBody(c)
	owlHead(c)
	for _, s := range sides {
		for claw := range 3 {
			x := s * (5 + 4*float64(claw))
			c.Stroke(pen.Line(x, 33, x, 38), 3.2, owlAmber)
		}
	}
}

func owlBody(c *pen.Canvas) {
	c.Outlined(pen.MoveTo(-25, -10).CubeTo(-34, 14, -24, 38, 0, 42).CubeTo(24, 38, 34, 14, 25, -10).Close(),
		owlBrown, 2, Ink)
	c.Fill(pen.MoveTo(-13, 4).CubeTo(-17, 20, -10, 36, 0, 38).CubeTo(10, 36, 17, 20, 13, 4).Close(), owlPale)
	for row := range 3 {
		for column := range 3 {
			x, y := float64(column-1)*8, 12+float64(row)*8
			c.Stroke(pen.Line(x-3, y, x, y+3, x+3, y), 1.7, owlSpeck)
		}
	}
}

// owlHead draws the head, with tufts of feathers for ears.
func owlHead(c *pen.Canvas) {
	c.Outlined(pen.MoveTo(-31, -39).CubeTo(-22, -34, -12, -30, 0, -29).CubeTo(12, -30, 22, -34, 31, -39).
		CubeTo(33, -22, 31, -6, 18, 2).CubeTo(8, 8, -8, 8, -18, 2).CubeTo(-31, -6, -33, -22, -31, -39).Close(),
		owlBrown, 2, Ink)
	for _, s := range sides {
		c.Outlined(pen.Circle(s*13.5, -13, 12), owlPale, 1.6, Ink)
		c.Outlined(pen.Circle(s*12.5, -13, 7.6), owlAmber, 1.2, Ink)
		c.Fill(pen.Circle(s*12, -13, 4.3), Ink)
		c.Fill(pen.Circle(s*12+1.5, -14.8, 1.5), Ermine)
	}
	c.Outlined(pen.Polygon(-4.5, -7, 4.5, -7, 0, 4), owlBeak, 1, Ink)
}
