package art

import (
	"math"

	"tarockbot/render/pen"
)

var (
	queenHair = pen.RGB(0x8A4B20)
	queenLips = pen.RGB(0xC4283A)
)

// queen draws a tiara, pearls and long hair.
func queen(c *pen.Canvas, l livery) {
	c.Under(pen.Move(120, 0), func() {
		c.Outlined(pen.MoveTo(-20, 60).CubeTo(-42, 76, -40, 108, -36, 130).CubeTo(-28, 134, -18, 128, -16, 118).
			LineTo(16, 118).CubeTo(18, 128, 28, 134, 36, 130).CubeTo(40, 108, 42, 76, 20, 60).Close(), queenHair, 2, Ink)
		queenDress(c, l)
		pearls(c)
		queenHead(c)
		tiara(c, l)
	})
}

func queenDress(c *pen.Canvas, l livery) {
	c.Outlined(pen.MoveTo(-52, 155).CubeTo(-54, 138, -42, 127, -26, 123).CubeTo(-12, 136, 12, 136, 26, 123).
		CubeTo(42, 127, 56, 138, 58, 155).Close(), l.color, 2, Ink)
	c.Fill(pen.MoveTo(-26, 123).CubeTo(-12, 138, 12, 138, 26, 123).LineTo(9, 117).LineTo(8, 106).LineTo(-8, 106).
		LineTo(-9, 117).Close(), Skin)
	c.Stroke(pen.MoveTo(-9, 112).LineTo(-10, 117).LineTo(-26, 123).CubeTo(-12, 137, 12, 137, 26, 123).
		LineTo(10, 117).LineTo(9, 112), 2, Ink)
	c.Stroke(pen.MoveTo(-25, 126).CubeTo(-12, 141, 12, 141, 25, 126), 4, LightGold)
	for _, s := range sides {
		puffedSleeve(c, s*43, l)
	}
	c.Outlined(pen.Polygon(-9, 139, 9, 139, 0, 155), LightGold, 1.5, Ink)
}

func puffedSleeve(c *pen.Canvas, x float64, l livery) {
	c.Outlined(pen.Ellipse(x, 143, 14, 13), l.color.Mix(Cream, .82), 1.8, Ink)
	c.Stroke(pen.Line(x, 131, x, 155), 1.4, l.color)
	for _, s := range sides {
		c.Stroke(pen.MoveTo(x+s*7, 133).QuadTo(x+s*10, 143, x+s*7, 154), 1.4, l.color)
	}
}

func pearls(c *pen.Canvas) {
	for i := -3; i <= 3; i++ {
		x := float64(i) * 4.6
		c.Outlined(pen.Circle(x, 121-math.Abs(x)*.28, 2.3), Ermine, .9, Ink)
	}
}

func queenHead(c *pen.Canvas) {
	c.Under(pen.Move(0, faceY), func() { face(c, 18.5, 24) })
	c.Fill(pen.MoveTo(-5.5, 101).QuadTo(-2.5, 98.4, 0, 100).QuadTo(2.5, 98.4, 5.5, 101).QuadTo(0, 105.6, -5.5, 101).Close(),
		queenLips)
	cheeks(c, 11)
	c.Outlined(pen.MoveTo(0, 60).CubeTo(-16, 58, -28, 72, -23, 100).CubeTo(-17, 92, -14, 80, 0, 69).
		CubeTo(14, 80, 17, 92, 23, 100).CubeTo(28, 72, 16, 58, 0, 60).Close(), queenHair, 1.9, Ink)
}

func tiara(c *pen.Canvas, l livery) {
	c.Outlined(pen.MoveTo(-24, 66).LineTo(-27, 46).LineTo(-15, 53).LineTo(-10, 38).LineTo(-2, 48).LineTo(0, 26).
		LineTo(2, 48).LineTo(10, 38).LineTo(15, 53).LineTo(27, 46).LineTo(24, 66).CubeTo(12, 57, -12, 57, -24, 66).Close(),
		crownGold(), 2, Ink)
	c.Outlined(pen.Circle(0, 26, 4.2), l.color, 1.5, Ink)
	for _, tip := range []pen.Point{{X: -27, Y: 46}, {X: 27, Y: 46}, {X: -10, Y: 38}, {X: 10, Y: 38}} {
		c.Outlined(pen.Circle(tip.X, tip.Y, 3), Ermine, 1.3, Ink)
	}
	fillPip(c, l.suit, 0, 55, 9, l.dark)
}
