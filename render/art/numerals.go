package art

import (
	"strings"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

const (
	numeralHeight = 64.0
	stem          = 17.0 // width of an upright
	serif         = 5.5
	overhang      = 5.0 // on either side of an upright
	betweenStems  = 9.0 // between neighbouring I, whose serifs are joined
)

// numeral returns a Roman number in the old Vienna pattern, and its width.
func numeral(k card.Card) (*pen.Path, float64) {
	var parts []*pen.Path
	x := 0.0
	for text := k.Rank(); text != ""; {
		var part *pen.Path
		var advance float64
		switch text[0] {
		case 'I':
			rest := strings.TrimLeft(text, "I")
			part, advance = uprightStrokes(len(text) - len(rest))
			text = rest
		case 'V':
			part, advance = five()
			text = text[1:]
		default:
			part, advance = ten()
			text = text[1:]
		}
		parts = append(parts, part.Transform(pen.Move(x, 0)))
		x += advance
	}
	const spaceAfter = 1.5
	return pen.Union(parts...), x - spaceAfter
}

func uprightStrokes(n int) (*pen.Path, float64) {
	width := float64(n)*stem + float64(n-1)*betweenStems + 2*overhang
	parts := []*pen.Path{pen.Rect(0, 0, width, serif), pen.Rect(0, numeralHeight-serif, width, serif)}
	for i := range n {
		parts = append(parts, pen.Rect(overhang+float64(i)*(stem+betweenStems), 0, stem, numeralHeight))
	}
	return pen.Union(parts...), width + 2.5
}

func five() (*pen.Path, float64) {
	const width, fat, foot, h = 50.0, 19.0, 27.5, numeralHeight
	return pen.Union(
		pen.Polygon(overhang, 2, overhang+fat, 2, foot+5, h, foot-4, h),
		pen.Polygon(width-overhang-7, 2, width-overhang, 2, foot+3.5, h, foot-4, h),
		pen.Rect(0, 0, fat+2*overhang, serif),
		pen.Rect(width-overhang-10.5, 0, 14.5, serif),
	), width + 1
}

func ten() (*pen.Path, float64) {
	const width, fat, h = 54.0, 20.0, numeralHeight
	const wide, narrow = fat + 2*overhang, 15.5
	return pen.Union(
		pen.Polygon(overhang, 2, overhang+fat, 2, width-overhang, h-2, width-overhang-fat, h-2),
		pen.Polygon(width-overhang-9.5, 2, width-overhang-2.5, 2, overhang+9.5, h-2, overhang+2.5, h-2),
		pen.Rect(0, 0, wide, serif), pen.Rect(width-narrow-1, 0, narrow, serif),
		pen.Rect(1, h-serif, narrow, serif), pen.Rect(width-wide, h-serif, wide, serif),
	), width + 1.5
}
