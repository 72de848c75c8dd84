package art

import (
	"math"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// Emblems are drawn about the origin, in a medallion of this radius.
const medallion = 47.0

func emblem(c *pen.Canvas, k card.Card) {
	switch k {
	case card.Pagat:
		drawDisc(c, Cream)
		clipToMedallion(c, func() { drawLozenges(c) })
		drawEmblem(c, "mask")
	case card.Uhu:
		drawDisc(c, glow(0x2C5F7A, 0x12283C))
		clipToMedallion(c, func() { drawEmblem(c, "owl") })
	case card.Pelikan:
		drawDisc(c, glow(0x9CC9B4, 0x4E8F7C))
		clipToMedallion(c, func() { drawEmblem(c, "cockatoo") })
	case card.Quapil:
		drawDisc(c, glow(0xF3D9A2, 0xD59A55))
		clipToMedallion(c, func() { drawEmblem(c, "marabou") })
	case card.Mond:
		drawDisc(c, glow(0x31406F, 0x121A38))
		drawEmblem(c, "moon")
		drawStars(c)
	case card.Skus:
		drawDisc(c, Cream)
		drawEmblem(c, "fool")
	default:
		drawDisc(c, Cream)
		drawRosette(c, number(k))
	}
}

func drawEmblem(c *pen.Canvas, name string) { drawings()[name].draw(c, suitColors{}) }

func glow(inner, outer uint32) pen.Paint {
	return pen.Gradient{Radius: 60, Start: pen.RGB(inner), End: pen.RGB(outer)}
}

func drawDisc(c *pen.Canvas, ground pen.Paint) {
	c.FillAndStroke(pen.Circle(0, 0, medallion), ground, 3.2, Gold)
	c.Stroke(pen.Circle(0, 0, medallion+4.6), 1.3, LightGold)
}

func clipToMedallion(c *pen.Canvas, draw func()) { c.Clip(pen.Circle(0, 0, medallion-1.6), draw) }

// drawLozenges draws the harlequin's dress behind the Pagat's mask.
func drawLozenges(c *pen.Canvas) {
	const w, h = 15.0, 21.0
	colors := [...]pen.Color{Hearts, LightGold, Green, Cream}
	for row := -3; row <= 3; row++ {
		for column := -2; column <= 2; column++ {
			x, y := float64(column)*2*w, float64(row)*h
			if row%2 != 0 {
				x += w
			}
			color := colors[(column*2+row+8)%4]
			c.FillAndStroke(pen.Polygon(x, y-h, x+w, y, x, y+h, x-w, y), color, 1.2, Ink)
		}
	}
}

func drawStars(c *pen.Canvas) {
	for _, star := range []struct{ x, y, r float64 }{{25, -18, 9}, {31, 10, 6.5}, {19, 27, 5}} {
		c.Fill(pen.Star(star.x, star.y, star.r, star.r*.42, 5), Moonlight)
	}
}

func drawRosette(c *pen.Canvas, n int) {
	const radius = medallion - 4
	const goldenUpTo = 14 // flowers with more petals have no golden middle
	apart := radius * math.Sin(math.Pi/float64(n))
	step := 360 / float64(n)
	for i := range n {
		c.WithTransform(pen.Turn((float64(i)+.5)*step), func() {
			c.Fill(pen.Circle(0, 6-radius, min(5.2, apart*.36)), Hearts)
		})
	}
	width := min(15, apart*1.25)
	for i := range n {
		c.WithTransform(pen.Turn(float64(i)*step), func() {
			c.FillAndStroke(petalPath(radius-2, width), Green, 1.5, Cream)
			if n <= goldenUpTo {
				c.Fill(petalPath((radius-2)*.80, width*.45), Gold)
			}
		})
	}
	c.FillAndStroke(pen.Circle(0, 0, 8.5), Gold, 1.6, Cream)
	c.Fill(pen.Circle(0, 0, 3.2), Burgundy)
}

func petalPath(length, width float64) *pen.Path {
	return pen.MoveTo(0, 0).CubeTo(width, -length*.35, width, -length*.75, 0, -length).
		CubeTo(-width, -length*.75, -width, -length*.35, 0, 0).Close()
}
