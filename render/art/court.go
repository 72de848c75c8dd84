package art

import "tarockbot/render/pen"

// figure names a court's drawing, and the place and height of its suit sign. With height 0 it has no sign.
type figure struct {
	drawing      string
	x, y, height float64
}

var figures = map[string]figure{
	"K": {drawing: "king"},
	"Q": {drawing: "queen", x: 120, y: 55, height: 9},
	"C": {drawing: "cavalier"},
	"V": {drawing: "valet", x: 136, y: 54, height: 7.4},
}

func (f figure) draw(c *pen.Canvas, l suitColors) {
	drawBothWaysUp(c, func() {
		drawings()[f.drawing].draw(c, l)
		if f.height > 0 {
			fillPip(c, l.suit, f.x, f.y, f.height, l.dark)
		}
	})
	const left, top, width, height, squares = 8.8, 154.0, 182.4, 12.0, 19
	c.Fill(pen.Rect(left, top, width, height), l.color)
	chequer(c, box{left, top + 2.6, width, height - 5.2}, squares, LightGold)
	c.Stroke(pen.Line(left, top, left+width, top), 1.5, Ink)
	c.Stroke(pen.Line(left, top+height, left+width, top+height), 1.5, Ink)
}
