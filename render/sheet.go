package render

import (
	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// width is that of all pictures, in pixels: as wide as Telegram keeps them.
const width = 1200

// sheet is a picture being drawn, with all there is to draw it with.
type sheet struct {
	*pen.Canvas
	fonts *art.Fonts
	deck  *art.Deck
	whole string // stands for a name and is never cut; see erased
}

// box is a rectangle in pixels.
type box struct{ x, y, w, h float64 }

// The frame: its distance from the edge, and the chequer in its corners.
const (
	frameInset = 9
	checks     = 3
	check      = 8
)

// felt is a height of felt with its frame.
func (s *sheet) felt(h float64) {
	s.Fill(pen.Rect(0, 0, width, h), pen.Gradient{
		From: pen.Point{X: width / 2, Y: h * 0.46}, Radius: width * 0.62, Start: art.Felt, End: art.FeltEdge,
	})
	s.Stroke(pen.RoundRect(frameInset, frameInset, width-2*frameInset, h-2*frameInset, 5), 1.6, art.Gold.Fade(0.55))
	const side = checks * check
	for _, x := range []float64{frameInset, width - frameInset - side} {
		for _, y := range []float64{frameInset, h - frameInset - side} {
			s.chequer(x, y)
		}
	}
}

func (s *sheet) chequer(x, y float64) {
	s.Fill(pen.Rect(x-1, y-1, checks*check+2, checks*check+2), art.FeltEdge)
	for i := range checks * checks {
		if i%2 == 0 {
			s.Fill(pen.Rect(x+float64(i%checks*check), y+float64(i/checks*check), check, check), art.Gold)
		}
	}
}

// glow lays a colour softly around a rounded rectangle, turned about its centre.
func (s *sheet) glow(in box, radius, degrees, blur int, color pen.Color) {
	s.deck.Glow(s.Canvas, art.Shape{
		X: int(in.x), Y: int(in.y), W: int(in.w), H: int(in.h), Radius: radius, Degrees: degrees,
	}, blur, color)
}

// cardHeight is a card's height for its width.
func cardHeight(w int) float64 { return float64(art.Height(w)) }

// card lays a card down with its top left corner at x, y before it is turned
// about its centre.
func (s *sheet) card(c card.Card, x, y float64, w, degrees int) {
	s.deck.Lay(s.Canvas, c, int(x), int(y), w, degrees)
}

func (s *sheet) back(x, y float64, w, degrees int) {
	s.deck.LayBack(s.Canvas, int(x), int(y), w, degrees)
}

// Text writes the text with its baseline at y, and returns how wide it is. It
// takes the place of the canvas's, which would take any colour.
func (s *sheet) Text(f *pen.Font, text string, size, x, y float64, align pen.Align, in ink) float64 {
	return s.Canvas.Text(f, text, size, x, y, align, inks[in].color)
}

// fitted writes the text with its baseline at y as large as it fits a width, cut
// where it must be, and returns how wide it is.
func (s *sheet) fitted(f *pen.Font, text string, most, least, x, y, room float64, align pen.Align, in ink) float64 {
	const rounding = 0.01
	size := f.FitSize(text, most, least, room)
	return s.Text(f, f.Fit(text, size, room+rounding), size, x, y, align, in)
}

// name writes a name with its baseline at y as fitted does, but of one that is too
// long only the first word.
func (s *sheet) name(name string, most, least, x, y, room float64, align pen.Align, in ink) float64 {
	const smaller = 0.85 // for long words
	switch {
	case s.fonts.Bold.Width(name, least) <= room:
	case name == s.whole:
		least = 0
	default:
		name, least = firstWord(name), least*smaller
	}
	return s.fitted(s.fonts.Bold, name, most, least, x, y, room, align, in)
}

// pillStyle is how a pill looks; without a fill it has a ring.
type pillStyle struct {
	font *pen.Font
	fill pen.Color
	ring pen.Color
	ink  ink
}

// pillHeight is a pill's height by the size of its text.
const pillHeight = 1.55

func pillWidth(text string, font *pen.Font, size float64) float64 {
	return font.Width(text, size) + 1.1*size
}

// pill writes the text in a pill with its top at y.
func (s *sheet) pill(text string, style pillStyle, size, x, y float64, align pen.Align) {
	w, h := pillWidth(text, style.font, size), pillHeight*size
	x -= w * float64(align)
	if style.fill.A > 0 {
		s.Fill(pen.RoundRect(x, y, w, h, h/2), style.fill)
	}
	if style.ring.A > 0 {
		s.Stroke(pen.RoundRect(x+1, y+1, w-2, h-2, h/2-1), 2, style.ring)
	}
	s.Text(style.font, text, size, x+w/2, y+h/2+0.36*size, pen.Center, style.ink)
}

// litPill says whose turn it is, or what must be seen first.
func (s *sheet) litPill(text string, most, least, x, y, room float64, align pen.Align) {
	bold := s.fonts.Bold
	size := bold.FitSize(text, most, least, room-1.1*most)
	text = bold.Fit(text, size, room-1.1*size)
	s.pill(text, pillStyle{font: bold, fill: art.LightGold, ink: litInk}, size, x, y, align)
}
