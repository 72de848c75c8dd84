package render

import (
	"slices"
	"strings"

	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// The board's parts.
const (
	boardHeight = 675
	headerTop   = 28
	panelWidth  = 300
	panelHeight = 388
	panelTop    = 104
	margin      = 30
	belowHeight = 62 // a row of announcements below the header
)

// height is the picture's, in pixels.
func (b board) height() int {
	if b.Rowed {
		return b.rowedHeight()
	}
	return boardHeight + belowHeight*len(b.Shape.Below) + max(0, b.footHeight()-footRow)
}

// draw is the picture of the board.
func (b board) draw(s *sheet) {
	s.header(b)
	if b.Rowed {
		s.rowed(b)
	} else {
		s.around(b)
	}
}

// around shows the players on both sides of what happens between them. Without a
// foot that has its place halfway down.
func (s *sheet) around(b board) {
	top := float64(panelTop + belowHeight*len(b.Shape.Below))
	if high := b.footHeight(); high == 0 {
		top += 68
	} else {
		s.foot(b, box{margin, top + panelHeight + 20, width - 2*margin, float64(high)})
	}
	places := panels(top)
	for i, c := range b.Seats {
		s.panel(c, places[i])
	}
	s.middle(b, middleBox(top))
}

// middleBox is the place between the panels, which begin at top.
func middleBox(top float64) box {
	const left = margin + panelWidth + 16
	return box{left, top, width - 2*left, panelHeight}
}

// panels are the places of two players by seat.
func panels(top float64) [2]box {
	const left, right = margin, width - margin - panelWidth
	return [2]box{{left, top, panelWidth, panelHeight}, {right, top, panelWidth, panelHeight}}
}

// fitsAround says that all is readable where two players' panels stand beside the
// middle.
func (s *sheet) fitsAround(b board) bool {
	return s.listFits(b.List, middleBox(panelTop)) && !slices.ContainsFunc(b.Seats, func(c chair) bool { return !s.panelFits(c) })
}

// panelFits says that a player's panel has room for what it tells.
func (s *sheet) panelFits(c chair) bool {
	const room = panelWidth - 2*panelPad
	status := s.fonts.Text.Width(c.Status, readable)
	if c.Lit {
		status = pillWidth(c.Status, s.fonts.Bold)
	}
	most := max(status, pillWidth(c.Role, s.roleFont(c)))
	if c.Name == s.whole {
		most = max(most, s.fonts.Bold.Width(c.Name, readable))
	}
	for _, f := range c.Figures {
		most = max(most, (s.fonts.Text.Width(f.Label, readable)+figureGap)*float64(len(c.Figures)))
	}
	return most <= room
}

// The header's margins.
const (
	headerLeft  = 46
	headerRight = width - 46
	headerWidth = headerRight - headerLeft
)

func (s *sheet) header(b board) {
	const baseline = 72
	s.Text(s.fonts.Text, b.Corner, readable, headerRight, 68, pen.Right, feltInk)
	s.fitted(s.fonts.Title, b.Title, titleSize, readable, headerLeft, baseline, s.titleRoom(b), pen.Left, titleInk)
	in := s.pillBox(b)
	s.pillRow(b.Pills[:s.fit(b.Pills, in.w)], in.x, in.y)
	for i, row := range b.Shape.Below {
		s.pillRow(row, headerLeft, float64(panelTop-14+belowHeight*i))
	}
}

// titleSize is that of a title that has room.
const titleSize = 52

// titleRoom is what the corner leaves for the title.
func (s *sheet) titleRoom(b board) float64 {
	return headerWidth - s.fonts.Text.Width(b.Corner, readable) - 24
}

// pillBox is what title and corner leave of the header.
func (s *sheet) pillBox(b board) box {
	room := s.titleRoom(b)
	title := min(room, s.fonts.Title.Width(b.Title, s.fonts.Title.FitSize(b.Title, titleSize, readable, room))) + 24
	return box{headerLeft + title, headerTop, room - title, pillHigh}
}

// pillsBelow are the announcements that the header has no room for, in rows.
func (s *sheet) pillsBelow(b board) (rows [][]string) {
	for rest := b.Pills[s.fit(b.Pills, s.pillBox(b).w):]; len(rest) > 0; {
		n := max(1, s.fit(rest, headerWidth))
		rows, rest = append(rows, rest[:n]), rest[n:]
	}
	return rows
}

// pillGap is between pills.
const pillGap = 10

// fit is how many of the texts fit a row of pills.
func (s *sheet) fit(texts []string, room float64) int {
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
		x += s.pill(text, style, x, y, headerRight-x, pen.Left) + pillGap
	}
}

// panel shows a player.
func (s *sheet) panel(c chair, in box) {
	if c.Name == "" {
		s.emptyPanel(in)
		return
	}
	s.panelGround(c, in)
	cx, room := in.x+in.w/2, in.w-2*panelPad
	s.name(c.Name, 46, cx, in.y+62, room, pen.Center, nameInk)
	s.role(c, cx, in.y+84, room, pen.Center)
	if c.Figures != nil {
		s.Stroke(pen.Line(in.x+30, in.y+150, in.x+in.w-30, in.y+150), 1.4, art.Gold.Fade(0.45))
	}
	s.figures(c.Figures, box{in.x + panelPad, in.y, room, in.h})
	if c.Lit {
		s.litPill(c.Status, cx, in.y+in.h-78, room, pen.Center)
	} else {
		s.fitted(s.fonts.Text, c.Status, readable, readable, cx, in.y+in.h-39, room, pen.Center, labelInk)
	}
}

// panelPad is at the sides of a panel.
const panelPad = 10

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

// figures writes numbers side by side, as large as they fit, with their labels
// below and a line between.
func (s *sheet) figures(figures []figure, in box) {
	const most = 86
	part := in.w / float64(len(figures))
	size := float64(most)
	for _, f := range figures {
		size = min(size, most*(part-2*figureGap)/s.numberWidth(f.Number, most))
	}
	for i, f := range figures {
		if i > 0 {
			x := in.x + part*float64(i)
			s.Stroke(pen.Line(x, in.y+176, x, in.y+284), 1.4, art.Gold.Fade(0.45))
		}
		x := in.x + part*(float64(i)+0.5)
		s.number(f.Number, size, x-s.numberWidth(f.Number, size)/2, in.y+238)
		s.fitted(s.fonts.Text, f.Label, readable, readable, x, in.y+283, part-figureGap, pen.Center, labelInk)
	}
}

// figureGap is between figures side by side.
const figureGap = 10

// A number's sign and fraction are in another font than its digits, whose signs
// are hairlines: both smaller as long as that is readable, and higher.
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
	return s.fonts.Bold.Width(sign, max(readable, size*signSize)) + s.fonts.Number.Width(whole, size) +
		s.fonts.Bold.Width(fraction, max(readable, size*fractionSize))
}

// number writes a number that begins at x, and returns how wide it is.
func (s *sheet) number(text string, size, x, y float64) float64 {
	sign, whole, fraction := parted(text)
	from := x
	x += s.Text(s.fonts.Bold, sign, max(readable, size*signSize), x, y-size*signUp, pen.Left, nameInk)
	x += s.Text(s.fonts.Number, whole, size, x, y, pen.Left, nameInk)
	x += s.Text(s.fonts.Bold, fraction, max(readable, size*fractionSize), x, y-(size-readable)*fractionUp, pen.Left, nameInk)
	return x - from
}

func (s *sheet) roleFont(c chair) *pen.Font {
	if c.Leads {
		return s.fonts.Bold
	}
	return s.fonts.Text
}

// role writes what a player is in a pill, and returns how wide it is.
func (s *sheet) role(c chair, x, y, room float64, align pen.Align) float64 {
	style := pillStyle{font: s.roleFont(c), ring: art.Muted.Fade(0.7), ink: labelInk}
	switch {
	case c.Role == "":
		return 0
	case c.Leads:
		style = pillStyle{font: s.roleFont(c), fill: art.Gold, ink: declarerInk}
	}
	return s.pill(c.Role, style, x, y, room, align)
}
