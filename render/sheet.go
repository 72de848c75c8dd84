package render

import (
	"image"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// width is that of all pictures, in pixels: as wide as Telegram keeps them.
const width = 1200

// sheet is a picture being drawn, with all there is to draw it with.
type sheet struct {
	*pen.Canvas
	kit  *kit
	deck *art.Deck
}

// kit is what pictures are made of and what takes long to make: it is kept.
// Its owner sees to it that one picture is drawn at a time.
type kit struct {
	fonts  *art.Fonts
	felts  map[int]*image.RGBA // by height
	mapper mapper
}

// newSheet is a picture of a height with nothing but the felt.
func (k *kit) newSheet(height int, deck *art.Deck) *sheet {
	s := &sheet{pen.NewCanvas(width, height), k, deck}
	felt, ok := k.felts[height]
	if !ok {
		s.felt(float64(height))
		felt = image.NewRGBA(s.Image.Rect)
		copy(felt.Pix, s.Image.Pix)
		k.felts[height] = felt
	}
	copy(s.Image.Pix, felt.Pix)
	return s
}

// over is a sheet with this one above the other.
func (s *sheet) over(other *sheet) *sheet {
	height := s.Image.Rect.Dy()
	both := &sheet{pen.NewCanvas(width, height+other.Image.Rect.Dy()), s.kit, s.deck}
	both.Paste(s.Image, 0, 0)
	both.Paste(other.Image, 0, height)
	return both
}

// The frame: its distance from the edge, and the chequer in its corners.
const (
	frameInset = 9
	checks     = 3
	check      = 8
)

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

// cardRatio is a card's height by its width.
const cardRatio = 1.6

// card lays a card down with its top left corner at x, y before it is turned
// about its centre.
func (s *sheet) card(c card.Card, x, y float64, w, degrees int) {
	s.deck.Lay(s.Canvas, c, int(x), int(y), w, degrees)
}

func (s *sheet) back(x, y float64, w, degrees int) {
	s.deck.LayBack(s.Canvas, int(x), int(y), w, degrees)
}

// pillStyle is how a pill looks; without a fill it has a ring.
type pillStyle struct {
	font *pen.Font
	fill pen.Color
	ring pen.Color
	ink  pen.Color
}

// pillHeight is a pill's height by the size of its text.
const pillHeight = 1.55

func (s *sheet) pillWidth(text string, font *pen.Font, size float64) float64 {
	return font.Width(text, size) + 1.1*size
}

// pill writes the text in a pill with its top at y, and returns its width.
func (s *sheet) pill(text string, style pillStyle, size, x, y float64, align pen.Align) float64 {
	w, h := s.pillWidth(text, style.font, size), pillHeight*size
	x -= w * float64(align)
	if style.fill.A > 0 {
		s.Fill(pen.RoundRect(x, y, w, h, h/2), style.fill)
	}
	if style.ring.A > 0 {
		s.Stroke(pen.RoundRect(x+1, y+1, w-2, h-2, h/2-1), 2, style.ring)
	}
	s.Text(style.font, text, size, x+w/2, y+h/2+0.36*size, pen.Center, style.ink)
	return w
}

func (s *sheet) goldPill() pillStyle {
	return pillStyle{font: s.kit.fonts.Bold, fill: art.LightGold, ink: art.PillInk}
}

func (s *sheet) quietPill() pillStyle {
	return pillStyle{font: s.kit.fonts.Text, ring: art.Muted.Fade(0.7), ink: art.Muted}
}

// fitted writes the text as large as it fits a width, cut where it must be.
func (s *sheet) fitted(f *pen.Font, text string, most, least, x, y, room float64, align pen.Align, ink pen.Color) float64 {
	size := f.FitSize(text, most, least, room)
	return s.Text(f, f.Fit(text, size, room), size, x, y, align, ink)
}
