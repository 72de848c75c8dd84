package art

import (
	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// Emblems are drawn about the origin, in a medallion of this radius.
const medallion = 47.0

// sides are the factors that mirror a drawing to the left and to the right.
var sides = [...]float64{-1, 1}

// emblem draws the tarock's picture: bird, mask, moon, fool, or a rosette with as many petals as its
// number.
func emblem(c *pen.Canvas, k card.Card) {
	switch k {
	case card.Pagat:
		disc(c, Cream)
		mask(c)
	case card.Uhu:
		disc(c, glow(0x2C5F7A, 0x12283C))
		within(c, owl)
	case card.Pelikan:
		disc(c, glow(0x9CC9B4, 0x4E8F7C))
		within(c, cockatoo)
	case card.Quapil:
		disc(c, glow(0xF3D9A2, 0xD59A55))
		within(c, marabou)
	case card.Mond:
		disc(c, glow(0x31406F, 0x121A38))
		moon(c)
	case card.Skus:
		disc(c, Cream)
		fool(c)
	default:
		disc(c, Cream)
		rosette(c, number(k))
	}
}

// glow returns a sky that is brighter in the middle.
func glow(inner, outer uint32) pen.Paint {
	return pen.Gradient{Radius: 60, Start: pen.RGB(inner), End: pen.RGB(outer)}
}

// disc draws the medallion with its two golden rings.
func disc(c *pen.Canvas, ground pen.Paint) {
	c.Outlined(pen.Circle(0, 0, medallion), ground, 3.2, Gold)
	c.Stroke(pen.Circle(0, 0, medallion+4.6), 1.3, LightGold)
}

// within clips a drawing to the medallion's ring.
func within(c *pen.Canvas, draw func(*pen.Canvas)) {
	c.Clip(pen.Circle(0, 0, medallion-1.6), func() { draw(c) })
}
