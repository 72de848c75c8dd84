package art

import (
	"math"

	"tarockbot/render/pen"
)

// rosette draws n petals with beads between their tips.
func rosette(c *pen.Canvas, n int) {
	const radius = medallion - 4
	const goldenUpTo = 14 // narrower petals have no golden heart
	apart := radius * math.Sin(math.Pi/float64(n))
	step := 360 / float64(n)
	for i := range n {
		c.Under(pen.Turn((float64(i)+.5)*step), func() {
			c.Fill(pen.Circle(0, 6-radius, min(5.2, apart*.36)), Hearts)
		})
	}
	width := min(15, apart*1.25)
	for i := range n {
		c.Under(pen.Turn(float64(i)*step), func() {
			c.Outlined(petal(radius-2, width), Green, 1.5, Cream)
			if n <= goldenUpTo {
				c.Fill(petal((radius-2)*.80, width*.45), Gold)
			}
		})
	}
	c.Outlined(pen.Circle(0, 0, 8.5), Gold, 1.6, Cream)
	c.Fill(pen.Circle(0, 0, 3.2), Burgundy)
}

// petal returns a petal that points up from the origin.
func petal(length, width float64) *pen.Path {
	return pen.MoveTo(0, 0).CubeTo(width, -length*.35, width, -length*.75, 0, -length).
		CubeTo(-width, -length*.75, -width, -length*.35, 0, 0).Close()
}
