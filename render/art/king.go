package art

import (
	"math"

	"tarockbot/render/pen"
)

var (
	kingHair = pen.RGB(0x5B3A1E)
	kingLips = pen.RGB(0xC4473D)
)

// king draws a crown, a beard and ermine.
func king(c *pen.Canvas, l livery) {
	c.Under(pen.Move(120, 0), func() {
		kingRobe(c, l)
		kingHead(c)
		crown(c, l)
	})
}

func kingRobe(c *pen.Canvas, l livery) {
	c.Outlined(pen.MoveTo(-58, 155).CubeTo(-58, 132, -46, 121, -22, 116).LineTo(22, 116).
		CubeTo(46, 121, 62, 132, 66, 155).Close(), l.color, 2, Ink)
	c.Outlined(pen.MoveTo(-40, 155).CubeTo(-40, 134, -30, 120, -16, 114).LineTo(16, 114).
		CubeTo(30, 120, 40, 134, 40, 155).LineTo(22, 155).CubeTo(20, 140, 10, 132, 0, 131).
		CubeTo(-10, 132, -20, 140, -22, 155).Close(), Ermine, 2, Ink)
	for _, s := range sides {
		for _, tail := range []pen.Point{{X: 30, Y: 138}, {X: 23, Y: 124}, {X: 33, Y: 150}} {
			x, y := s*tail.X, tail.Y
			c.Fill(pen.Polygon(x-2.2, y-4, x+2.2, y-4, x, y+4.5), Ink)
		}
	}
	c.Fill(pen.MoveTo(-20, 155).CubeTo(-18, 142, -9, 134, 0, 133).CubeTo(9, 134, 18, 142, 20, 155).Close(), Gold)
}

func kingHead(c *pen.Canvas) {
	c.Outlined(pen.MoveTo(-24, 68).CubeTo(-34, 84, -34, 104, -26, 112).CubeTo(-20, 112, -18, 106, -19, 98).
		LineTo(19, 98).CubeTo(18, 106, 20, 112, 26, 112).CubeTo(34, 104, 34, 84, 24, 68).Close(), kingHair, 2, Ink)
	c.Under(pen.Move(0, faceY), func() { face(c, 20, 25) })
	beard := pen.MoveTo(-20, 92).CubeTo(-20, 118, -10, 130, 0, 136).CubeTo(10, 130, 20, 118, 20, 92).
		CubeTo(14, 100, 8, 101, 0, 98).CubeTo(-8, 101, -14, 100, -20, 92).Close()
	c.Outlined(beard, kingHair, 2, Ink)
	c.Fill(pen.Ellipse(0, 105.5, 5, 2.2), kingLips)
}

// crown draws three points above a band with golden pearls.
func crown(c *pen.Canvas, l livery) {
	c.Outlined(pen.MoveTo(-25, 70).LineTo(-33, 34).LineTo(-16, 50).LineTo(0, 24).LineTo(16, 50).LineTo(33, 34).
		LineTo(25, 70).CubeTo(12, 64, -12, 64, -25, 70).Close(), crownGold(), 2.2, Ink)
	for _, tip := range []pen.Point{{X: -33, Y: 33}, {X: 0, Y: 22}, {X: 33, Y: 33}} {
		c.Outlined(pen.Circle(tip.X, tip.Y, 4.4), l.dark, 1.6, Ink)
	}
	c.Outlined(pen.MoveTo(-25.5, 72).CubeTo(-12, 65, 12, 65, 25.5, 72).LineTo(24, 62).
		CubeTo(12, 56, -12, 56, -24, 62).Close(), l.color, 1.8, Ink)
	for _, x := range [...]float64{-14, 0, 14} {
		c.Fill(pen.Circle(x, 63.5+math.Abs(x)*.07, 2.5), LightGold)
	}
}
