package render

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// The measures of players in a row.
const (
	rowTop    = 98
	rowMargin = 16
	rowGap    = 8  // between players
	rowPad    = 12 // in a panel
	slotAside = 16 // between text and card
	rowBelow  = 14 // above what is below
	rowEnd    = 34 // room for the frame's corners
)

// The lines of a panel in the row.
const (
	nameLine   = 54
	markLine   = 58 // with a pill
	statusLine = 44 // without
	figureLine = 52
	rowNumber  = 40
	slotCard   = 126 // a card of the trick
)

// rowedHeight is how high a board is whose players stand in a row.
func (b board) rowedHeight() int {
	high := rowTop + belowHeight*len(b.Heading.Below) + b.panelsHigh()
	for _, below := range []int{int(b.Middle.High), b.Foot.height()} {
		if below > 0 {
			high += rowBelow + below
		}
	}
	return high + rowEnd
}

// panelsHigh is how high the panels of a board are together.
func (b board) panelsHigh() int {
	columns := columnsOf(len(b.Seats))
	rows := (len(b.Seats) + columns - 1) / columns
	return rows*(int(b.Panel)+rowGap) - rowGap
}

// drawRow shows the players in a row with their cards of the trick, and the rest below
// them.
func (b board) drawRow(s *sheet) {
	in := box{rowMargin, float64(rowTop + belowHeight*len(b.Heading.Below)), width - 2*rowMargin, b.Panel}
	for i, place := range rowPlaces(len(b.Seats), in) {
		b.drawSeat(s, engine.Seat(i), place)
	}
	in.y, in.h = in.y+float64(b.panelsHigh())+rowBelow, b.Middle.High
	if in.h > 0 {
		b.Middle.draw(s, in, true)
		in.y += in.h + rowBelow
	}
	if in.h = float64(b.Foot.height()); in.h > 0 {
		b.Foot.draw(s, in)
	}
}

// columnsOf is how many of so many players stand side by side: all of three, and of
// more half of them.
func columnsOf(seats int) int {
	const most = 3
	if seats > most {
		return (seats + 1) / 2
	}
	return max(seats, 1)
}

// rowPanel is how wide one of so many players' panels is.
func rowPanel(seats int) float64 {
	columns := float64(columnsOf(seats))
	return (width - 2*rowMargin - rowGap*(columns-1)) / columns
}

// rowPlaces are the panels' places, the first in the box.
func rowPlaces(seats int, in box) (places []box) {
	columns := columnsOf(seats)
	w := rowPanel(seats)
	for i := range seats {
		column, row := float64(i%columns), float64(i/columns)
		places = append(places, box{in.x + column*(w+rowGap), in.y + row*(in.h+rowGap), w, in.h})
	}
	return places
}

// panelRoom is how much room a panel in the row has for text.
func (b board) panelRoom() float64 {
	room := rowPanel(len(b.Seats)) - 2*rowPad
	if b.Middle.Slots != nil {
		room -= slotCard + slotAside
	}
	return room
}

// inBrief are the seats, with their roles in brief if one has no room in its panel.
func (b board) inBrief(s *sheet) []chair {
	cut := func(c chair) bool { return c.Brief != "" && pillWidth(c.Role, c.roleFont(s)) > b.panelRoom() }
	if !b.Rowed || !slices.ContainsFunc(b.Seats, cut) {
		return b.Seats
	}
	seats := slices.Clone(b.Seats)
	for i := range seats {
		seats[i].Role = seats[i].Brief
	}
	return seats
}

// panelHigh is how high the panels in a row are: there is room for what all of them
// tell and, while tricks are played, for what they come to tell.
func (b board) panelHigh(s *sheet) float64 {
	room, names, marks, figures := b.panelRoom(), 0, 0.0, 0
	for _, c := range b.Seats {
		names = max(names, len(s.nameLines(c.Name, room)))
		for _, status := range append(slices.Clip(b.Coming), c) {
			c.Status, c.Lit = status.Status, status.Lit
			marks = max(marks, c.marksHigh(s, room))
		}
		figures = max(figures, len(b.figureRows(s, c)))
	}
	high := rowPad + nameLine + statusLine*float64(names-1) + marks + figureLine*float64(figures) + rowPad/2
	if b.Middle.Slots != nil {
		high = max(high, cardHeight(slotCard)+2*rowPad)
	}
	return high
}

// drawSeat shows a player in the row, with the card of the trick on the right.
func (b board) drawSeat(s *sheet, seat engine.Seat, in box) {
	c := b.Seats[seat]
	if !c.drawGround(s, in) {
		return
	}
	x, ink := in.x+rowPad, nameInk
	if i := slices.IndexFunc(b.Middle.Slots, func(p slot) bool { return p.Seat == seat }); i >= 0 {
		b.Middle.Slots[i].drawSmall(s, in.x+in.w-rowPad-slotCard, in.y+(in.h-cardHeight(slotCard))/2)
		if b.Middle.Slots[i].Winning {
			ink = strongInk
		}
	}
	room := b.panelRoom()
	y := in.y + rowPad - statusLine
	for _, name := range s.nameLines(c.Name, room) {
		y += statusLine
		s.name(name, 42, x, y+36, room, pen.Left, ink)
	}
	c.drawMarks(s, x, y+nameLine, room)
	rows := b.figureRows(s, c)
	for i, row := range rows {
		drawFigureRow(s, row, x, in.y+in.h-rowPad-6-figureLine*float64(len(rows)-1-i), room)
	}
}

// drawSmall shows a card of the trick, the winner's with a ring, or where it will lie.
func (p slot) drawSmall(s *sheet, x, y float64) {
	const radius = 9
	p.draw(s, x, y, slotCard, 0, 80)
	if p.Winning {
		s.Stroke(pen.RoundRect(x-1, y-1, slotCard+2, cardHeight(slotCard)+2, radius), 4, art.Playable)
	}
}

// The gaps of figures in a line: before a label, and behind it.
const (
	labelNear  = 7
	labelApart = 16
)

// figureRows are a seat's figures in one line or, where those of any have no room in
// that, in one each.
func (b board) figureRows(s *sheet, c chair) (rows [][]figure) {
	apart := false
	for _, c := range b.Seats {
		w := -labelApart + 0.0
		for _, f := range c.Figures {
			w += f.width(s, rowNumber) + labelApart
		}
		apart = apart || w > b.panelRoom()
	}
	if !apart && c.Figures != nil {
		return [][]figure{c.Figures}
	}
	for _, f := range c.Figures {
		rows = append(rows, []figure{f})
	}
	return rows
}

func (f figure) width(s *sheet, number float64) float64 {
	return s.numberWidth(f.Number, number) + labelNear + s.fonts.Text.Width(f.Label, readable)
}

// drawFigureRow writes figures in a line, a number that has little room as small as can
// be read.
func drawFigureRow(s *sheet, row []figure, x, baseline, room float64) {
	number := float64(rowNumber)
	if row[0].width(s, number) > room {
		number = readable
	}
	for _, f := range row {
		x += s.number(f.Number, number, x, baseline) + labelNear
		x += s.Text(s.fonts.Text, f.Label, readable, x, baseline, pen.Left, labelInk) + labelApart
	}
}
