package render

import (
	"fmt"
	"math"

	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// middle shows what happens between the players.
func (s *sheet) middle(b board, in box) {
	switch {
	case len(b.Slots) == 2:
		s.duel(b.Slots, in)
	case b.Slots != nil:
		s.round(b.Slots, b.Note, in)
	case b.Talon.Packets != nil:
		s.talon(b.Talon, in)
	case b.List.Heading != "" || b.List.Rows != nil:
		s.list(b.List, in)
	case b.Backs:
		s.backs(in)
	}
}

// The places of a trick for two.
const (
	duelCard = 220
	duelDown = 18
	duelGap  = 18
	duelTilt = 3
)

// duel shows a trick of two, large, each card on its player's side.
func (s *sheet) duel(slots []slot, in box) {
	for i, slot := range slots {
		x, tilt := width/2.0-duelGap-duelCard, -duelTilt
		if i == 1 {
			x, tilt = width/2.0+duelGap, duelTilt
		}
		s.slot(slot, x, in.y+duelDown, duelCard, tilt, 110)
	}
}

// slot shows a card of the trick, or where it will lie.
func (s *sheet) slot(p slot, x, y float64, w, tilt int, mark float64) {
	in := box{x, y, float64(w), cardHeight(w)}
	if p.Played {
		if p.Winning {
			s.glow(in, 16, tilt, 10, art.LightGold.Fade(0.9))
		}
		s.card(p.Card, x, y, w, tilt)
		return
	}
	s.Under(pen.TurnAbout(float64(tilt), x+in.w/2, y+in.h/2), func() {
		s.Fill(pen.RoundRect(x, y, in.w, in.h, 15), art.Empty)
		s.dashes(in)
	})
	if p.Awaited {
		s.Text(s.fonts.Number, "?", mark, x+in.w/2, y+in.h/2+mark/3, pen.Center, queryInk)
	}
}

// dashes is a dashed line around a rectangle.
func (s *sheet) dashes(in box) {
	const from, length, step = 22, 12, 24
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

// round shows a trick of more than two as a row, each card with its player's
// name, and a note below.
func (s *sheet) round(slots []slot, note string, in box) {
	const most, gap, down = 156, 26, 14
	n := float64(len(slots))
	cardWidth := min(most, math.Floor((in.w-(n-1)*gap)/n))
	names := in.y + down + cardHeight(int(cardWidth)) + 44
	x := width/2 - (n*cardWidth+(n-1)*gap)/2
	for _, p := range slots {
		s.slot(p, x, in.y+down, int(cardWidth), 0, 80)
		color := feltInk
		if p.Awaited || p.Winning {
			color = titleInk
		}
		s.name(p.Name, 29, 26, x+cardWidth/2, names, cardWidth+gap-8, pen.Center, color)
		x += cardWidth + gap
	}
	s.fitted(s.fonts.Text, note, 32, 24, width/2, names+52, in.w, pen.Center, titleInk)
}

// The turned-up talon: three cards a row.
const (
	talonCard    = 104
	talonColumns = 3
	talonGapX    = 22
	talonGapY    = 18
	badge        = 30
)

// talon shows the turned-up talon with the packets numbered from 1: of three
// cards a row each, of two a column each.
func (s *sheet) talon(t talon, in box) {
	h, n := cardHeight(talonCard), 0
	left := in.x + (in.w-talonColumns*talonCard-(talonColumns-1)*talonGapX)/2
	for packet, cards := range t.Packets {
		for i, c := range cards {
			column, line := n%talonColumns, n/talonColumns
			if len(cards) == 2 {
				column, line = packet, i
			}
			n++
			x := left + float64(column)*(talonCard+talonGapX)
			y := in.y + 14 + float64(line)*(h+talonGapY)
			if packet == t.Taken {
				s.glow(box{x, y, talonCard, h}, 10, 0, 9, art.LightGold)
			}
			s.card(c, x, y, talonCard, 0)
			if i == len(cards)/2 { // the middle of three, the lower of two
				foot := y + h - 6
				if len(cards) == 2 {
					foot = y - talonGapY/2
				}
				s.badge(packet, packet == t.Taken, x+talonCard/2, foot)
			}
		}
	}
}

// badge is a packet's number; a tick says that it is the one taken.
func (s *sheet) badge(packet int, taken bool, x, y float64) {
	text, ground, in := fmt.Sprint(packet+1), art.FeltEdge, packetInk
	if taken {
		text, ground, in = text+" ✓", art.LightGold, litInk
	}
	w := s.fonts.Bold.Width(text, badge) + badge
	s.Outlined(pen.RoundRect(x-w/2, y-badge*0.7, w, badge*1.4, badge*0.7), ground, 2, art.Gold)
	s.Text(s.fonts.Bold, text, badge, x, y+badge*0.36, pen.Center, in)
}

// The list in the middle.
const (
	rowText    = 34 // the largest text
	leastText  = 19 // unless there are very many rows
	rowHeight  = 54
	rowPadding = 18
	rowInset   = 26
)

// list shows what a deal came to, all lines in the same size.
func (s *sheet) list(l list, in box) {
	s.Outlined(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Panel, 1.5, art.Outline)
	size, height, lines := s.listSize(l, in)
	in = box{in.x + rowInset, in.y + (in.h-height*lines)/2, in.w - 2*rowInset, height}
	if l.Heading != "" {
		s.fitted(s.fonts.Text, l.Heading, min(29, size), 20, in.x+in.w/2, in.y+height/2+size*0.36, in.w, pen.Center, labelInk)
		in.y += height
	}
	for _, r := range l.Rows {
		s.row(r, size, in)
		in.y += height
	}
}

// listSize is the size of a list's text, the height of a line and how many lines
// there are.
func (s *sheet) listSize(l list, in box) (size, height, lines float64) {
	lines = float64(len(l.Rows))
	if l.Heading != "" {
		lines++
	}
	height = min(rowHeight, (in.h-2*rowPadding)/lines)
	size = min(rowText, height*0.66)
	for _, r := range l.Rows {
		size = max(min(size, s.rowSize(r, size, in.w-2*rowInset)), min(size, leastText))
	}
	return size, height, lines
}

// rowGap is the least between the two texts of a row.
const rowGap = 20

func (s *sheet) rowFont(r row) *pen.Font {
	if r.Strong {
		return s.fonts.Bold
	}
	return s.fonts.Text
}

// rowSize is the largest size up to most at which the row fits.
func (s *sheet) rowSize(r row, most, room float64) float64 {
	font := s.rowFont(r)
	return min(most, most*(room-rowGap)/(font.Width(r.Left, most)+font.Width(r.Right, most)))
}

// row writes a line of the list.
func (s *sheet) row(r row, size float64, in box) {
	color := nameInk
	if r.Strong {
		color = strongInk
	}
	if r.Sum {
		s.Stroke(pen.Line(in.x, in.y, in.x+in.w, in.y), 1.4, art.Gold.Fade(0.45))
	}
	font, y := s.rowFont(r), in.y+in.h/2+size*0.36
	right := s.Text(font, r.Right, size, in.x+in.w, y, pen.Right, color)
	s.fitted(font, r.Left, size, size, in.x, y, in.w-rowGap-right, pen.Left, color)
}

// backs shows cards lying face down: the talon, or a pack before the deal.
func (s *sheet) backs(in box) {
	const w, fan, n = 150, 34, 3
	for i := range n {
		at := float64(i - n/2)
		s.back(width/2-w/2+at*fan, in.y+72+10*at*at, w, 8*int(at))
	}
}
