package render

import (
	"strings"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/describe"
	"tarockbot/render/pen"
)

// width is in pixels. Telegram shrinks larger pictures.
const width = 1200

// readable is the smallest text size: 11 pixels on a phone that shows the picture 360 wide.
const readable = 37

type sizer struct {
	fonts      *art.Fonts
	erasedName string
}

type sheet struct {
	*sizer
	*pen.Canvas
	deck   *art.Deck
	onText func(writtenText) // for tests
}

type writtenText struct {
	text string
	size float64
	in   box // from the baseline to the top of its capitals
}

type box struct{ x, y, w, h float64 }

const (
	frameInset = 9
	checks     = 3
	check      = 8
)

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

func (s *sheet) glow(in box, radius, degrees, blur int, color pen.Color) {
	s.deck.Glow(s.Canvas, art.Shape{
		X: int(in.x), Y: int(in.y), W: int(in.w), H: int(in.h), Radius: radius, Degrees: degrees,
	}, blur, color)
}

func cardHeight(w int) float64 { return float64(art.Height(w)) }

func (s *sheet) card(c card.Card, x, y float64, w, degrees int) {
	s.deck.DrawWithShadow(s.Canvas, c, int(x), int(y), w, degrees)
}

func (s *sheet) tile(c card.Card, in box, fresh bool) {
	s.deck.Tile(s.Canvas, c, in.x, in.y, in.w, in.h)
	if fresh {
		s.star(in.x+in.w-2, in.y+2, in.h*0.2, 1.5)
	}
}

func (s *sheet) star(x, y, r, line float64) {
	s.FillAndStroke(pen.Star(x, y, r, r*0.44, 5), art.LightGold, line, art.Ink)
}

func (s *sheet) panel(in box) {
	s.FillAndStroke(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Panel, 1.5, art.Outline)
}

func (s *sheet) rule(x0, y0, x1, y1 float64) {
	s.Stroke(pen.Line(x0, y0, x1, y1), 1.4, art.Gold.Fade(0.45))
}

func (s *sheet) emptyPlace(in box, radius float64) {
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

func (s *sheet) questionMark(in box, size float64) {
	s.Text(s.fonts.Number, "?", size, spot{x: in.x + in.w/2, y: in.y + in.h/2 + size/3, align: pen.Center}, questionInk)
}

// spot is a text's place. align says whether x is the text's left, middle or right. y is the baseline, or a pill's top.
type spot struct {
	x, y, room float64
	align      pen.Align
}

// Text returns the width. It hides Canvas.Text, to allow only inks.
func (s *sheet) Text(f *pen.Font, text string, size float64, at spot, in ink) float64 {
	w := s.Canvas.Text(f, text, size, at.x, at.y, at.align, inks[in].color)
	if s.onText != nil {
		high := capHeight * size
		s.onText(writtenText{text, size, box{at.x - w*float64(at.align), at.y - high, w, high}})
	}
	return w
}

// halfCapital centres the smallest text.
const (
	capHeight   = 0.72
	halfCapital = capHeight / 2 * readable
)

// writeFitted writes the text as large as it fits, and cuts it if the smallest size doesn't fit.
func (s *sheet) writeFitted(f *pen.Font, text string, most float64, at spot, in ink) float64 {
	return s.writeCut(f, text, f.FitSize(text, most, readable, at.room), at, in)
}

func (s *sheet) writeCut(f *pen.Font, text string, size float64, at spot, in ink) float64 {
	const rounding = 0.01
	return s.Text(f, f.Fit(text, size, at.room+rounding), size, at, in)
}

func (s *sheet) label(text string, at spot, in ink) float64 {
	return s.writeCut(s.fonts.Text, text, readable, at, in)
}

func (s *sheet) name(name string, most float64, at spot, in ink) float64 {
	if name == s.erasedName {
		return s.writeCut(s.fonts.Bold, name, s.fonts.Bold.FitSize(name, most, 0, at.room), at, in)
	}
	return s.writeFitted(s.fonts.Bold, s.nameFor(name, at.room), most, at, in)
}

func (s *sizer) nameFor(name string, room float64) string {
	if name == s.erasedName || s.fonts.Bold.Width(name, readable) <= room {
		return name
	}
	return describe.FirstWord(name)
}

func breakLines(f *pen.Font, text string, room float64) (lines []string) {
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

// nameLines breaks the text for an erased name, which is never cut.
func (s *sizer) nameLines(name string, room float64) []string {
	if name == s.erasedName {
		return breakLines(s.fonts.Bold, name, room)
	}
	return []string{name}
}

// The digits' font draws signs too thin. Signs and fractions use another font, smaller if readable, and raised.
const (
	signSize     = 0.62
	signUp       = 0.08
	fractionSize = 0.48
	fractionUp   = 0.21
)

func splitNumber(text string) (sign, whole, fraction string) {
	unsigned := strings.TrimLeft(text, "+−")
	whole = strings.TrimRight(unsigned, "⅓⅔")
	return text[:len(text)-len(unsigned)], whole, unsigned[len(whole):]
}

func (s *sizer) numberWidth(text string, size float64) float64 {
	sign, whole, fraction := splitNumber(text)
	return s.fonts.Bold.Width(sign, max(readable, size*signSize)) + s.fonts.Number.Width(whole, size) +
		s.fonts.Bold.Width(fraction, max(readable, size*fractionSize))
}

func (s *sheet) number(text string, size, x, y float64) float64 {
	sign, whole, fraction := splitNumber(text)
	from := x
	x += s.Text(s.fonts.Bold, sign, max(readable, size*signSize), spot{x: x, y: y - size*signUp}, nameInk)
	x += s.Text(s.fonts.Number, whole, size, spot{x: x, y: y}, nameInk)
	raised := spot{x: x, y: y - (size-readable)*fractionUp}
	x += s.Text(s.fonts.Bold, fraction, max(readable, size*fractionSize), raised, nameInk)
	return x - from
}

// pillStyle has a fill or a ring.
type pillStyle struct {
	font *pen.Font
	fill pen.Color
	ring pen.Color
	ink  ink
}

const (
	pillHeight = 52
	pillEnds   = 33
)

func pillWidth(text string, font *pen.Font) float64 {
	return font.Width(text, readable) + pillEnds
}

func mutedPill(font *pen.Font) pillStyle {
	return pillStyle{font: font, ring: art.Muted.Fade(0.7), ink: labelInk}
}

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

func (s *sheet) litPill(text string, at spot) {
	s.pill(text, pillStyle{font: s.fonts.Bold, fill: art.LightGold, ink: litInk}, at)
}

const pillGap = 10

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
