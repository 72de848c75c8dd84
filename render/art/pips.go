package art

import "tarockbot/render/pen"

// pipLayout holds the pips of a rank's upper half, which are repeated turned below. high is the upper
// pips' height, middle the middle pip's, 0 if there is none.
type pipLayout struct {
	height, middle float64
	upper          []pen.Point
}

// pipLayouts holds the layouts of the ranks without figures.
var pipLayouts = map[string]pipLayout{
	"1":  {0, 90, nil},
	"2":  {78, 0, []pen.Point{{X: 129, Y: 84}}},
	"3":  {62, 60, []pen.Point{{X: 129, Y: 70}}},
	"4":  {52, 0, []pen.Point{{X: 101, Y: 84}, {X: 157, Y: 84}}},
	"7":  {41, 41, []pen.Point{{X: 101, Y: 50}, {X: 157, Y: 50}, {X: 129, Y: 104}}},
	"8":  {41, 0, []pen.Point{{X: 101, Y: 54}, {X: 157, Y: 54}, {X: 101, Y: 118}, {X: 157, Y: 118}}},
	"9":  {41, 41, []pen.Point{{X: 101, Y: 50}, {X: 157, Y: 50}, {X: 101, Y: 108}, {X: 157, Y: 108}}},
	"10": {41, 0, []pen.Point{{X: 101, Y: 50}, {X: 157, Y: 50}, {X: 129, Y: 88}, {X: 101, Y: 126}, {X: 157, Y: 126}}},
}

// draw draws the suit signs of a card without a figure.
func (p pipLayout) draw(c *pen.Canvas, l livery) {
	twice(c, func() {
		for _, at := range p.upper {
			fillPip(c, l.suit, at.X, at.Y, p.height, l.color)
		}
	})
	if p.middle > 0 {
		fillPip(c, l.suit, cardWidth/2, cardHeight/2, p.middle, l.color)
	}
}
