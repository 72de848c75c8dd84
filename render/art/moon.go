package art

import "tarockbot/render/pen"

// Moonlight is the colour of the Mond and its stars.
var Moonlight = pen.RGB(0xFFF3C4)

var (
	moonLine  = pen.RGB(0x6B4A10)
	moonCheek = pen.RGB(0xE9A27A)
)

// moon draws the Mond's emblem: a crescent with a face, looking at three stars.
func moon(c *pen.Canvas) {
	crescent := pen.MoveTo(9, -40).CubeTo(-26, -38, -42, -14, -38, 10).CubeTo(-34, 32, -10, 44, 16, 36).
		CubeTo(4, 32, -1, 26, -1, 20).LineTo(3, 17).LineTo(-2, 12).LineTo(4, 8).LineTo(-1, 4).LineTo(11, -2).
		CubeTo(4, -8, 0, -14, 0, -20).CubeTo(0, -28, 3, -35, 9, -40).Close()
	shine := pen.Gradient{From: pen.Point{X: -38}, To: pen.Point{X: 14}, Start: Moonlight, End: Gold}
	c.Outlined(crescent, shine, 2, DarkGold)
	c.Stroke(pen.MoveTo(-12, -12).QuadTo(-7, -16, -2, -12), 2, moonLine) // brow
	c.Fill(pen.Circle(-7, -8, 2.6), moonLine)
	c.Stroke(pen.MoveTo(-9, 17).QuadTo(-5, 20, -1, 14), 1.8, moonLine) // mouth
	c.Fill(pen.Circle(-18, 6, 5), moonCheek)
	for _, star := range []struct{ x, y, r float64 }{{25, -18, 9}, {31, 10, 6.5}, {19, 27, 5}} {
		c.Fill(pen.Star(star.x, star.y, star.r, star.r*.42, 5), Moonlight)
	}
}
