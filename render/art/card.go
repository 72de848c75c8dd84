package art

import (
	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

const (
	cardWidth  = 200.0
	cardHeight = 320.0
)

// Height returns a card's height for its width.
func Height(width int) int { return (width*8 + 2) / 5 }

// drawBothWaysUp draws, then draws again upside down.
func drawBothWaysUp(c *pen.Canvas, draw func()) {
	draw()
	c.WithTransform(pen.TurnAbout(180, cardWidth/2, cardHeight/2), draw)
}

func (d *Deck) drawCard(c *pen.Canvas, k card.Card) {
	drawBlankCard(c, pen.Gradient{To: pen.Point{X: 120, Y: 320}, Start: Cream, End: DeepCream})
	if k.Suit() == card.Tarock {
		d.tarock(c, k)
	} else {
		d.suitCard(c, k)
	}
}

func drawBlankCard(c *pen.Canvas, ground pen.Paint) {
	c.Fill(pen.RoundRect(.5, .5, cardWidth-1, cardHeight-1, 15), ground)
	c.Stroke(pen.RoundRect(.8, .8, cardWidth-1.6, cardHeight-1.6, 14.5), 1.6, CardEdge)
}

func framePath() *pen.Path { return pen.RoundRect(8, 8, cardWidth-16, cardHeight-16, 9) }

func (d *Deck) suitCard(c *pen.Canvas, k card.Card) {
	l := d.style.livery(k.Suit())
	steppedPanel(c, l.color)
	c.Stroke(framePath(), 1.5, Ink)
	if f, ok := figures[k.Rank()]; ok {
		f.draw(c, l)
	} else {
		pipLayouts[k.Rank()].draw(c, l)
	}
	drawBothWaysUp(c, func() {
		writeRank(c, d.fonts.Number, d.style.rank(k), box{14, 18, 46, 52}, l.color)
		fillPip(c, l.suit, 37, 106, 43, l.color)
	})
}

func steppedPanel(c *pen.Canvas, color pen.Color) {
	tint, edge := color.Fade(.075), color.Fade(.55)
	drawBothWaysUp(c, func() {
		c.Fill(pen.MoveTo(66, 8).LineTo(183, 8).QuadTo(192, 8, 192, 17).LineTo(192, 160).LineTo(66, 160).Close(), tint)
		c.Stroke(pen.Line(66, 8, 66, 160), 1.2, edge)
		c.Stroke(pen.Line(8, 160, 66, 160), 1.2, edge)
	})
}

func chequer(c *pen.Canvas, b box, n int, color pen.Color) {
	side := b.w / float64(n)
	for i := 0; i < n; i += 2 {
		c.Fill(pen.Rect(b.x+float64(i)*side, b.y, side, b.h), color)
	}
}
