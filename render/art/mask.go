package art

import "tarockbot/render/pen"

// mask draws the Pagat's emblem: a harlequin's domino before his lozenges.
func mask(c *pen.Canvas) {
	within(c, lozenges)
	c.Outlined(pen.MoveTo(0, -11).CubeTo(12, -20, 34, -20, 40, -15).CubeTo(42, 2, 31, 17, 18, 16).
		CubeTo(9, 15, 5, 8, 0, 6).CubeTo(-5, 8, -9, 15, -18, 16).CubeTo(-31, 17, -42, 2, -40, -15).
		CubeTo(-34, -20, -12, -20, 0, -11).Close(), Ink, 2.6, Cream)
	for _, s := range sides {
		eye := pen.MoveTo(s*9, -1).CubeTo(s*14, -11, s*26, -10, s*31, -5).CubeTo(s*27, 7, s*14, 8, s*9, -1).Close()
		c.Outlined(eye, Cream, 1.2, Gold)
		c.Fill(pen.Circle(s*20, -1, 4.2), Ink)
	}
}

// lozenges draws the harlequin's dress.
func lozenges(c *pen.Canvas) {
	const w, h = 15.0, 21.0 // half a lozenge
	colors := [...]pen.Color{Hearts, LightGold, Green, Cream}
	for row := -3; row <= 3; row++ {
		for column := -2; column <= 2; column++ {
			x, y := float64(column)*2*w, float64(row)*h
			if row%2 != 0 {
				x += w
			}
			color := colors[(column*2+row+8)%4]
			c.Outlined(pen.Polygon(x, y-h, x+w, y, x, y+h, x-w, y), color, 1.2, Ink)
		}
	}
}
