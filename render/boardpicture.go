package render

import (
	"fmt"
	"strings"

	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// The board's parts.
const (
	boardHeight = 675
	headerTop   = 32
	panelWidth  = 282
	panelHeight = 388
	panelTop    = 104
	margin      = 30
)

// foot is the board's lowest part.
var foot = box{margin, 512, width - 2*margin, 134}

func (b board) height() int { return boardHeight }

// draw is the picture of the board. Without a foot the rest has its place
// halfway down.
func (b board) draw(s *sheet) {
	s.header(b)
	top := float64(panelTop)
	if len(b.Groups) == 0 && b.Total.Number == "" {
		top += 68
	} else {
		s.foot(b, foot)
	}
	for i, c := range b.Seats {
		s.panel(c, panels(len(b.Seats), top)[i])
	}
	s.middle(b, middleBox(top))
}

// middleBox is the place between the panels, which begin at top.
func middleBox(top float64) box {
	const left = margin + panelWidth + 18
	return box{left, top, width - 2*left, panelHeight}
}

// panels are the places of the players by seat: two beside the middle, the
// third above or below one of them.
func panels(seats int, top float64) []box {
	const left, right, gap = margin, width - margin - panelWidth, 12
	if seats <= 2 {
		return []box{{left, top, panelWidth, panelHeight}, {right, top, panelWidth, panelHeight}}
	}
	const half = (panelHeight - gap) / 2
	return []box{{left, top, panelWidth, half}, {left, top + half + gap, panelWidth, half}, {right, top, panelWidth, half}}
}

func (s *sheet) header(b board) {
	const left, right, baseline = 46, width - 46, 72
	corner := s.Text(s.fonts.Text, b.Corner, 32, right, 68, pen.Right, feltInk)
	room := right - left - corner - 24
	title := s.fitted(s.fonts.Title, b.Title, 52, 34, left, baseline, room, pen.Left, titleInk)
	s.pills(b.Pills, box{left + title + 24, headerTop, room - title - 24, 43})
}

// The sizes of announcements: in one row, and in two.
const (
	largePill = 28
	smallPill = 22
	tinyPill  = 20
)

// pills shows announcements in one row as large as they fit or, if there are
// many, in two; the last tells how many more there are.
func (s *sheet) pills(texts []string, in box) {
	for size := float64(largePill); size >= smallPill; size-- {
		if s.fit(texts, size, in.w) == len(texts) {
			s.pillRow(texts, size, in.x, in.y+(in.h-size*pillHeight)/2)
			return
		}
	}
	n := s.fit(texts, tinyPill, in.w)
	s.pillRow(texts[:n], tinyPill, in.x, in.y-14)
	s.pillRow(s.asFit(texts[n:], in.w), tinyPill, in.x, in.y+23)
}

// asFit are the texts in a row of pills, those that don't fit as their number.
func (s *sheet) asFit(texts []string, room float64) []string {
	if len(texts) == 0 {
		return nil
	}
	for n := len(texts); n > 0; n-- {
		shown := texts[:n:n]
		if rest := len(texts) - n; rest > 0 {
			shown = append(shown, fmt.Sprintf("+%d", rest))
		}
		if s.fit(shown, tinyPill, room) == len(shown) {
			return shown
		}
	}
	return []string{fmt.Sprintf("+%d", len(texts))}
}

// pillGap is between pills.
const pillGap = 10

// fit is how many of the texts fit a row of pills.
func (s *sheet) fit(texts []string, size, room float64) int {
	for i, text := range texts {
		if room -= pillWidth(text, s.fonts.Text, size); room < 0 {
			return i
		}
		room -= pillGap
	}
	return len(texts)
}

func (s *sheet) pillRow(texts []string, size, x, y float64) {
	style := pillStyle{font: s.fonts.Text, fill: art.Empty, ring: art.Gold.Fade(0.8), ink: pillInk}
	for _, text := range texts {
		s.pill(text, style, size, x, y, pen.Left)
		x += pillWidth(text, s.fonts.Text, size) + pillGap
	}
}

// panel shows a player.
func (s *sheet) panel(c chair, in box) {
	if c.Name == "" {
		s.emptyPanel(in)
		return
	}
	s.panelGround(c, in)
	if in.h < 300 {
		s.smallPanel(c, in)
	} else {
		s.largePanel(c, in)
	}
}

// panelGround is a player's panel without what is written on it.
func (s *sheet) panelGround(c chair, in box) {
	if c.Lit {
		s.glow(in, 18, 0, 9, art.LightGold.Fade(0.55))
		s.Outlined(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.TurnPanel, 4, art.LightGold)
	} else {
		s.Outlined(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Panel, 1.5, art.Outline)
	}
}

// emptyPanel is where somebody may sit down.
func (s *sheet) emptyPanel(in box) {
	s.Fill(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Empty)
	s.dashes(in)
	mark := in.h * 0.3
	s.Text(s.fonts.Number, "?", mark, in.x+in.w/2, in.y+in.h/2+mark/3, pen.Center, queryInk)
}

func (s *sheet) largePanel(c chair, in box) {
	cx := in.x + in.w/2
	s.name(c.Name, 46, 34, cx, in.y+62, in.w-28, pen.Center, nameInk)
	s.role(c, cx, in.y+84, pen.Center, 29)
	if c.Figures != nil {
		s.Stroke(pen.Line(in.x+30, in.y+150, in.x+in.w-30, in.y+150), 1.4, art.Gold.Fade(0.45))
	}
	s.figures(c.Figures, box{in.x + 10, in.y, in.w - 20, in.h})
	if c.Lit {
		s.litPill(c.Status, 34, 24, cx, in.y+in.h-78, in.w-36, pen.Center)
	} else {
		s.fitted(s.fonts.Text, c.Status, 30, 22, cx, in.y+in.h-42, in.w-28, pen.Center, labelInk)
	}
}

// figures writes numbers side by side, as large as they fit, with their labels
// below and a line between.
func (s *sheet) figures(figures []figure, in box) {
	const most, gap = 86, 20
	part := in.w / float64(len(figures))
	size := float64(most)
	for _, f := range figures {
		size = min(size, most*(part-gap)/s.numberWidth(f.Number, most))
	}
	for i, f := range figures {
		if i > 0 {
			x := in.x + part*float64(i)
			s.Stroke(pen.Line(x, in.y+176, x, in.y+284), 1.4, art.Gold.Fade(0.45))
		}
		x := in.x + part*(float64(i)+0.5)
		s.number(f.Number, size, x-s.numberWidth(f.Number, size)/2, in.y+238)
		s.fitted(s.fonts.Text, f.Label, 29, 20, x, in.y+280, part-gap, pen.Center, labelInk)
	}
}

// A number's sign and fraction are in another font than its digits, whose signs
// are hairlines: both smaller, and the fraction higher.
const (
	signSize     = 0.62
	signUp       = 0.08
	fractionSize = 0.48
	fractionUp   = 0.21
)

// parted is a number's sign, its whole part and its fraction.
func parted(text string) (sign, whole, fraction string) {
	unsigned := strings.TrimLeft(text, "+−")
	whole = strings.TrimRight(unsigned, "⅓⅔")
	return text[:len(text)-len(unsigned)], whole, unsigned[len(whole):]
}

func (s *sheet) numberWidth(text string, size float64) float64 {
	sign, whole, fraction := parted(text)
	return s.fonts.Bold.Width(sign, size*signSize) + s.fonts.Number.Width(whole, size) +
		s.fonts.Bold.Width(fraction, size*fractionSize)
}

func (s *sheet) number(text string, size, x, y float64) {
	sign, whole, fraction := parted(text)
	x += s.Text(s.fonts.Bold, sign, size*signSize, x, y-size*signUp, pen.Left, nameInk)
	x += s.Text(s.fonts.Number, whole, size, x, y, pen.Left, nameInk)
	s.Text(s.fonts.Bold, fraction, size*fractionSize, x, y-size*fractionUp, pen.Left, nameInk)
}

func (s *sheet) roleFont(c chair) *pen.Font {
	if c.Leads {
		return s.fonts.Bold
	}
	return s.fonts.Text
}

func (s *sheet) role(c chair, x, y float64, align pen.Align, size float64) {
	switch {
	case c.Role == "":
	case c.Leads:
		s.pill(c.Role, pillStyle{font: s.roleFont(c), fill: art.Gold, ink: declarerInk}, size, x, y, align)
	default:
		s.pill(c.Role, pillStyle{font: s.roleFont(c), ring: art.Muted.Fade(0.7), ink: labelInk}, size, x, y, align)
	}
}

// The small panels: their margin, and the sizes of role and status, which stand
// in a line.
const (
	smallPad  = 18
	mostMark  = 25
	leastMark = 18
	markGap   = 8
)

// smallPanel shows one of two players above each other.
func (s *sheet) smallPanel(c chair, in box) {
	x, room := in.x+smallPad, in.w-2*smallPad
	s.name(c.Name, 38, 30, x, in.y+50, room, pen.Left, nameInk)
	s.roleAndStatus(c, x, in.y+88, room)
	s.smallFigures(c.Figures, 50, x, in.y+166, room)
}

// roleAndStatus writes both in a line, as large as they fit.
func (s *sheet) roleAndStatus(c chair, x, middle, room float64) {
	size := float64(mostMark)
	for size > leastMark && s.markWidth(c, size) > room {
		size--
	}
	y := middle - size*pillHeight/2
	if c.Role != "" {
		s.role(c, x, y, pen.Left, size)
		used := pillWidth(c.Role, s.roleFont(c), size) + markGap
		x, room = x+used, room-used
	}
	switch {
	case c.Status == "":
	case c.Lit:
		s.litPill(c.Status, size, leastMark, x, y, room, pen.Left)
	default:
		s.fitted(s.fonts.Text, c.Status, size, leastMark, x, middle+0.36*size, room, pen.Left, labelInk)
	}
}

// markWidth is how wide role and status are at a size.
func (s *sheet) markWidth(c chair, size float64) float64 {
	w := 0.0
	if c.Role != "" {
		w = pillWidth(c.Role, s.roleFont(c), size) + markGap
	}
	switch {
	case c.Status == "":
		return w
	case c.Lit:
		return w + pillWidth(c.Status, s.fonts.Bold, size)
	default:
		return w + s.fonts.Text.Width(c.Status, size)
	}
}

// smallFigures writes figures in a line, the numbers of that size or, where there
// is no room, smaller.
func (s *sheet) smallFigures(figures []figure, number, x, baseline, room float64) {
	const near, apart = 7, 16
	label, total := number*0.56, -apart+0.0
	for _, f := range figures {
		total += s.numberWidth(f.Number, number) + near + s.fonts.Text.Width(f.Label, label) + apart
	}
	scale := min(1, room/total)
	for _, f := range figures {
		s.number(f.Number, number*scale, x, baseline)
		x += (s.numberWidth(f.Number, number) + near) * scale
		x += s.Text(s.fonts.Text, f.Label, label*scale, x, baseline, pen.Left, labelInk) + apart*scale
	}
}

// foot shows small cards with what they are, and the match on the right.
func (s *sheet) foot(b board, in box) {
	s.Fill(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Panel)
	in.x, in.w = in.x+26, in.w-52
	if b.Total.Number != "" {
		label := s.Text(s.fonts.Text, b.Total.Label, 29, in.x+in.w, in.y+54, pen.Right, labelInk)
		number := s.Text(s.fonts.Bold, b.Total.Number, 36, in.x+in.w, in.y+100, pen.Right, nameInk)
		in.w -= max(label, number) + 40
	}
	if len(b.Groups) == 1 {
		s.group(b.Groups[0], in)
		return
	}
	const gap = 36
	part := (in.w - gap*float64(len(b.Groups)-1)) / float64(len(b.Groups))
	for i, g := range b.Groups {
		s.narrowGroup(g, box{in.x + float64(i)*(part+gap), in.y, part, in.h})
	}
}

// The small cards in the foot.
const (
	tileWidth, tileHeight = 124, 94
	tileGap               = 14
)

// group shows cards with what they are on the left.
func (s *sheet) group(g group, in box) {
	const least, most = 244, 330
	first := in.y + 54
	if g.Name == "" {
		first = in.y + in.h/2 + 10
	}
	w := s.fitted(s.fonts.Text, g.Label, 29, 20, in.x, first, most, pen.Left, labelInk)
	if g.Points.Number != "" {
		w += 8 + s.Text(s.fonts.Bold, g.Points.Number, 29, in.x+w+8, first, pen.Left, nameInk)
	}
	w = max(w, s.name(g.Name, 36, 28, in.x, in.y+100, most, pen.Left, strongInk), least) + 30
	s.tiles(g, box{in.x + w, in.y + (in.h-tileHeight)/2, in.w - w, tileHeight})
}

// narrowGroup shows cards with what they are above them.
func (s *sheet) narrowGroup(g group, in box) {
	const high, size, gap = 66, 25, 9
	label := s.fonts.Text.Fit(g.Label, size, in.w)
	x := in.x
	if g.Name != "" {
		x += gap + s.name(g.Name, 28, 24, x, in.y+40, in.w-gap-s.fonts.Text.Width(label, size), pen.Left, strongInk)
	}
	s.Text(s.fonts.Text, label, size, x, in.y+40, pen.Left, labelInk)
	s.tiles(g, box{in.x, in.y + 54, in.w, high})
}

// tiles shows a group's cards side by side, as large as the box lets them be.
func (s *sheet) tiles(g group, in box) {
	n := float64(len(g.Cards))
	scale := min(in.h/tileHeight, in.w/(n*tileWidth+(n-1)*tileGap))
	w, h := tileWidth*scale, tileHeight*scale
	y := in.y + (in.h-h)/2
	for i, c := range g.Cards {
		x := in.x + float64(i)*(tileWidth+tileGap)*scale
		if i == g.Best {
			s.glow(box{x, y, w, h}, 14, 0, 6, art.LightGold.Fade(0.75))
		}
		s.deck.Tile(s.Canvas, c, x, y, w, h)
	}
}
