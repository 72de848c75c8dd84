package render

import (
	"fmt"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
)

// The parts of the middle, which draw themselves.
type (
	slot  plan.Slot
	talon plan.Talon
	list  plan.List
	row   plan.Row
)

// draw draws the middle, in a row's layout if rowed.
func (m middle) draw(s *sheet, in box, rowed bool) {
	switch {
	case m.Slots != nil:
		m.drawDuel(s, in)
	case m.Talon.Packets != nil && rowed:
		talon(m.Talon).drawRow(s, in)
	case m.Talon.Packets != nil:
		talon(m.Talon).draw(s, in)
	case !m.List.Empty():
		list(m.List).draw(s, in)
	case m.Backs:
		drawBacks(s, in)
	}
}

// height returns the middle's height below a row of players, 0 if it is empty. The players' panels then
// show the trick.
func (m middle) height(s *sizer) float64 {
	switch {
	case m.Slots != nil:
		return 0
	case m.Talon.Packets != nil:
		return talonDown + cardHeight(slotCard) + readable
	case !m.List.Empty():
		return list(m.List).lines(s, width-2*rowMargin-2*rowInset)*rowHeight + 2*rowPadding
	case m.Backs:
		return cardHeight(backCard) + backMargin
	}
	return 0
}

// The measures of a trick of two.
const (
	duelCard = 220
	duelDown = 18
	duelGap  = 18
	duelTilt = 3
)

// drawDuel draws a trick of two, each card on its player's side.
func (m middle) drawDuel(s *sheet, in box) {
	for i, p := range m.Slots {
		x, tilt := width/2.0-duelGap-duelCard, -duelTilt
		if i == 1 {
			x, tilt = width/2.0+duelGap, duelTilt
		}
		slot(p).draw(s, x, in.y+duelDown, duelCard, tilt, 110)
	}
}

// draw draws the card, or its empty place. mark is the question mark's size.
func (p slot) draw(s *sheet, x, y float64, w, tilt int, mark float64) {
	in := box{x, y, float64(w), cardHeight(w)}
	if p.Played {
		if p.Winning {
			s.glow(in, 16, tilt, 10, art.LightGold.Fade(0.9))
		}
		s.card(p.Card, x, y, w, tilt)
		return
	}
	s.Under(pen.TurnAbout(float64(tilt), x+in.w/2, y+in.h/2), func() {
		s.vacant(in, 15)
	})
	if p.Awaited {
		s.query(in, mark)
	}
}

// The turned-up talon: three cards a row.
const (
	talonCard    = 104
	talonColumns = 3
	talonDown    = 14
	talonGapX    = 22
	talonGapY    = 18
)

// draw draws the packets, numbered from 1: packets of three in rows, packets of two in columns.
func (l talon) draw(s *sheet, in box) {
	h, n := cardHeight(talonCard), 0
	left := in.x + (in.w-talonColumns*talonCard-(talonColumns-1)*talonGapX)/2
	for packet, cards := range l.Packets {
		for i, c := range cards {
			column, line := n%talonColumns, n/talonColumns
			if len(cards) == 2 {
				column, line = packet, i
			}
			n++
			x := left + float64(column)*(talonCard+talonGapX)
			y := in.y + talonDown + float64(line)*(h+talonGapY)
			l.drawCard(s, packet, c, x, y, talonCard)
			if i == len(cards)/2 { // the middle of three or the lower of two
				foot := y + h - 12
				if len(cards) == 2 {
					foot = y - talonGapY/2
				}
				l.drawBadge(s, packet, x+talonCard/2, foot)
			}
		}
	}
}

// drawRow draws the packets side by side.
func (l talon) drawRow(s *sheet, in box) {
	const gap, apart = 14, 48
	w := float64(slotCard)
	wide := func(packet []card.Card) float64 { return w*float64(len(packet)) + gap*float64(len(packet)-1) }
	all := apart * float64(len(l.Packets)-1)
	for _, cards := range l.Packets {
		all += wide(cards)
	}
	x, y := in.x+(in.w-all)/2, in.y+talonDown
	for packet, cards := range l.Packets {
		for i, c := range cards {
			l.drawCard(s, packet, c, x+float64(i)*(w+gap), y, slotCard)
		}
		l.drawBadge(s, packet, x+wide(cards)/2, y+cardHeight(slotCard)-6)
		x += wide(cards) + apart
	}
}

// drawCard draws a card of the packet, which glows if it was taken.
func (l talon) drawCard(s *sheet, packet int, c card.Card, x, y float64, w int) {
	if packet == l.Taken {
		s.glow(box{x, y, float64(w), cardHeight(w)}, 10, 0, 9, art.LightGold)
	}
	s.card(c, x, y, w, 0)
}

// drawBadge draws a packet's number, with a tick if it was taken.
func (l talon) drawBadge(s *sheet, packet int, x, y float64) {
	text, ground, in := fmt.Sprint(packet+1), art.FeltEdge, packetInk
	if packet == l.Taken {
		text, ground, in = text+" ✓", art.LightGold, litInk
	}
	const radius = readable * 0.7
	w := s.fonts.Bold.Width(text, readable) + readable
	s.Outlined(pen.RoundRect(x-w/2, y-radius, w, 2*radius, radius), ground, 2, art.Gold)
	s.Text(s.fonts.Bold, text, readable, spot{x: x, y: y + halfCapital, align: pen.Center}, in)
}

// The measures of the list.
const (
	rowHeight  = 52
	leastRow   = 50
	rowPadding = 18
	rowInset   = 26
	rowApart   = 20  // the least space between a row's texts
	listWidth  = 640 // the least width, if there is room
)

// lines returns the number of lines in the given width. A heading may take several.
func (l list) lines(s *sizer, room float64) float64 {
	lines := len(l.Rows)
	if l.Heading != "" {
		lines += len(broken(s.fonts.Text, l.Heading, room))
	}
	return float64(lines)
}

// fits reports whether the list is readable in the box. Names may be shortened.
func (l list) fits(s *sizer, in box) bool {
	room := in.w - 2*rowInset
	return l.lines(s, room)*leastRow <= in.h-2*rowPadding && l.rowsWidth(s) <= room
}

// rowsWidth returns the width of the widest row, ignoring the players' rows.
func (l list) rowsWidth(s *sizer) (w float64) {
	for _, r := range l.Rows {
		if !r.Strong {
			w = max(w, s.fonts.Text.Width(r.Left, readable)+rowApart+s.fonts.Text.Width(r.Right, readable))
		}
	}
	return w
}

// draw draws the list. In a wide box its rows stay narrow, because wide gaps are hard to follow.
func (l list) draw(s *sheet, in box) {
	s.panel(in)
	room := in.w - 2*rowInset
	lines := l.lines(s.sizer, room)
	high := min(rowHeight, (in.h-2*rowPadding)/lines)
	w := min(room, max(listWidth, l.rowsWidth(s.sizer)))
	line := box{in.x + (in.w-w)/2, in.y + (in.h-high*lines)/2, w, high}
	if l.Heading != "" {
		for _, text := range broken(s.fonts.Text, l.Heading, room) {
			s.label(text, spot{in.x + in.w/2, line.y + high/2 + halfCapital, room, pen.Center}, labelInk)
			line.y += high
		}
	}
	for _, r := range l.Rows {
		row(r).draw(s, line)
		line.y += high
	}
}

// draw draws the line.
func (r row) draw(s *sheet, in box) {
	if r.Sum {
		s.rule(in.x, in.y, in.x+in.w, in.y)
	}
	y := in.y + in.h/2 + halfCapital
	left, right := spot{x: in.x, y: y, room: in.w - rowApart}, spot{x: in.x + in.w, y: y, align: pen.Right}
	if r.Strong {
		left.room -= s.Text(s.fonts.Bold, r.Right, readable, right, strongInk)
		s.name(r.Left, readable, left, strongInk)
	} else {
		left.room -= s.Text(s.fonts.Text, r.Right, readable, right, nameInk)
		s.label(r.Left, left, nameInk)
	}
}

// The width of cards face down, and the space above and below them.
const (
	backCard   = 150
	backMargin = 34
)

// drawBacks draws a fan of cards face down: the talon, or the pack before the deal.
func drawBacks(s *sheet, in box) {
	const fan, n = 34, 3
	top := in.y + (in.h-cardHeight(backCard)-10)/2
	for i := range n {
		at := float64(i - n/2)
		s.deck.Lay(s.Canvas, art.Back, int(width/2-backCard/2+at*fan), int(top+10*at*at), backCard, 8*int(at))
	}
}
