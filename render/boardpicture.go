package render

import (
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
	belowHeight = 40 // a row of announcements below the header
	lineHeight  = 58 // a line of cards below the foot
)

// foot is the board's lowest part.
var foot = box{margin, 512, width - 2*margin, 134}

func (b board) height() int { return boardHeight + b.more() }

// more is how much higher than usual the board is.
func (b board) more() int { return belowHeight*len(b.Below) + b.linesHeight() }

// linesHeight is that of the lines of cards in the foot.
func (b board) linesHeight() int {
	n := (len(b.Turned) + b.turnedAside() - 1) / b.turnedAside()
	if b.knownLine() {
		n++
	}
	return lineHeight * n
}

// turnedAside is how many of those who turned cards up share a line: what comes
// up before the first trick takes a line each.
func (b board) turnedAside() int {
	if len(b.Turned) > 0 && !b.Turned[0].Played {
		return 1
	}
	return linesAside
}

// knownLine says that a line shows the known cards of hands. Before the first
// trick they are what was turned up.
func (b board) knownLine() bool { return b.Known != nil && (b.Turned == nil || b.Turned[0].Played) }

// draw is the picture of the board. Without a foot the rest has its place
// halfway down.
func (b board) draw(s *sheet) {
	s.header(b)
	below := float64(belowHeight * len(b.Below))
	top := panelTop + below
	if len(b.Groups) == 0 && b.Total.Number == "" {
		top += 68
	} else {
		s.foot(b, box{foot.x, foot.y + below, foot.w, foot.h + float64(b.linesHeight())})
	}
	places := panels(len(b.Seats), top)
	for i, c := range b.Seats {
		s.panel(c, places[i])
	}
	s.middle(b, middleBox(top))
}

// middleBox is the place between the panels, which begin at top.
func middleBox(top float64) box {
	const left = margin + panelWidth + 18
	return box{left, top, width - 2*left, panelHeight}
}

// panels are the places of the players by seat, which go around the middle: down
// on its left, which has one more if their number is odd, and up on its right.
func panels(seats int, top float64) []box {
	const left, right, gap = margin, width - margin - panelWidth, 12
	rows := (seats + 1) / 2
	high := (panelHeight - gap*float64(rows-1)) / float64(rows)
	places := make([]box, seats)
	for s := range places {
		x, row := float64(left), s
		if s >= rows {
			x, row = right, seats-1-s
		}
		places[s] = box{x, top + float64(row)*(high+gap), panelWidth, high}
	}
	return places
}

// The header's margins.
const (
	headerLeft  = 46
	headerRight = width - 46
)

func (s *sheet) header(b board) {
	const baseline = 72
	corner := s.Text(s.fonts.Text, b.Corner, 32, headerRight, 68, pen.Right, feltInk)
	title := s.fitted(s.fonts.Title, b.Title, 52, 34, headerLeft, baseline, headerRight-headerLeft-corner-24, pen.Left, titleInk)
	s.pills(b.Pills, pillBox(title, corner))
	for i, row := range b.Below {
		s.pillRow(row, smallPill, headerLeft, float64(panelTop-14+belowHeight*i))
	}
}

// pillBox is what title and corner, that wide, leave of the header.
func pillBox(title, corner float64) box {
	x := headerLeft + title + 24
	return box{x, headerTop, headerRight - corner - 24 - x, 43}
}

// The sizes of announcements: in one row, and in two.
const (
	largePill = 28
	smallPill = 22
	tinyPill  = 20
)

// pills shows announcements in one row as large as they fit or, if there are
// many, in two; for those that then have no room there are rows below.
func (s *sheet) pills(texts []string, in box) {
	size, rows := s.pillRows(texts, in.w)
	if len(rows) == 1 {
		s.pillRow(rows[0], size, in.x, in.y+(in.h-size*pillHeight)/2)
		return
	}
	for i, row := range rows {
		s.pillRow(row, size, in.x, in.y-14+37*float64(i))
	}
}

// pillRows are the announcements in the header in a row or two, and their size.
func (s *sheet) pillRows(texts []string, room float64) (size float64, rows [][]string) {
	for size := float64(largePill); size >= smallPill; size-- {
		if s.fit(texts, size, room) == len(texts) {
			return size, [][]string{texts}
		}
	}
	first := s.fit(texts, tinyPill, room)
	second := first + s.fit(texts[first:], tinyPill, room)
	return tinyPill, [][]string{texts[:first], texts[first:second]}
}

// below are the announcements that the header has no room for, in rows.
func (s *sheet) below(b board) (rows [][]string) {
	const all = headerRight - headerLeft
	corner := s.fonts.Text.Width(b.Corner, 32)
	title := s.fonts.Title.FitSize(b.Title, 52, 34, all-corner-24)
	_, above := s.pillRows(b.Pills, pillBox(s.fonts.Title.Width(b.Title, title), corner).w)
	shown := 0
	for _, row := range above {
		shown += len(row)
	}
	for rest := b.Pills[shown:]; len(rest) > 0; {
		n := max(1, s.fit(rest, smallPill, all))
		rows, rest = append(rows, rest[:n]), rest[n:]
	}
	return rows
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

// foot shows small cards with what they are, the match on the right, and below
// them lines of cards.
func (s *sheet) foot(b board, in box) {
	s.Fill(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Panel)
	in.x, in.w = in.x+26, in.w-52
	s.lines(b, box{in.x, in.y + foot.h, in.w, lineHeight})
	in.h = foot.h
	if b.Total.Number != "" {
		label := s.Text(s.fonts.Text, b.Total.Label, 29, in.x+in.w, in.y+54, pen.Right, labelInk)
		number := s.Text(s.fonts.Bold, b.Total.Number, 36, in.x+in.w, in.y+100, pen.Right, nameInk)
		in.w -= max(label, number) + 40
	}
	if len(b.Groups) == 1 && b.Groups[0].Piles == nil {
		s.group(b.Groups[0], in)
		return
	}
	for i, part := range parts(in, len(b.Groups)) {
		s.narrowGroup(b.Groups[i], part)
	}
}

// parts are so many parts of the box side by side.
func parts(in box, n int) []box {
	const gap = 36
	all := make([]box, n)
	w := (in.w - gap*float64(n-1)) / float64(n)
	for i := range all {
		all[i] = box{in.x + float64(i)*(w+gap), in.y, w, in.h}
	}
	return all
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
	if in = (box{in.x, in.y + 54, in.w, high}); g.Piles != nil {
		s.piles(g.Piles, in)
	} else {
		s.tiles(g, in)
	}
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
		if g.Fresh.Has(c) {
			s.star(box{x, y, w, h})
		}
	}
}

// star marks a small card that has just come, as in hands.
func (s *sheet) star(tile box) {
	r := tile.h * 0.2
	s.Outlined(pen.Star(tile.x+tile.w-2, tile.y+2, r, r*0.44, 5), art.LightGold, 1.5, art.Ink)
}

// Piles in the foot: how far a card below looks out from under the others.
const pileEdge = 6

// piles shows piles side by side, each with its top and below it as many cards as
// there are; where one is used up its place stays empty, so that they can be told
// apart.
func (s *sheet) piles(piles []pile, in box) {
	const most, gap = 3, 12
	n := float64(len(piles))
	w := min(tileWidth*in.h/tileHeight, (in.w-(n-1)*gap)/n-most*pileEdge)
	h := w * tileHeight / tileWidth
	in.y += (in.h - h) / 2
	for i, p := range piles {
		place := box{in.x + float64(i)*(w+most*pileEdge+gap), in.y, w, h}
		if !p.Open {
			s.Outlined(pen.RoundRect(place.x, place.y, w, h, 10), art.Empty, 1.5, art.LightGold.Fade(0.4))
			continue
		}
		for below := p.Below; below > 0; below-- {
			x := place.x + pileEdge*float64(below)
			s.Outlined(pen.RoundRect(x, place.y, w, h, 9), art.Panel, 1.5, art.Gold.Fade(0.8))
		}
		s.deck.Tile(s.Canvas, p.Card, place.x, place.y, w, h)
		if p.Fresh {
			s.star(place)
		}
	}
}
