package art

import "tarockbot/render/pen"

var (
	foolGreen = pen.RGB(0x1F6B4F)
	foolMouth = pen.RGB(0x8C1C22)
	cheekRose = pen.RGB(0xF0A08E)
	noseLine  = pen.RGB(0xA9714C)
)

// fool draws the Sküs: a face under a cap with three bells.
func fool(c *pen.Canvas) {
	foolCollar(c)
	foolCap(c)
	foolFace(c)
}

func foolCollar(c *pen.Canvas) {
	for i := range 5 {
		color := Hearts
		if i%2 == 1 {
			color = LightGold
		}
		place := pen.Move(0, 22).Times(pen.Turn(62 - 31*float64(i)))
		c.Outlined(pen.Polygon(-9, 0, 9, 0, 0, 23).Under(place), color, 1.7, Ink)
	}
}

// foolCap draws a horn on either side behind the face, and one above it in front.
func foolCap(c *pen.Canvas) {
	for i, s := range sides {
		horn := pen.MoveTo(s*20, -2).CubeTo(s*26, -22, s*42, -26, s*40, -3).CubeTo(s*37, -9, s*33, -5, s*31, 8).
			CubeTo(s*29, 10, s*22, 8, s*20, -2).Close()
		c.Outlined(horn, [...]pen.Color{Hearts, foolGreen}[i], 1.9, Ink)
	}
	c.Outlined(pen.Ellipse(0, 8, 18, 20), Skin, 1.9, Ink)
	c.Outlined(pen.MoveTo(-22, 2).CubeTo(-22, -18, -14, -28, 3, -41).CubeTo(14, -28, 22, -18, 22, 2).
		CubeTo(10, -6, -10, -6, -22, 2).Close(), LightGold, 1.9, Ink)
	c.Outlined(pen.MoveTo(3, -41).CubeTo(14, -28, 22, -18, 22, 2).CubeTo(14, -3, 8, -4, 2, -4.4).Close(), foolGreen, 1.6, Ink)
	bell(c, 3, -40)
	bell(c, -39, -1)
	bell(c, 39, -1)
}

func bell(c *pen.Canvas, x, y float64) {
	c.Outlined(pen.Circle(x, y, 6), Gold, 1.6, Ink)
	c.Stroke(pen.Line(x-3.4, y+1, x+3.4, y+1), 1.3, Ink)
}

func foolFace(c *pen.Canvas) {
	for _, s := range sides {
		c.Fill(pen.Circle(s*7, 6, 2.5), Ink)
		c.Stroke(pen.MoveTo(s*3.5, 1).QuadTo(s*7, -2, s*11, 1.5), 1.6, Ink)
		c.Fill(pen.Circle(s*10.5, 13, 3.4), cheekRose)
	}
	c.Stroke(pen.MoveTo(-8, 16).QuadTo(0, 25, 8, 16), 2.1, foolMouth)
	c.Stroke(pen.Line(0, 7, -2, 12.5, 1, 13), 1.4, noseLine)
}
