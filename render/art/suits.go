package art

import (
	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// pipPath returns a suit sign of height 1 about the origin, or an empty path for tarock.
func pipPath(suit card.Suit) *pen.Path {
	switch suit {
	case card.Hearts:
		return pen.MoveTo(0, .49).CubeTo(-.09, .30, -.5, .10, -.5, -.19).
			CubeTo(-.5, -.38, -.37, -.48, -.25, -.48).CubeTo(-.12, -.48, -.03, -.39, 0, -.27).
			CubeTo(.03, -.39, .12, -.48, .25, -.48).CubeTo(.37, -.48, .5, -.38, .5, -.19).
			CubeTo(.5, .10, .09, .30, 0, .49).Close()
	case card.Diamonds:
		return pen.MoveTo(0, -.52).QuadTo(.13, -.2, .41, 0).QuadTo(.13, .2, 0, .52).
			QuadTo(-.13, .2, -.41, 0).QuadTo(-.13, -.2, 0, -.52).Close()
	case card.Spades:
		return pen.MoveTo(0, -.5).CubeTo(.09, -.33, .46, -.12, .46, .13).
			CubeTo(.46, .29, .35, .36, .25, .36).CubeTo(.15, .36, .08, .31, .045, .24).
			CubeTo(.05, .36, .09, .45, .17, .5).LineTo(-.17, .5).CubeTo(-.09, .45, -.05, .36, -.045, .24).
			CubeTo(-.08, .31, -.15, .36, -.25, .36).CubeTo(-.35, .36, -.46, .29, -.46, .13).
			CubeTo(-.46, -.12, -.09, -.33, 0, -.5).Close()
	case card.Clubs:
		stem := pen.MoveTo(-.05, 0).LineTo(.05, 0).CubeTo(.05, .25, .09, .43, .19, .5).
			LineTo(-.19, .5).CubeTo(-.09, .43, -.05, .25, -.05, 0).Close()
		return pen.Union(pen.Circle(0, -.265, .235), pen.Circle(-.255, .10, .235), pen.Circle(.255, .10, .235),
			pen.Circle(0, -.02, .13), stem)
	default:
		return new(pen.Path)
	}
}

func fillPip(c *pen.Canvas, suit card.Suit, x, y, height float64, paint pen.Paint) {
	c.Fill(pipPath(suit).Transform(pen.Move(x, y).Times(pen.Scale(height, height))), paint)
}

type suitColors struct {
	suit  card.Suit
	color pen.Color
	dark  pen.Color
}

func (s Style) livery(suit card.Suit) suitColors {
	color := fourColors[suit]
	if s.TwoColours {
		color = twoColors[suit]
	}
	return suitColors{suit, color, color.Mix(Ink, .35)}
}

// Tarocks and invalid cards have no colour.
var (
	fourColors = [card.Suits + 1]pen.Color{card.Hearts: Hearts, card.Diamonds: Diamonds, card.Spades: Spades, card.Clubs: Clubs}
	twoColors  = [card.Suits + 1]pen.Color{card.Hearts: Hearts, card.Diamonds: Hearts, card.Spades: Ink, card.Clubs: Ink}
)

// pipLayout holds the pips of the upper half, which the lower half repeats upside down. With middle 0 there is no
// middle pip.
type pipLayout struct {
	height, middle float64
	upper          []pen.Point
}

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

func (p pipLayout) draw(c *pen.Canvas, l suitColors) {
	drawBothWaysUp(c, func() {
		for _, at := range p.upper {
			fillPip(c, l.suit, at.X, at.Y, p.height, l.color)
		}
	})
	if p.middle > 0 {
		fillPip(c, l.suit, cardWidth/2, cardHeight/2, p.middle, l.color)
	}
}
