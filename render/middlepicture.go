package render

import (
	"fmt"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// middle shows what happens between the players, or below a row of them.
func (s *sheet) middle(b board, in box) {
	switch {
	case b.Slots != nil:
		s.duel(b.Slots, in)
	case b.Talon.Packets != nil && b.Rowed:
		s.talonRow(b.Talon, in)
	case b.Talon.Packets != nil:
		s.talon(b.Talon, in)
	case b.List.Heading != "" || b.List.Rows != nil:
		s.list(b.List, in)
	case b.Backs:
		s.backs(in)
	}
}

// middleHigh is how high that is below a row of players, who have their cards of a
// trick beside them; 0 if there is nothing.
func (s *sheet) middleHigh(b board) float64 {
	switch {
	case b.Slots != nil:
		return 0
	case b.Talon.Packets != nil:
		return talonDown + cardHeight(slotCard) + badge
	case b.List.Heading != "" || b.List.Rows != nil:
		return s.listLines(b.List, width-2*rowMargin-2*rowInset)*rowHeight + 2*rowPadding
	case b.Backs:
		return cardHeight(backCard) + backMargin
	}
	return 0
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

// The turned-up talon: three cards a row.
const (
	talonCard    = 104
	talonColumns = 3
	talonDown    = 14
	talonGapX    = 22
	talonGapY    = 18
	badge        = readable
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
			y := in.y + talonDown + float64(line)*(h+talonGapY)
			s.talonCard(c, packet == t.Taken, x, y, talonCard)
			if i == len(cards)/2 { // the middle of three, the lower of two
				foot := y + h - 12
				if len(cards) == 2 {
					foot = y - talonGapY/2
				}
				s.badge(packet, packet == t.Taken, x+talonCard/2, foot)
			}
		}
	}
}

// talonRow shows the turned-up talon in a row, packet by packet.
func (s *sheet) talonRow(t talon, in box) {
	const gap, apart = 14, 48
	w := float64(slotCard)
	wide := func(packet []card.Card) float64 { return w*float64(len(packet)) + gap*float64(len(packet)-1) }
	all := apart * float64(len(t.Packets)-1)
	for _, cards := range t.Packets {
		all += wide(cards)
	}
	x, y := in.x+(in.w-all)/2, in.y+talonDown
	for packet, cards := range t.Packets {
		for i, c := range cards {
			s.talonCard(c, packet == t.Taken, x+float64(i)*(w+gap), y, slotCard)
		}
		s.badge(packet, packet == t.Taken, x+wide(cards)/2, y+cardHeight(slotCard)-6)
		x += wide(cards) + apart
	}
}

// talonCard is one of the talon's cards.
func (s *sheet) talonCard(c card.Card, taken bool, x, y float64, w int) {
	if taken {
		s.glow(box{x, y, float64(w), cardHeight(w)}, 10, 0, 9, art.LightGold)
	}
	s.card(c, x, y, w, 0)
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
	rowHeight  = 52
	leastRow   = 50
	rowPadding = 18
	rowInset   = 26
	rowApart   = 20  // between the two texts of a row, at least
	listWidth  = 640 // where there is more room than the rows need
)

// listLines is how many lines a list takes in the room, of which a heading may take
// several.
func (s *sheet) listLines(l list, room float64) float64 {
	lines := len(l.Rows)
	if l.Heading != "" {
		lines += len(broken(s.fonts.Text, l.Heading, room))
	}
	return float64(lines)
}

// listFits says that the list can be read in the box. Names may be shortened.
func (s *sheet) listFits(l list, in box) bool {
	room := in.w - 2*rowInset
	return s.listLines(l, room)*leastRow <= in.h-2*rowPadding && s.rowsWidth(l) <= room
}

// rowsWidth is how wide the rows of a list are but those of the players.
func (s *sheet) rowsWidth(l list) (w float64) {
	for _, r := range l.Rows {
		if !r.Strong {
			w = max(w, s.fonts.Text.Width(r.Left, readable)+rowApart+s.fonts.Text.Width(r.Right, readable))
		}
	}
	return w
}

// list shows what a deal came to. Where there is much room, its rows stay so narrow
// that the eye finds from one end to the other.
func (s *sheet) list(l list, in box) {
	s.Outlined(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Panel, 1.5, art.Outline)
	room := in.w - 2*rowInset
	lines := s.listLines(l, room)
	high := min(rowHeight, (in.h-2*rowPadding)/lines)
	w := min(room, max(listWidth, s.rowsWidth(l)))
	line := box{in.x + (in.w-w)/2, in.y + (in.h-high*lines)/2, w, high}
	if l.Heading != "" {
		for _, text := range broken(s.fonts.Text, l.Heading, room) {
			s.fitted(s.fonts.Text, text, readable, readable, in.x+in.w/2, line.y+high/2+capHeight/2*readable, room, pen.Center, labelInk)
			line.y += high
		}
	}
	for _, r := range l.Rows {
		s.row(r, line)
		line.y += high
	}
}

// row writes a line of the list.
func (s *sheet) row(r row, in box) {
	if r.Sum {
		s.Stroke(pen.Line(in.x, in.y, in.x+in.w, in.y), 1.4, art.Gold.Fade(0.45))
	}
	y := in.y + in.h/2 + capHeight/2*readable
	if r.Strong {
		right := s.Text(s.fonts.Bold, r.Right, readable, in.x+in.w, y, pen.Right, strongInk)
		s.name(r.Left, readable, in.x, y, in.w-rowApart-right, pen.Left, strongInk)
		return
	}
	right := s.Text(s.fonts.Text, r.Right, readable, in.x+in.w, y, pen.Right, nameInk)
	s.fitted(s.fonts.Text, r.Left, readable, readable, in.x, y, in.w-rowApart-right, pen.Left, nameInk)
}

// Cards that lie face down: their width, and the room above and below them.
const (
	backCard   = 150
	backMargin = 34
)

// backs shows such cards: the talon, or a pack before the deal.
func (s *sheet) backs(in box) {
	const fan, n = 34, 3
	top := in.y + (in.h-cardHeight(backCard)-10)/2
	for i := range n {
		at := float64(i - n/2)
		s.back(width/2-backCard/2+at*fan, top+10*at*at, backCard, 8*int(at))
	}
}
