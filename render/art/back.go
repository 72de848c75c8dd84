package art

import "tarockbot/render/pen"

const (
	fieldInset   = 24.0
	fieldColumns = 7
	fieldRows    = 13
)

func drawBack(c *pen.Canvas) {
	middle := pen.Point{X: cardWidth / 2, Y: cardHeight / 2}
	drawBlankCard(c, pen.Gradient{To: pen.Point{X: 120, Y: 320}, Start: Cream, End: DeepCream})
	c.Stroke(framePath(), 1.5, Ink)
	c.FillAndStroke(pen.Rect(fieldInset-8, fieldInset-8, cardWidth-2*fieldInset+16, cardHeight-2*fieldInset+16),
		pen.Gradient{From: middle, Radius: 170, Start: Green.Mix(Cream, .10), End: DarkGreen}, 1.5, Ink)
	drawBorder(c)
	drawBlossoms(c)
	c.WithTransform(pen.Move(middle.X, middle.Y), func() { drawStar(c) })
}

func drawBorder(c *pen.Canvas) {
	const side, across, down = 8.0, 21, 35
	left, top, height := fieldInset-side, fieldInset-side, cardHeight-2*fieldInset+2*side
	drawBothWaysUp(c, func() {
		chequer(c, box{left, top, side * across, side}, across, LightGold)
		for i := 2; i < down-2; i += 2 {
			c.Fill(pen.Rect(left, top+float64(i)*height/down, side, height/down), LightGold)
		}
	})
	c.Stroke(pen.Rect(fieldInset, fieldInset, cardWidth-2*fieldInset, cardHeight-2*fieldInset), 1.4, Gold)
}

func drawBlossoms(c *pen.Canvas) {
	const width, height = (cardWidth - 2*fieldInset) / fieldColumns, (cardHeight - 2*fieldInset) / fieldRows
	leaf := Green.Mix(Cream, .30)
	for row := range fieldRows {
		for column := range fieldColumns {
			x, y := fieldInset+(float64(column)+.5)*width, fieldInset+(float64(row)+.5)*height
			for quarter := range 4 {
				place := pen.Move(x, y).Times(pen.Turn(45 + 90*float64(quarter)))
				c.Fill(petalPath(11.5, 4.4).Transform(place), leaf)
			}
			c.Fill(pen.Circle(x, y, 1.7), Gold)
		}
	}
}

func drawStar(c *pen.Canvas) {
	const points = 8
	c.Fill(pen.Circle(0, 0, 60), DarkGreen)
	c.Stroke(pen.Circle(0, 0, 59.4), 1.4, LightGold)
	c.FillAndStroke(pen.Circle(0, 0, 54), Burgundy, 3.6, Gold)
	for i := range points {
		c.WithTransform(pen.Turn((float64(i)+.5)*360/points), func() {
			c.FillAndStroke(petalPath(47, 22), DarkBurgundy, 1.4, LightGold)
			c.Fill(pen.Circle(0, -38, 2.4), LightGold)
		})
	}
	for i := range points {
		c.WithTransform(pen.Turn(float64(i)*360/points), func() {
			c.FillAndStroke(petalPath(49, 14), Gold, 1.4, DarkBurgundy)
			c.Fill(petalPath(38, 6), Burgundy)
		})
	}
	c.FillAndStroke(pen.Circle(0, 0, 8.5), LightGold, 1.6, DarkBurgundy)
	c.Fill(pen.Circle(0, 0, 3.2), Burgundy)
}
