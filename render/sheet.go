package render

import (
	"strings"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// width is that of all pictures, in pixels: as wide as Telegram keeps them.
const width = 1200

// readable is the size of the smallest text: 11 pixels where a phone shows a
// picture 360 wide. What has no room at that size is broken, shortened or moved,
// and the picture becomes higher.
const readable = 37

// sheet is a picture being drawn, with all there is to draw it with.
type sheet struct {
	*pen.Canvas
	fonts *art.Fonts
	deck  *art.Deck
	whole string        // stands for a name and is never cut; see erased
	read  func(written) // learns of all that is written; nil for nobody
}

// written is a text where it stands.
type written struct {
	text string
	size float64
	in   box // from the baseline to the top of its capitals
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
	w := s.Canvas.Text(f, text, size, x, y, align, inks[in].color)
	if s.read != nil {
		high := capHeight * size
		s.read(written{text, size, box{x - w*float64(align), y - high, w, high}})
	}
	return w
}

// capHeight is how high capitals are by the size of their text.
const capHeight = 0.72

// fitted writes the text with its baseline at y as large as it fits a width, cut
// where it must be, and returns how wide it is.
func (s *sheet) fitted(f *pen.Font, text string, most, least, x, y, room float64, align pen.Align, in ink) float64 {
	const rounding = 0.01
	size := f.FitSize(text, most, least, room)
	return s.Text(f, f.Fit(text, size, room+rounding), size, x, y, align, in)
}

// name writes a name with its baseline at y as large as it fits, of one that is
// too long the first word.
func (s *sheet) name(name string, most, x, y, room float64, align pen.Align, in ink) float64 {
	least := float64(readable)
	if name == s.whole {
		least = 0
	}
	return s.fitted(s.fonts.Bold, s.nameFor(name, room), most, least, x, y, room, align, in)
}

// nameFor is the name or, where that has no room, its first word.
func (s *sheet) nameFor(name string, room float64) string {
	if name == s.whole || s.fonts.Bold.Width(name, readable) <= room {
		return name
	}
	return firstWord(name)
}

// broken is the text in as few lines as it needs in the room, broken at blanks.
func broken(f *pen.Font, text string, room float64) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch longer := strings.TrimSpace(line + " " + word); {
		case line == "" || f.Width(longer, readable) <= room:
			line = longer
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

// pillStyle is how a pill looks; without a fill it has a ring.
type pillStyle struct {
	font *pen.Font
	fill pen.Color
	ring pen.Color
	ink  ink
}

// The measures of pills, whose text is readable and no larger.
const (
	pillHigh = 52
	pillEnds = 33 // what is wider than the text
)

func pillWidth(text string, font *pen.Font) float64 {
	return font.Width(text, readable) + pillEnds
}

// pill writes the text in a pill with its top at y, cut where it must be, and
// returns how wide that is.
func (s *sheet) pill(text string, style pillStyle, x, y, room float64, align pen.Align) float64 {
	const rounding = 0.01
	text = style.font.Fit(text, readable, room-pillEnds+rounding)
	w, h := pillWidth(text, style.font), float64(pillHigh)
	x -= w * float64(align)
	if style.fill.A > 0 {
		s.Fill(pen.RoundRect(x, y, w, h, h/2), style.fill)
	}
	if style.ring.A > 0 {
		s.Stroke(pen.RoundRect(x+1, y+1, w-2, h-2, h/2-1), 2, style.ring)
	}
	s.Text(style.font, text, readable, x+w/2, y+h/2+capHeight/2*readable, pen.Center, style.ink)
	return w
}

// litPill says whose turn it is, or what must be seen first.
func (s *sheet) litPill(text string, x, y, room float64, align pen.Align) {
	s.pill(text, pillStyle{font: s.fonts.Bold, fill: art.LightGold, ink: litInk}, x, y, room, align)
}
