package render

import (
	"strings"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/describe"
	"tarockbot/render/pen"
)

// width is the width of all pictures in pixels, the widest that Telegram keeps.
const width = 1200

// readable is the smallest text size: 11 pixels on a phone that shows the picture 360 wide. Longer texts
// are broken, shortened or moved, and the picture grows.
const readable = 37

// sizer measures texts.
type sizer struct {
	fonts      *art.Fonts
	erasedName string // the text for an erased name, never cut
}

// sheet is a picture in progress, with the tools that all pictures draw with.
type sheet struct {
	*sizer
	*pen.Canvas
	deck *art.Deck
	read func(written) // called for every text, for tests; may be nil
}

// written is a text with its place.
type written struct {
	text string
	size float64
	in   box // from the baseline to the top of its capitals
}

// box is a rectangle in pixels.
type box struct{ x, y, w, h float64 }

// The frame's distance from the edge, and the chequer in its corners.
const (
	frameInset = 9
	checks     = 3
	check      = 8
)

// drawFelt draws framed felt of height h.
func drawFelt(c *pen.Canvas, h float64) {
	c.Fill(pen.Rect(0, 0, width, h), pen.Gradient{
		From: pen.Point{X: width / 2, Y: h * 0.46}, Radius: width * 0.62, Start: art.Felt, End: art.FeltEdge,
	})
	c.Stroke(pen.RoundRect(frameInset, frameInset, width-2*frameInset, h-2*frameInset, 5), 1.6, art.Gold.Fade(0.55))
	const side = checks * check
	for _, x := range []float64{frameInset, width - frameInset - side} {
		for _, y := range []float64{frameInset, h - frameInset - side} {
			drawChequer(c, x, y)
		}
	}
}

func drawChequer(c *pen.Canvas, x, y float64) {
	c.Fill(pen.Rect(x-1, y-1, checks*check+2, checks*check+2), art.FeltEdge)
	for i := range checks * checks {
		if i%2 == 0 {
			c.Fill(pen.Rect(x+float64(i%checks*check), y+float64(i/checks*check), check, check), art.Gold)
		}
	}
}

// glow draws a soft edge around a rounded rectangle, turned about its centre.
func (s *sheet) glow(in box, radius, degrees, blur int, color pen.Color) {
	s.deck.Glow(s.Canvas, art.Shape{
		X: int(in.x), Y: int(in.y), W: int(in.w), H: int(in.h), Radius: radius, Degrees: degrees,
	}, blur, color)
}

// cardHeight returns a card's height for its width.
func cardHeight(w int) float64 { return float64(art.Height(w)) }

// card draws a card turned about its centre. x and y are its top left corner before the turn.
func (s *sheet) card(c card.Card, x, y float64, w, degrees int) {
	s.deck.Lay(s.Canvas, c, int(x), int(y), w, degrees)
}

// tile draws a small card, with a star if it is fresh.
func (s *sheet) tile(c card.Card, in box, fresh bool) {
	s.deck.Tile(s.Canvas, c, in.x, in.y, in.w, in.h)
	if fresh {
		s.star(in.x+in.w-2, in.y+2, in.h*0.2, 1.5)
	}
}

// star draws the mark of a fresh card or a best rating.
func (s *sheet) star(x, y, r, line float64) {
	s.Outlined(pen.Star(x, y, r, r*0.44, 5), art.LightGold, line, art.Ink)
}

// panel draws the ground for texts.
func (s *sheet) panel(in box) {
	s.Outlined(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Panel, 1.5, art.Outline)
}

// rule draws a thin line that divides a panel.
func (s *sheet) rule(x0, y0, x1, y1 float64) {
	s.Stroke(pen.Line(x0, y0, x1, y1), 1.4, art.Gold.Fade(0.45))
}

// vacant draws an empty place with a dashed edge.
func (s *sheet) vacant(in box, radius float64) {
	const from, length, step = 22, 12, 24
	s.Fill(pen.RoundRect(in.x, in.y, in.w, in.h, radius), art.Empty)
	ink := art.LightGold.Fade(0.55)
	for at := float64(from); at < in.w-from-8; at += step {
		s.Stroke(pen.Line(in.x+at, in.y+1, in.x+at+length, in.y+1), 3, ink)
		s.Stroke(pen.Line(in.x+at, in.y+in.h-1, in.x+at+length, in.y+in.h-1), 3, ink)
	}
	for at := float64(from); at < in.h-from-8; at += step {
		s.Stroke(pen.Line(in.x+1, in.y+at, in.x+1, in.y+at+length), 3, ink)
		s.Stroke(pen.Line(in.x+in.w-1, in.y+at, in.x+in.w-1, in.y+at+length), 3, ink)
	}
}

// query draws the question mark of an awaited player or card.
func (s *sheet) query(in box, size float64) {
	s.Text(s.fonts.Number, "?", size, spot{x: in.x + in.w/2, y: in.y + in.h/2 + size/3, align: pen.Center}, queryInk)
}

// spot is the place of a text: where it begins, has its middle or ends, by align. y is its baseline, of a pill its top.
type spot struct {
	x, y, room float64 // room is the width for a text that is made to fit
	align      pen.Align
}

// Text writes the text and returns its width. It hides Canvas.Text, so that only inks can be used.
func (s *sheet) Text(f *pen.Font, text string, size float64, at spot, in ink) float64 {
	w := s.Canvas.Text(f, text, size, at.x, at.y, at.align, inks[in].color)
	if s.read != nil {
		high := capHeight * size
		s.read(written{text, size, box{at.x - w*float64(at.align), at.y - high, w, high}})
	}
	return w
}

// capHeight is the height of capitals, relative to the text size. halfCapital is half of it at the smallest size:
// a text stands in the middle with its baseline that far below.
const (
	capHeight   = 0.72
	halfCapital = capHeight / 2 * readable
)

// fitted writes the text as large as fits the room, of the smallest size at least. It cuts a text that is too long and
// returns the width.
func (s *sheet) fitted(f *pen.Font, text string, most float64, at spot, in ink) float64 {
	return s.cut(f, text, f.FitSize(text, most, readable, at.room), at, in)
}

// cut writes the text, cut to fit the room, and returns its width.
func (s *sheet) cut(f *pen.Font, text string, size float64, at spot, in ink) float64 {
	const rounding = 0.01
	return s.Text(f, f.Fit(text, size, at.room+rounding), size, at, in)
}

// label writes a text of the smallest size, cut to fit, and returns its width.
func (s *sheet) label(text string, at spot, in ink) float64 {
	return s.cut(s.fonts.Text, text, readable, at, in)
}

// name writes a name as large as fits, and returns its width. It shortens a long name to its first word.
func (s *sheet) name(name string, most float64, at spot, in ink) float64 {
	if name == s.erasedName {
		return s.cut(s.fonts.Bold, name, s.fonts.Bold.FitSize(name, most, 0, at.room), at, in)
	}
	return s.fitted(s.fonts.Bold, s.nameFor(name, at.room), most, at, in)
}

// nameFor returns the name, or its first word if the name is too wide.
func (s *sizer) nameFor(name string, room float64) string {
	if name == s.erasedName || s.fonts.Bold.Width(name, readable) <= room {
		return name
	}
	return describe.FirstWord(name)
}

// broken breaks the text at blanks into as few lines as fit the width.
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

// nameLines returns the name in one line. The text for an erased name takes several if needed, because it
// is never cut.
func (s *sizer) nameLines(name string, room float64) []string {
	if name == s.erasedName {
		return broken(s.fonts.Bold, name, room)
	}
	return []string{name}
}

// A number's sign and fraction use another font than its digits, because the
// digits' font has hairline signs. Both are smaller, if readable, and raised.
const (
	signSize     = 0.62
	signUp       = 0.08
	fractionSize = 0.48
	fractionUp   = 0.21
)

// parted splits a number into sign, whole part and fraction.
func parted(text string) (sign, whole, fraction string) {
	unsigned := strings.TrimLeft(text, "+−")
	whole = strings.TrimRight(unsigned, "⅓⅔")
	return text[:len(text)-len(unsigned)], whole, unsigned[len(whole):]
}

func (s *sizer) numberWidth(text string, size float64) float64 {
	sign, whole, fraction := parted(text)
	return s.fonts.Bold.Width(sign, max(readable, size*signSize)) + s.fonts.Number.Width(whole, size) +
		s.fonts.Bold.Width(fraction, max(readable, size*fractionSize))
}

// number writes a number that begins at x and returns its width.
func (s *sheet) number(text string, size, x, y float64) float64 {
	sign, whole, fraction := parted(text)
	from := x
	x += s.Text(s.fonts.Bold, sign, max(readable, size*signSize), spot{x: x, y: y - size*signUp}, nameInk)
	x += s.Text(s.fonts.Number, whole, size, spot{x: x, y: y}, nameInk)
	raised := spot{x: x, y: y - (size-readable)*fractionUp}
	x += s.Text(s.fonts.Bold, fraction, max(readable, size*fractionSize), raised, nameInk)
	return x - from
}

// pillStyle describes a pill's look. A pill without a fill has a ring.
type pillStyle struct {
	font *pen.Font
	fill pen.Color
	ring pen.Color
	ink  ink
}

// The measures of pills. Their text has the smallest size.
const (
	pillHeight = 52
	pillEnds   = 33 // width beyond the text
)

func pillWidth(text string, font *pen.Font) float64 {
	return font.Width(text, readable) + pillEnds
}

// mutedPill returns the style of what matters less.
func mutedPill(font *pen.Font) pillStyle {
	return pillStyle{font: font, ring: art.Muted.Fade(0.7), ink: labelInk}
}

// pill writes the text in a pill, cut to fit, and returns the pill's width.
func (s *sheet) pill(text string, style pillStyle, at spot) float64 {
	const rounding = 0.01
	text = style.font.Fit(text, readable, at.room-pillEnds+rounding)
	w, h := pillWidth(text, style.font), float64(pillHeight)
	x, y := at.x-w*float64(at.align), at.y
	if style.fill.A > 0 {
		s.Fill(pen.RoundRect(x, y, w, h, h/2), style.fill)
	}
	if style.ring.A > 0 {
		s.Stroke(pen.RoundRect(x+1, y+1, w-2, h-2, h/2-1), 2, style.ring)
	}
	s.Text(style.font, text, readable, spot{x: x + w/2, y: y + h/2 + halfCapital, align: pen.Center}, style.ink)
	return w
}

// litPill draws a golden pill for the most important text, such as the turn.
func (s *sheet) litPill(text string, at spot) {
	s.pill(text, pillStyle{font: s.fonts.Bold, fill: art.LightGold, ink: litInk}, at)
}

// pillGap is the space between pills.
const pillGap = 10

// pillsThatFit returns the number of texts that fit a row of pills.
func (s *sizer) pillsThatFit(texts []string, room float64) int {
	for i, text := range texts {
		if room -= pillWidth(text, s.fonts.Text); room < 0 {
			return i
		}
		room -= pillGap
	}
	return len(texts)
}

func (s *sheet) pillRow(texts []string, x, y float64) {
	style := pillStyle{font: s.fonts.Text, fill: art.Empty, ring: art.Gold.Fade(0.8), ink: pillInk}
	for _, text := range texts {
		x += s.pill(text, style, spot{x: x, y: y, room: headerRight - x}) + pillGap
	}
}
