package render

import (
	"fmt"

	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// middle shows what happens between the players.
func (s *sheet) middle(b board) {
	switch {
	case len(b.Slots) == 2:
		s.duel(b.Slots)
	case b.Slots != nil:
		s.round(b.Slots)
	case b.Talon != nil:
		s.talon(b.Talon)
	case b.Rows != nil:
		s.rows(b.Rows)
	case b.Backs:
		s.backs()
	}
}

// The places of a trick for two.
const (
	duelCard = 220
	duelTop  = 122
	duelGap  = 18
	duelTilt = 3
)

// duel shows a trick of two, large, each card on its player's side.
func (s *sheet) duel(slots []slot) {
	for i, slot := range slots {
		x, tilt := width/2.0-duelGap-duelCard, -duelTilt
		if i == 1 {
			x, tilt = width/2.0+duelGap, duelTilt
		}
		s.slot(slot, x, duelTop, duelCard, tilt, 110)
	}
}

// slot shows a card of the trick, or where it will lie.
func (s *sheet) slot(p slot, x, y float64, w, tilt int, mark float64) {
	in := box{x, y, float64(w), float64(w) * cardRatio}
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
		s.Text(s.kit.fonts.Number, "?", mark, x+in.w/2, y+in.h/2+mark/3, pen.Center, art.LightGold.Fade(0.7))
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
// name.
func (s *sheet) round(slots []slot) {
	const cardWidth, gap, top = 126, 30, 118
	n := float64(len(slots))
	x := width/2 - (n*cardWidth+(n-1)*gap)/2
	for _, p := range slots {
		s.slot(p, x, top, cardWidth, 0, 80)
		ink := art.Muted
		switch {
		case p.Awaited:
			ink = art.LightGold
		case p.Played:
			ink = art.Text
		}
		bold := s.kit.fonts.Bold
		name := firstName(p.Name, bold, 26, cardWidth+gap-8)
		s.fitted(bold, name, 29, 26, x+cardWidth/2, top+cardWidth*cardRatio+44, cardWidth+gap-8, pen.Center, ink)
		x += cardWidth + gap
	}
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
func (s *sheet) talon(t *talon) {
	const h = talonCard * cardRatio
	left := middle.x + (middle.w-talonColumns*talonCard-(talonColumns-1)*talonGapX)/2
	for i, c := range t.Cards {
		packet := i / t.Packet
		column, line := i%talonColumns, i/talonColumns
		if t.Packet == 2 {
			column, line = i/2, i%2
		}
		x := left + float64(column)*(talonCard+talonGapX)
		y := middle.y + 14 + float64(line)*(h+talonGapY)
		if packet == t.Taken {
			s.glow(box{x, y, talonCard, h}, 10, 0, 9, art.LightGold)
		}
		s.card(c, x, y, talonCard, 0)
		if i%t.Packet == t.Packet/2 { // the middle of three, the lower of two
			foot := y + h - 6
			if t.Packet == 2 {
				foot = y - talonGapY/2
			}
			s.badge(packet, packet == t.Taken, x+talonCard/2, foot)
		}
	}
}

// badge is a packet's number; a tick says that it is the one taken.
func (s *sheet) badge(packet int, taken bool, x, y float64) {
	text, ground, ink := fmt.Sprint(packet+1), art.FeltEdge, art.LightGold
	if taken {
		text, ground, ink = text+" ✓", art.LightGold, art.PillInk
	}
	w := s.kit.fonts.Bold.Width(text, badge) + badge
	s.Outlined(pen.RoundRect(x-w/2, y-badge*0.7, w, badge*1.4, badge*0.7), ground, 2, art.Gold)
	s.Text(s.kit.fonts.Bold, text, badge, x, y+badge*0.36, pen.Center, ink)
}

// The list in the middle.
const (
	rowText   = 31
	rowHeight = 48
)

// rows lists what was bid or what a deal came to; if there is no room for all,
// the first give way to the last.
func (s *sheet) rows(rows []row) {
	s.Fill(pen.RoundRect(middle.x, middle.y, middle.w, middle.h, 18), art.Panel)
	height := min(rowHeight, (middle.h-24)/float64(len(rows)))
	size := min(rowText, height*0.66)
	y := middle.y + (middle.h-height*float64(len(rows)))/2
	for _, r := range rows {
		font, ink := s.kit.fonts.Text, art.Text
		if r.Strong {
			font, ink = s.kit.fonts.Bold, art.LightGold
		}
		baseline := y + height/2 + size*0.36
		right := s.Text(font, r.Right, size, middle.x+middle.w-24, baseline, pen.Right, ink)
		s.fitted(font, r.Left, size, size*0.7, middle.x+24, baseline, middle.w-64-right, pen.Left, ink)
		y += height
	}
}

// backs shows cards lying face down: the talon, or a pack before the deal.
func (s *sheet) backs() {
	const w, fan, n = 150, 34, 3
	for i := range n {
		at := float64(i - n/2)
		s.back(width/2-w/2+at*fan, middle.y+72+10*at*at, w, 8*int(at))
	}
}
