package art

import (
	"strconv"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// number is 1 for the Pagat, 22 for the Sküs.
func number(k card.Card) int { return int(k-card.Pagat) + 1 }

func groundColors(k card.Card) (base, dark pen.Color) {
	if card.Trull.Has(k) {
		return Burgundy, DarkBurgundy
	}
	return Green, DarkGreen
}

func (d *Deck) tarock(c *pen.Canvas, k card.Card) {
	base, dark := groundColors(k)
	c.Stroke(framePath(), 1.5, Ink)
	drawBand(c, base, dark)
	c.WithTransform(pen.Move(cardWidth/2, cardHeight/2).Times(pen.Scale(1.14, 1.14)), func() { emblem(c, k) })

	drawBothWaysUp(c, func() { d.tarockIndex(c, k) })
}

func drawBand(c *pen.Canvas, base, dark pen.Color) {
	const left, top, width, height, squares = 8.0, 90.0, 184.0, 140.0, 23
	const side = width / squares
	middle := pen.Point{X: cardWidth / 2, Y: cardHeight / 2}
	c.Fill(pen.Rect(left, top, width, height),
		pen.Gradient{From: middle, Radius: 115, Start: base.Mix(Cream, .10), End: dark})
	drawBothWaysUp(c, func() {
		chequer(c, box{left, top, width, side}, squares, LightGold)
		c.Stroke(pen.Line(left, top, left+width, top), 2, Ink)
		c.Stroke(pen.Line(left, top+side, left+width, top+side), 1.4, Gold)
	})
}

// A number stays visible when eight cards overlap in a hand.
const (
	numeralLeft     = 15.0
	numeralMaxWidth = 106.0
)

func (d *Deck) tarockIndex(c *pen.Canvas, k card.Card) {
	if k == card.Skus {
		stretchInto(c, d.fonts.Title, "SKÜS", box{numeralLeft, 30, numeralMaxWidth, 52}, Burgundy)
		return
	}
	ink := Ink
	if card.Trull.Has(k) {
		ink = Burgundy
	}
	sign, width := numeral(k)
	c.Fill(sign.Transform(pen.Move(numeralLeft, 18).Times(pen.Scale(min(1, numeralMaxWidth/width), 1))), ink)
	c.Text(d.fonts.Number, strconv.Itoa(number(k)), 28, 14, 124, pen.Left, LightGold)
}
