package render

import (
	"strings"

	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// box is a rectangle in pixels.
type box struct{ x, y, w, h float64 }

// The board's parts.
const (
	boardHeight = 675
	headerTop   = 32
	panelWidth  = 282
	panelTop    = 104
	margin      = 30
)

// The middle, between the players' panels, and the foot.
var (
	middle = box{margin + panelWidth + 18, panelTop, width - 2*(margin+panelWidth+18), 388}
	foot   = box{margin, 512, width - 2*margin, 134}
)

// draw is the picture of the board.
func (b board) draw(s *sheet) {
	s.header(b)
	for i, c := range b.Seats {
		s.panel(c, panels(len(b.Seats))[i])
	}
	s.middle(b)
	s.foot(b)
}

// panels are the places of the players by seat: two beside the middle, the
// third above or below one of them.
func panels(seats int) []box {
	left, right := float64(margin), float64(width-margin-panelWidth)
	if seats <= 2 {
		return []box{{left, panelTop, panelWidth, 388}, {right, panelTop, panelWidth, 388}}
	}
	return []box{
		{left, panelTop, panelWidth, 188}, {left, panelTop + 200, panelWidth, 188}, {right, panelTop, panelWidth, 188},
	}
}

func (s *sheet) header(b board) {
	const left, right, baseline = 46, width - 46, 72
	corner := s.Text(s.kit.fonts.Text, b.Corner, 32, right, 68, pen.Right, art.Muted)
	room := right - left - corner - 24
	title := s.fitted(s.kit.fonts.Title, b.Title, 52, 34, left, baseline, room, pen.Left, art.LightGold)
	s.pills(b.Pills, box{left + title + 24, headerTop, room - title - 24, 43})
}

// The sizes of announcements in the header: in one row, and the smallest in two.
const (
	largePill = 28
	smallPill = 20
)

// pills shows announcements in one row as large as they fit or, if there are
// many, in two; the words tell what finds no room even there.
func (s *sheet) pills(texts []string, in box) {
	style := pillStyle{font: s.kit.fonts.Text, fill: art.Empty, ring: art.Gold.Fade(0.8), ink: art.Text}
	for size := float64(largePill); size >= smallPill; size -= 2 {
		if s.pillRow(texts, style, size, in, false) == len(texts) {
			in.y += (in.h - size*pillHeight) / 2
			s.pillRow(texts, style, size, in, true)
			return
		}
	}
	in.y -= 12
	for range 2 {
		n := s.pillRow(texts, style, smallPill, in, true)
		texts = texts[n:]
		in.y += 38
	}
}

// pillRow is how many of the texts fit the box in a row; it draws them if it is to.
func (s *sheet) pillRow(texts []string, style pillStyle, size float64, in box, draw bool) int {
	const gap = 12
	x := in.x
	for i, text := range texts {
		w := s.pillWidth(text, style.font, size)
		if x+w > in.x+in.w {
			return i
		}
		if draw {
			s.pill(text, style, size, x, in.y, pen.Left)
		}
		x += w + gap
	}
	return len(texts)
}

// panel shows a player.
func (s *sheet) panel(c chair, in box) {
	s.panelGround(c, in)
	if in.h < 300 {
		s.smallPanel(c, in)
		return
	}
	cx := in.x + in.w/2
	name := art.Text
	if c.Empty {
		name = art.Muted
	}
	s.fitted(s.kit.fonts.Bold, c.Name, 46, 34, cx, in.y+62, in.w-28, pen.Center, name)
	s.role(c, cx, in.y+84, pen.Center, 29)
	s.Stroke(pen.Line(in.x+30, in.y+150, in.x+in.w-30, in.y+150), 1.4, art.Gold.Fade(0.45))
	for i, f := range c.Figures {
		part := in.w / float64(len(c.Figures))
		x := in.x + part*(float64(i)+0.5)
		s.fitted(s.kit.fonts.Number, f.Number, 86, 40, x, in.y+238, part-12, pen.Center, art.Text)
		s.fitted(s.kit.fonts.Text, f.Label, 29, 20, x, in.y+280, part-12, pen.Center, art.Muted)
	}
	if c.Turn {
		size := s.kit.fonts.Bold.FitSize(c.Status, 34, 24, in.w-80)
		s.pill(c.Status, s.goldPill(), size, cx, in.y+in.h-78, pen.Center)
	} else {
		s.fitted(s.kit.fonts.Text, c.Status, 30, 22, cx, in.y+in.h-42, in.w-28, pen.Center, art.Muted)
	}
}

// panelGround is gold-rimmed for those whose turn it is.
func (s *sheet) panelGround(c chair, in box) {
	shape := pen.RoundRect(in.x, in.y, in.w, in.h, 18)
	if c.Turn {
		s.glow(in, 18, 0, 9, art.LightGold.Fade(0.55))
		s.Outlined(shape, art.TurnPanel, 4, art.LightGold)
		return
	}
	s.Outlined(shape, art.Panel, 1.5, art.Outline)
}

func (s *sheet) role(c chair, x, y float64, align pen.Align, size float64) {
	switch {
	case c.Role == "":
	case c.Declarer:
		s.pill(c.Role, pillStyle{font: s.kit.fonts.Bold, fill: art.Gold, ink: art.PillInk}, size, x, y, align)
	default:
		s.pill(c.Role, s.quietPill(), size, x, y, align)
	}
}

// smallPanel shows one of two players above each other.
func (s *sheet) smallPanel(c chair, in box) {
	left := in.x + 18
	s.fitted(s.kit.fonts.Bold, c.Name, 38, 30, left, in.y+50, in.w-32, pen.Left, art.Text)
	if c.Turn {
		s.pill(c.Status, s.goldPill(), s.kit.fonts.Bold.FitSize(c.Status, 29, 20, in.w-64), left, in.y+66, pen.Left)
	} else {
		s.role(c, left, in.y+66, pen.Left, 27)
	}
	for i, f := range c.Figures {
		part := in.w / float64(len(c.Figures))
		x := in.x + 18 + part*float64(i)
		n := s.Text(s.kit.fonts.Number, f.Number, 50, x, in.y+168, pen.Left, art.Text)
		s.fitted(s.kit.fonts.Text, f.Label, 28, 18, x+n+8, in.y+166, part-n-26, pen.Left, art.Muted)
	}
}

// foot shows small cards with what they are, and the match on the right.
func (s *sheet) foot(b board) {
	s.Fill(pen.RoundRect(foot.x, foot.y, foot.w, foot.h, 18), art.Panel)
	right := foot.x + foot.w - 26
	s.Text(s.kit.fonts.Text, b.Right.Label, 29, right, foot.y+54, pen.Right, art.Muted)
	w := s.Text(s.kit.fonts.Bold, b.Right.Text, 36, right, foot.y+100, pen.Right, art.Text)
	room := box{foot.x + 26, foot.y, foot.w - 52 - max(w, 120) - 24, foot.h}
	scale := 1.0
	room.w /= float64(max(len(b.Groups), 1))
	for _, g := range b.Groups {
		scale = min(scale, g.scale(room))
	}
	for _, g := range b.Groups {
		s.group(g, room, scale)
		room.x += room.w
	}
}

// The small cards at the foot.
const (
	tileWidth, tileHeight = 124, 94
	tileGap               = 14
	groupLabel            = 250 // room for what they are
)

// labelIn is how much of a group's place its label may take.
func labelIn(in box) float64 { return min(groupLabel, in.w*0.45) }

// scale is how small the cards have to be to find room beside the label.
func (g group) scale(in box) float64 {
	n := float64(len(g.Cards))
	return min(1, (in.w-labelIn(in)-48)/(n*tileWidth+(n-1)*tileGap))
}

func (s *sheet) group(g group, in box, scale float64) {
	label := labelIn(in)
	s.fitted(s.kit.fonts.Text, g.Label, 29, 20, in.x, foot.y+54, label, pen.Left, art.Muted)
	s.fitted(s.kit.fonts.Bold, g.Text, 36, 24, in.x, foot.y+100, label, pen.Left, art.LightGold)
	x := in.x + label + 24
	w, h := tileWidth*scale, tileHeight*scale
	y := foot.y + (foot.h-h)/2
	for i, c := range g.Cards {
		if i == g.Best {
			s.glow(box{x, y, w, h}, 14, 0, 6, art.LightGold.Fade(0.75))
		}
		s.deck.Tile(s.Canvas, c, x, y, w, h)
		x += w + tileGap*scale
	}
}

// firstName is the first word of a name that is too long.
func firstName(name string, f *pen.Font, size, room float64) string {
	if f.Width(name, size) <= room {
		return name
	}
	if first, _, more := strings.Cut(name, " "); more {
		return first
	}
	return name
}
