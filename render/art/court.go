package art

import "tarockbot/render/pen"

// Figures are drawn about their middle line, in the upper half of a card.
type figure func(c *pen.Canvas, l livery)

// figures draws the court cards, by rank.
var figures = map[string]figure{"K": king, "Q": queen, "C": cavalier, "V": valet}

// court draws the figure twice, the second time turned, with a waist band between.
func court(c *pen.Canvas, draw figure, l livery) {
	twice(c, func() { draw(c, l) })
	const left, top, width, height, squares = 8.8, 154.0, 182.4, 12.0, 19
	c.Fill(pen.Rect(left, top, width, height), l.color)
	chequer(c, box{left, top + 2.6, width, height - 5.2}, squares, LightGold)
	c.Stroke(pen.Line(left, top, left+width, top), 1.5, Ink)
	c.Stroke(pen.Line(left, top+height, left+width, top+height), 1.5, Ink)
}

// face draws a head about the origin, rx and ry being half its width and height.
func face(c *pen.Canvas, rx, ry float64) {
	c.Outlined(pen.Ellipse(0, 0, rx, ry), Skin, 2, Ink)
	for _, s := range sides {
		c.Fill(pen.Ellipse(s*rx*.42, -ry*.08, 2.3, 2.6), Ink)
		brow := pen.MoveTo(s*rx*.2, -ry*.30).QuadTo(s*rx*.45, -ry*.42, s*rx*.7, -ry*.26)
		c.Stroke(brow, 1.6, Ink)
	}
	c.Stroke(pen.Line(1, -ry*.05, -2, ry*.26, 1.5, ry*.28), 1.3, noseLine)
}

// faceY is the height of the courts' faces, from the card's top.
const faceY = 88

// cheeks draws roses on either side of a face.
func cheeks(c *pen.Canvas, x float64) {
	for _, s := range sides {
		c.Fill(pen.Circle(s*x, 96, 3.4), cheekRose)
	}
}

// crownGold returns the gradient of crowns.
func crownGold() pen.Paint {
	return pen.Gradient{From: pen.Point{X: -30, Y: 30}, To: pen.Point{X: 30, Y: 70}, Start: LightGold, End: Gold}
}
