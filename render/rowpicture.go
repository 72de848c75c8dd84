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
	high := rowTop + belowHeight*len(b.Shape.Below) + b.panelsHigh()
	for _, below := range []int{int(b.Shape.Middle), b.footHeight()} {
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
	return rows*(int(b.Shape.Panel)+rowGap) - rowGap
}

// rowed shows the players in a row with their cards of the trick, and the rest below
// them.
func (s *sheet) rowed(b board) {
	in := box{rowMargin, float64(rowTop + belowHeight*len(b.Shape.Below)), width - 2*rowMargin, b.Shape.Panel}
	for i, place := range rowPlaces(len(b.Seats), in) {
		s.seatPanel(b, engine.Seat(i), place)
	}
	in.y, in.h = in.y+float64(b.panelsHigh())+rowBelow, b.Shape.Middle
	if in.h > 0 {
		s.middle(b, in)
		in.y += in.h + rowBelow
	}
	if in.h = float64(b.footHeight()); in.h > 0 {
		s.foot(b, in)
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

// slotOf is the seat's place in the trick; nil before there is one.
func (b board) slotOf(seat engine.Seat) *slot {
	i := slices.IndexFunc(b.Slots, func(s slot) bool { return s.Seat == seat })
	if i < 0 {
		return nil
	}
	return &b.Slots[i]
}

// panelRoom is how much room a panel in the row has for text.
func (b board) panelRoom() float64 {
	room := rowPanel(len(b.Seats)) - 2*rowPad
	if b.Slots != nil {
		room -= slotCard + slotAside
	}
	return room
}

// inBrief are the seats, with their roles in brief if one has no room in its panel.
func (s *sheet) inBrief(b board) []chair {
	cut := func(c chair) bool { return c.Brief != "" && pillWidth(c.Role, s.roleFont(c)) > b.panelRoom() }
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
func (s *sheet) panelHigh(b board) float64 {
	room, names, marks, figures := b.panelRoom(), 0, 0.0, 0
	for _, c := range b.Seats {
		names = max(names, len(s.nameLines(c.Name, room)))
		for _, status := range append(slices.Clip(b.Coming), c) {
			c.Status, c.Lit = status.Status, status.Lit
			marks = max(marks, s.marksHigh(c, room))
		}
		figures = max(figures, len(s.figureRows(b, c)))
	}
	high := rowPad + nameLine + statusLine*float64(names-1) + marks + figureLine*float64(figures) + rowPad/2
	if b.Slots != nil {
		high = max(high, cardHeight(slotCard)+2*rowPad)
	}
	return high
}

// seatPanel shows a player in the row, with the card of the trick on the right.
func (s *sheet) seatPanel(b board, seat engine.Seat, in box) {
	c := b.Seats[seat]
	if c.Name == "" {
		s.emptyPanel(in)
		return
	}
	s.panelGround(c, in)
	x, ink := in.x+rowPad, nameInk
	if played := b.slotOf(seat); played != nil {
		s.rowSlot(*played, in.x+in.w-rowPad-slotCard, in.y+(in.h-cardHeight(slotCard))/2)
		if played.Winning {
			ink = strongInk
		}
	}
	room := b.panelRoom()
	y := in.y + rowPad - statusLine
	for _, name := range s.nameLines(c.Name, room) {
		y += statusLine
		s.name(name, 42, x, y+36, room, pen.Left, ink)
	}
	s.roleAndStatus(c, x, y+nameLine, room)
	rows := s.figureRows(b, c)
	for i, row := range rows {
		s.rowFigures(row, x, in.y+in.h-rowPad-6-figureLine*float64(len(rows)-1-i), room)
	}
}

// nameLines is the name, in several lines if it mustn't be cut.
func (s *sheet) nameLines(name string, room float64) []string {
	if name == s.whole {
		return broken(s.fonts.Bold, name, room)
	}
	return []string{name}
}

// rowSlot shows a card of the trick, the winner's with a ring, or where it will lie.
func (s *sheet) rowSlot(p slot, x, y float64) {
	const radius = 9
	s.slot(p, x, y, slotCard, 0, 80)
	if p.Winning {
		s.Stroke(pen.RoundRect(x-1, y-1, slotCard+2, cardHeight(slotCard)+2, radius), 4, art.Playable)
	}
}

// markGap is between role and status in a line.
const markGap = 8

// statusBeside says that the status has room beside the role.
func (s *sheet) statusBeside(c chair, room float64) bool {
	w := s.fonts.Text.Width(c.Status, readable)
	if c.Lit {
		w = pillWidth(c.Status, s.fonts.Bold)
	}
	return c.Role == "" || c.Status == "" || pillWidth(c.Role, s.roleFont(c))+markGap+w <= room
}

// marksHigh is how high role and status are in the room.
func (s *sheet) marksHigh(c chair, room float64) float64 {
	status := statusLine * float64(len(broken(s.fonts.Text, c.Status, room)))
	if c.Lit {
		status = markLine
	}
	switch {
	case c.Status == "" && c.Role == "":
		return 0
	case c.Role == "":
		return max(markLine, status)
	case s.statusBeside(c, room):
		return markLine
	}
	return markLine + status
}

// roleAndStatus writes both, below each other if there is no room beside.
func (s *sheet) roleAndStatus(c chair, x, y, room float64) {
	baseline := y + pillHigh/2 + capHeight/2*readable
	role := s.role(c, x, y, room, pen.Left)
	switch {
	case c.Role == "":
	case s.statusBeside(c, room):
		x, room = x+role+markGap, room-role-markGap
	default:
		y, baseline = y+markLine, y+markLine+statusLine-markGap
	}
	if c.Lit {
		s.litPill(c.Status, x, y, room, pen.Left)
		return
	}
	for _, text := range broken(s.fonts.Text, c.Status, room) {
		s.fitted(s.fonts.Text, text, readable, readable, x, baseline, room, pen.Left, labelInk)
		baseline += statusLine
	}
}

// The gaps of figures in a line: before a label, and behind it.
const (
	labelNear  = 7
	labelApart = 16
)

// figureRows are a seat's figures in one line or, where those of any have no room in
// that, in one each.
func (s *sheet) figureRows(b board, c chair) (rows [][]figure) {
	apart := false
	for _, c := range b.Seats {
		w := -labelApart + 0.0
		for _, f := range c.Figures {
			w += s.figureWidth(f, rowNumber) + labelApart
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

func (s *sheet) figureWidth(f figure, number float64) float64 {
	return s.numberWidth(f.Number, number) + labelNear + s.fonts.Text.Width(f.Label, readable)
}

// rowFigures writes figures in a line, a number that has little room as small as can
// be read.
func (s *sheet) rowFigures(row []figure, x, baseline, room float64) {
	number := float64(rowNumber)
	if s.figureWidth(row[0], number) > room {
		number = readable
	}
	for _, f := range row {
		x += s.number(f.Number, number, x, baseline) + labelNear
		x += s.Text(s.fonts.Text, f.Label, readable, x, baseline, pen.Left, labelInk) + labelApart
	}
}
