package art

import (
	"math"

	"tarockbot/render/pen"
)

var (
	valetHair = pen.RGB(0xC98A35)
	valetLips = pen.RGB(0xB23A34)
)

// valet draws a beret with a feather, and a ruff.
func valet(c *pen.Canvas, l livery) {
	c.Under(pen.Move(116, 0), func() {
		doublet(c, l)
		c.Outlined(pen.MoveTo(-22, 62).CubeTo(-36, 76, -34, 102, -28, 112).CubeTo(-22, 114, -16, 110, -16, 102).
			LineTo(16, 102).CubeTo(16, 110, 22, 114, 28, 112).CubeTo(34, 102, 36, 76, 22, 62).Close(), valetHair, 2, Ink)
		ruff(c)
		valetFace(c)
		beret(c, l)
	})
}

func doublet(c *pen.Canvas, l livery) {
	c.Outlined(pen.MoveTo(-52, 155).CubeTo(-52, 134, -42, 124, -20, 119).LineTo(20, 119).
		CubeTo(42, 124, 54, 134, 56, 155).Close(), l.color, 2, Ink)
	for _, i := range [...]float64{-2, -1, 1, 2} {
		c.Stroke(pen.Line(i*17, 128+math.Abs(i)*3, i*20, 155), 4, LightGold)
	}
	c.Outlined(pen.Rect(-6, 128, 12, 27), LightGold, 1.6, Ink)
	for i := range 3 {
		c.Fill(pen.Circle(0, 134+8*float64(i), 2.2), Ink)
	}
}

func ruff(c *pen.Canvas) {
	for i := -3; i <= 3; i++ {
		x := float64(i)
		c.Outlined(pen.Ellipse(x*9, 120-math.Abs(x)*1.4, 7.2, 9), Ermine, 1.7, Ink)
	}
}

func valetFace(c *pen.Canvas) {
	c.Under(pen.Move(0, faceY), func() { face(c, 19, 24.5) })
	c.Stroke(pen.MoveTo(-6, 101).QuadTo(0, 105, 6, 101), 2, valetLips)
	cheeks(c, 11.5)
	fringe := pen.MoveTo(-21, 84).CubeTo(-20, 74, -10, 70, 0, 72).CubeTo(10, 70, 20, 74, 21, 84).
		CubeTo(24, 70, 16, 60, 0, 60).CubeTo(-16, 60, -24, 70, -21, 84).Close()
	c.Outlined(fringe, valetHair, 1.7, Ink)
}

// beret draws a feather behind the beret, and a clasp with the suit's sign.
func beret(c *pen.Canvas, l livery) {
	c.Outlined(pen.MoveTo(10, 50).CubeTo(22, 20, 48, 12, 66, 30).CubeTo(74, 44, 70, 66, 58, 78).
		CubeTo(60, 60, 52, 46, 38, 44).CubeTo(30, 44, 24, 50, 22, 58).Close(), LightGold, 2, Ink)
	c.Stroke(pen.MoveTo(16, 52).CubeTo(28, 30, 52, 28, 61, 66), 1.7, DarkGold)
	c.Outlined(pen.MoveTo(-34, 64).CubeTo(-44, 44, -22, 28, 4, 30).CubeTo(26, 32, 36, 46, 30, 62).
		CubeTo(14, 54, -16, 56, -34, 64).Close(), l.color, 2.2, Ink)
	c.Outlined(pen.MoveTo(-34, 64).CubeTo(-16, 55, 14, 53, 30, 61).LineTo(28, 70).
		CubeTo(12, 62, -14, 63, -31, 72).Close(), l.dark, 2, Ink)
	c.Outlined(pen.Circle(20, 54, 6), LightGold, 1.8, Ink)
	fillPip(c, l.suit, 20, 54, 7.4, l.dark)
}
