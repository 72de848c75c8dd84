package art

import "tarockbot/render/pen"

var (
	marabouGrass  = pen.RGB(0x7C8F3C)
	marabouLeg    = pen.RGB(0x5A4A3A)
	marabouMantle = pen.RGB(0x3C4654)
	marabouQuill  = pen.RGB(0x8A97A8)
	marabouSkin   = pen.RGB(0xE39A83)
	marabouBill   = pen.RGB(0xE9D38C)
	marabouPouch  = pen.RGB(0xD4604F)
)

// marabou draws the bird of the IIII, the Quapil.
func marabou(c *pen.Canvas) {
	c.Fill(pen.Rect(-50, 34, 100, 20), marabouGrass)
	for _, x := range [...]float64{4, 14} {
		c.Stroke(pen.Line(x, 16, x-2, 44), 2.8, marabouLeg)
	}
	marabouBody(c)
	marabouHead(c)
}

func marabouBody(c *pen.Canvas) {
	c.Outlined(pen.MoveTo(-6, -12).CubeTo(16, -24, 38, -6, 36, 22).CubeTo(26, 28, 6, 26, -4, 16).
		CubeTo(-10, 8, -10, -4, -6, -12).Close(), marabouMantle, 2, Ink)
	c.Fill(pen.MoveTo(-5, 0).CubeTo(-8, 8, -2, 16, 8, 22).CubeTo(2, 14, 2, 6, -5, 0).Close(), Ermine)
	c.Stroke(pen.MoveTo(10, -6).QuadTo(26, 2, 28, 18), 1.6, marabouQuill)
	c.Stroke(pen.MoveTo(2, -2).QuadTo(16, 6, 18, 20), 1.6, marabouQuill)
	c.Outlined(pen.Ellipse(-2, -9, 10.5, 7), Ermine, 1.8, Ink) // the ruff
}

// marabouHead draws the bare neck and head, the bill and the pouch below it.
func marabouHead(c *pen.Canvas) {
	neck := pen.MoveTo(-3, -11).CubeTo(-12, -20, -12, -26, -9, -31)
	c.Stroke(neck, 10, Ink)
	c.Stroke(neck, 6.6, marabouSkin)
	c.Outlined(pen.Circle(-8, -32, 8.2), marabouSkin, 1.8, Ink)
	c.Outlined(pen.Polygon(-13, -37, -14, -27, -46, -6), marabouBill, 1.8, Ink)
	c.Stroke(pen.Line(-14, -32, -40, -11), 1.2, Ink)
	c.Fill(pen.Circle(-8.5, -34, 2.2), Ink)
	pouch := pen.MoveTo(-9, -22).CubeTo(-18, -18, -18, -4, -12, -2).CubeTo(-6, -4, -6, -16, -9, -22).Close()
	c.Outlined(pouch, marabouPouch, 1.6, Ink)
}
