package art

import "tarockbot/render/pen"

var (
	horseWhite = pen.RGB(0xF7F0E2)
	horseMane  = pen.RGB(0x3A2A22)
	horseCheek = pen.RGB(0xA89B84)
)

// cavalier draws his horse's head, looking left, with bridle and plume.
func cavalier(c *pen.Canvas, l livery) {
	c.Under(pen.Move(118, 0), func() {
		horse(c)
		horseFace(c)
		bridle(c, l)
		c.Outlined(pen.MoveTo(-2, 138).CubeTo(14, 148, 40, 148, 62, 140).LineTo(64, 155).LineTo(-7, 155).Close(),
			l.color, 2, Ink)
		plume(c, l)
	})
}

// horse draws neck, head, mane and ears.
func horse(c *pen.Canvas) {
	c.Outlined(pen.MoveTo(64, 155).CubeTo(66, 116, 56, 70, 30, 48).LineTo(27, 24).LineTo(14, 44).
		CubeTo(-4, 46, -16, 56, -24, 72).CubeTo(-34, 84, -44, 94, -47, 104).CubeTo(-49, 114, -42, 121, -33, 120).
		CubeTo(-24, 120, -20, 113, -10, 110).CubeTo(0, 107, 4, 104, 10, 98).CubeTo(10, 116, -6, 132, -8, 155).Close(),
		horseWhite, 2.4, Ink)
	c.Outlined(pen.MoveTo(30, 48).CubeTo(60, 60, 72, 100, 70, 155).LineTo(50, 155).LineTo(56, 142).LineTo(44, 134).
		LineTo(53, 124).LineTo(40, 112).LineTo(49, 104).LineTo(34, 90).LineTo(43, 84).LineTo(26, 68).
		CubeTo(24, 60, 22, 52, 14, 44).Close(), horseMane, 2, Ink)
	c.Outlined(pen.MoveTo(14, 44).CubeTo(2, 46, -4, 56, -2, 68).CubeTo(4, 62, 10, 60, 20, 58).Close(), horseMane, 1.6, Ink)
	c.Outlined(pen.Polygon(16, 44, 10, 26, 4, 47), horseWhite, 2, Ink)
}

// horseFace draws eye, nostril, mouth and cheek.
func horseFace(c *pen.Canvas) {
	c.Fill(pen.Ellipse(-4, 76, 4.6, 4), Ink)
	c.Fill(pen.Circle(-5.4, 74.8, 1.3), Ermine)
	c.Stroke(pen.MoveTo(-11, 70).QuadTo(-4, 66, 3, 70), 1.8, Ink)
	c.Fill(pen.Ellipse(-39, 104, 2.8, 3.6), Ink)
	c.Stroke(pen.MoveTo(-41, 114).QuadTo(-33, 112, -27, 107), 1.8, Ink)
	c.Stroke(pen.MoveTo(10, 98).QuadTo(16, 90, 15, 82), 1.6, horseCheek)
}

// bridle draws the straps, their ring and the rein.
func bridle(c *pen.Canvas, l livery) {
	strap := func(p *pen.Path) {
		c.Stroke(p, 7.4, Ink)
		c.Stroke(p, 4.6, l.color)
	}
	strap(pen.MoveTo(-31, 81).QuadTo(-24, 96, -19, 112))
	strap(pen.MoveTo(-20, 104).QuadTo(4, 96, 18, 50))
	strap(pen.MoveTo(-12, 60).QuadTo(4, 62, 14, 60))
	c.Outlined(pen.Circle(-21, 103, 5.2), LightGold, 1.8, Ink)
	strap(pen.MoveTo(-19, 107).CubeTo(-2, 124, 18, 128, 44, 124))
}

func plume(c *pen.Canvas, l livery) {
	c.Outlined(pen.MoveTo(17, 46).CubeTo(8, 34, 12, 18, 30, 14).CubeTo(52, 12, 58, 30, 50, 44).
		CubeTo(46, 34, 40, 30, 34, 32).CubeTo(30, 36, 26, 42, 22, 48).Close(), l.color, 2, Ink)
	c.Stroke(pen.MoveTo(21, 44).CubeTo(20, 30, 32, 20, 46, 30), 1.5, LightGold)
	c.Outlined(pen.Circle(19, 47, 4.4), LightGold, 1.6, Ink)
}
