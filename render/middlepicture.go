package render

import (
	"fmt"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
)

type (
	slot  plan.Slot
	talon plan.Talon
	list  plan.List
	row   plan.Row
)

func (m middle) draw(s *sheet, in box, inOneRow bool) {
	switch {
	case m.Slots != nil:
		m.drawDuel(s, in)
	case m.Talon.Packets != nil && inOneRow:
		talon(m.Talon).drawRow(s, in)
	case m.Talon.Packets != nil:
		talon(m.Talon).draw(s, in)
	case !m.List.IsEmpty():
		list(m.List).draw(s, in)
	case m.Backs:
		drawBacks(s, in)
	}
}

// height returns 0 during a trick, because the players' panels show the trick.
func (m middle) height(s *sizer) float64 {
	switch {
	case m.Slots != nil:
		return 0
	case m.Talon.Packets != nil:
		return talonTop + cardHeight(slotCard) + readable
	case !m.List.IsEmpty():
		return list(m.List).lineCount(s, width-2*rowMargin-2*rowInset)*rowHeight + 2*rowPadding
	case m.Backs:
		return cardHeight(backCard) + backMargin
	}
	return 0
}

const (
	duelCard = 220
	duelTop  = 18
	duelGap  = 18
	duelTilt = 3
)

func (m middle) drawDuel(s *sheet, in box) {
	for i, p := range m.Slots {
		x, tilt := width/2.0-duelGap-duelCard, -duelTilt
		if i == 1 {
			x, tilt = width/2.0+duelGap, duelTilt
		}
		slot(p).draw(s, x, in.y+duelTop, duelCard, tilt, 110)
	}
}

func (p slot) draw(s *sheet, x, y float64, w, tilt int, mark float64) {
	in := box{x, y, float64(w), cardHeight(w)}
	if p.Played {
		if p.Winning {
			s.glow(in, 16, tilt, 10, art.LightGold.Fade(0.9))
		}
		s.card(p.Card, x, y, w, tilt)
		return
	}
	s.WithTransform(pen.TurnAbout(float64(tilt), x+in.w/2, y+in.h/2), func() {
		s.emptyPlace(in, 15)
	})
	if p.Awaited {
		s.questionMark(in, mark)
	}
}

const (
	talonCard    = 104
	talonColumns = 3
	talonTop     = 14
	talonGapX    = 22
	talonGapY    = 18
)

// draw puts packets of three in rows, packets of two in columns.
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
			y := in.y + talonTop + float64(line)*(h+talonGapY)
			l.drawCard(s, packet, c, x, y, talonCard)
			if i == len(cards)/2 {
				foot := y + h - 12
				if len(cards) == 2 {
					foot = y - talonGapY/2
				}
				l.drawBadge(s, packet, x+talonCard/2, foot)
			}
		}
	}
}

func (l talon) drawRow(s *sheet, in box) {
	const gap, apart = 14, 48
	w := float64(slotCard)
	wide := func(packet []card.Card) float64 { return w*float64(len(packet)) + gap*float64(len(packet)-1) }
	all := apart * float64(len(l.Packets)-1)
	for _, cards := range l.Packets {
		all += wide(cards)
	}
	x, y := in.x+(in.w-all)/2, in.y+talonTop
	for packet, cards := range l.Packets {
		for i, c := range cards {
			l.drawCard(s, packet, c, x+float64(i)*(w+gap), y, slotCard)
		}
		l.drawBadge(s, packet, x+wide(cards)/2, y+cardHeight(slotCard)-6)
		x += wide(cards) + apart
	}
}

func (l talon) drawCard(s *sheet, packet int, c card.Card, x, y float64, w int) {
	if packet == l.TakenPacket {
		s.glow(box{x, y, float64(w), cardHeight(w)}, 10, 0, 9, art.LightGold)
	}
	s.card(c, x, y, w, 0)
}

func (l talon) drawBadge(s *sheet, packet int, x, y float64) {
	text, ground, ink := fmt.Sprint(packet+1), art.FeltEdge, packetInk
	if packet == l.TakenPacket {
		text, ground, ink = text+" ✓", art.LightGold, litInk
	}
	const radius = readable * 0.7
	w := s.fonts.Bold.Width(text, readable) + readable
	s.FillAndStroke(pen.RoundRect(x-w/2, y-radius, w, 2*radius, radius), ground, 2, art.Gold)
	s.Text(s.fonts.Bold, text, readable, spot{x: x, y: y + halfCapital, align: pen.Center}, ink)
}

const (
	rowHeight  = 52
	leastRow   = 50
	rowPadding = 18
	rowInset   = 26
	rowApart   = 20
	listWidth  = 640
)

func (l list) lineCount(s *sizer, room float64) float64 {
	lines := len(l.Rows)
	if l.Heading != "" {
		lines += len(breakLines(s.fonts.Text, l.Heading, room))
	}
	return float64(lines)
}

func (l list) fits(s *sizer, in box) bool {
	room := in.w - 2*rowInset
	return l.lineCount(s, room)*leastRow <= in.h-2*rowPadding && l.rowsWidth(s) <= room
}

func (l list) rowsWidth(s *sizer) (w float64) {
	for _, r := range l.Rows {
		if !r.Strong {
			w = max(w, s.fonts.Text.Width(r.Left, readable)+rowApart+s.fonts.Text.Width(r.Right, readable))
		}
	}
	return w
}

// draw keeps rows narrow, because wide gaps are hard to follow.
func (l list) draw(s *sheet, in box) {
	s.panel(in)
	room := in.w - 2*rowInset
	lines := l.lineCount(s.sizer, room)
	high := min(rowHeight, (in.h-2*rowPadding)/lines)
	w := min(room, max(listWidth, l.rowsWidth(s.sizer)))
	line := box{in.x + (in.w-w)/2, in.y + (in.h-high*lines)/2, w, high}
	if l.Heading != "" {
		for _, text := range breakLines(s.fonts.Text, l.Heading, room) {
			s.label(text, spot{in.x + in.w/2, line.y + high/2 + halfCapital, room, pen.Center}, labelInk)
			line.y += high
		}
	}
	for _, r := range l.Rows {
		row(r).draw(s, line)
		line.y += high
	}
}

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

const (
	backCard   = 150
	backMargin = 34
)

func drawBacks(s *sheet, in box) {
	const fan, n = 34, 3
	top := in.y + (in.h-cardHeight(backCard)-10)/2
	for i := range n {
		at := float64(i - n/2)
		s.deck.DrawWithShadow(s.Canvas, art.Back, int(width/2-backCard/2+at*fan), int(top+10*at*at), backCard, 8*int(at))
	}
}
