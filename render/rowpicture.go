package render

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
)

const (
	rowTop    = 98
	rowMargin = 16
	rowGap    = 8
	rowPad    = 12
	slotAside = 16
	rowBelow  = 14
	rowEnd    = 34
)

const (
	nameLine   = 54
	markLine   = 58 // with a pill
	statusLine = 44 // without a pill
	figureLine = 52
	rowNumber  = 40
	slotCard   = 126
)

func (b board) rowedHeight() int {
	high := rowTop + belowHeight*len(b.heading.below) + b.panelsHeight()
	for _, below := range []int{int(b.middle.heightInRow), b.foot.height()} {
		if below > 0 {
			high += rowBelow + below
		}
	}
	return high + rowEnd
}

func (b board) panelsHeight() int {
	columns := panelColumns(len(b.seats))
	rows := (len(b.seats) + columns - 1) / columns
	return rows*(int(b.panel)+rowGap) - rowGap
}

func (b board) drawRow(s *sheet) {
	in := box{rowMargin, float64(rowTop + belowHeight*len(b.heading.below)), width - 2*rowMargin, b.panel}
	for i, place := range rowPlaces(len(b.seats), in) {
		b.drawSeat(s, engine.Seat(i), place)
	}
	in.y, in.h = in.y+float64(b.panelsHeight())+rowBelow, b.middle.heightInRow
	if in.h > 0 {
		b.middle.draw(s, in, true)
		in.y += in.h + rowBelow
	}
	if in.h = float64(b.foot.height()); in.h > 0 {
		b.foot.draw(s, in)
	}
}

func panelColumns(seats int) int {
	const most = 3
	if seats > most {
		return (seats + 1) / 2
	}
	return max(seats, 1)
}

func rowPanel(seats int) float64 {
	columns := float64(panelColumns(seats))
	return (width - 2*rowMargin - rowGap*(columns-1)) / columns
}

func rowPlaces(seats int, in box) (places []box) {
	columns := panelColumns(seats)
	w := rowPanel(seats)
	for i := range seats {
		column, row := float64(i%columns), float64(i/columns)
		places = append(places, box{in.x + column*(w+rowGap), in.y + row*(in.h+rowGap), w, in.h})
	}
	return places
}

func (b board) panelRoom() float64 {
	room := rowPanel(len(b.seats)) - 2*rowPad
	if b.middle.Slots != nil {
		room -= slotCard + slotAside
	}
	return room
}

// withBriefRoles shortens all roles if any is too wide.
func (b board) withBriefRoles(s *sizer) []chair {
	isCut := func(c chair) bool { return c.Brief != "" && pillWidth(c.Role, c.roleFont(s)) > b.panelRoom() }
	if !b.inRows || !slices.ContainsFunc(b.seats, isCut) {
		return b.seats
	}
	seats := slices.Clone(b.seats)
	for i := range seats {
		seats[i].Role = seats[i].Brief
	}
	return seats
}

// rowPanelHeight returns a height that fits every panel's text, also with the statuses in Coming.
func (b board) rowPanelHeight(s *sizer) float64 {
	room, names, marks, figures := b.panelRoom(), 0, 0.0, 0
	for _, c := range b.seats {
		names = max(names, len(s.nameLines(c.Name, room)))
		for _, status := range append(slices.Clip(b.laterStatuses), c) {
			variant := c
			variant.Status, variant.Highlighted = status.Status, status.Highlighted
			marks = max(marks, variant.marksHeight(s, room))
		}
		figures = max(figures, len(b.figureRows(s, c)))
	}
	high := rowPad + nameLine + statusLine*float64(names-1) + marks + figureLine*float64(figures) + rowPad/2
	if b.middle.Slots != nil {
		high = max(high, cardHeight(slotCard)+2*rowPad)
	}
	return high
}

func (b board) drawSeat(s *sheet, seat engine.Seat, in box) {
	c := b.seats[seat]
	if !c.drawGround(s, in) {
		return
	}
	x, ink := in.x+rowPad, nameInk
	if i := slices.IndexFunc(b.middle.Slots, func(p plan.Slot) bool { return p.Seat == seat }); i >= 0 {
		slot(b.middle.Slots[i]).drawSmall(s, in.x+in.w-rowPad-slotCard, in.y+(in.h-cardHeight(slotCard))/2)
		if b.middle.Slots[i].Winning {
			ink = strongInk
		}
	}
	room := b.panelRoom()
	y := in.y + rowPad - statusLine
	for _, name := range s.nameLines(c.Name, room) {
		y += statusLine
		s.name(name, 42, spot{x: x, y: y + 36, room: room}, ink)
	}
	c.drawMarks(s, x, y+nameLine, room)
	rows := b.figureRows(s.sizer, c)
	for i, row := range rows {
		drawFigureRow(s, row, x, in.y+in.h-rowPad-6-figureLine*float64(len(rows)-1-i), room)
	}
}

func (p slot) drawSmall(s *sheet, x, y float64) {
	const radius = 9
	p.draw(s, x, y, slotCard, 0, 80)
	if p.Winning {
		s.Stroke(pen.RoundRect(x-1, y-1, slotCard+2, cardHeight(slotCard)+2, radius), 4, art.Playable)
	}
}

const (
	labelNear  = 7
	labelApart = 16
)

// figureRows gives each figure a line if any seat's are too wide for one.
func (b board) figureRows(s *sizer, c chair) (rows [][]plan.Figure) {
	apart := false
	for _, c := range b.seats {
		w := float64(-labelApart)
		for _, f := range c.Figures {
			w += figureWidth(s, f, rowNumber) + labelApart
		}
		apart = apart || w > b.panelRoom()
	}
	if !apart && c.Figures != nil {
		return [][]plan.Figure{c.Figures}
	}
	for _, f := range c.Figures {
		rows = append(rows, []plan.Figure{f})
	}
	return rows
}

func figureWidth(s *sizer, f plan.Figure, number float64) float64 {
	return s.numberWidth(f.Number, number) + labelNear + s.fonts.Text.Width(f.Label, readable)
}

func drawFigureRow(s *sheet, row []plan.Figure, x, baseline, room float64) {
	number := float64(rowNumber)
	if figureWidth(s.sizer, row[0], number) > room {
		number = readable
	}
	for _, f := range row {
		x += s.number(f.Number, number, x, baseline) + labelNear
		x += s.Text(s.fonts.Text, f.Label, readable, spot{x: x, y: baseline}, labelInk) + labelApart
	}
}
