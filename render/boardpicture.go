package render

import (
	"slices"

	"tarockbot/render/pen"
	"tarockbot/render/plan"
)

const (
	boardHeight = 675
	headerTop   = 28
	panelWidth  = 300
	panelHeight = 388
	panelTop    = 104
	margin      = 30
	belowHeight = 62 // a row of pills below the header
)

type board struct {
	heading       heading
	seats         []chair
	laterStatuses []chair
	middle        middle
	foot          foot
	inRows        bool // players stand in a row, each with a card; all else is below
	panel         float64
}

type heading struct {
	plan.Heading
	below [][]string
}

type middle struct {
	plan.Middle
	heightInRow float64 // height below a row of players; 0 if empty
}

type foot struct {
	plan.Foot
	rows  [][]cell
	lines [][]line
}

func layOut(p *plan.Board, s *sizer) board {
	b := board{
		heading: heading{Heading: p.Heading}, seats: chairs(p.Seats), laterStatuses: chairs(p.ComingStatuses),
		middle: middle{Middle: p.Middle}, foot: foot{Foot: p.Foot}, inRows: p.InOneRow,
	}
	b.inRows = b.inRows || !b.fitsAround(s)
	b.seats = b.withBriefRoles(s)
	b.heading.below, b.panel, b.middle.heightInRow = b.heading.pillsBelow(s), b.rowPanelHeight(s), b.middle.height(s)
	b.foot.rows, b.foot.lines = b.foot.cells(s), b.foot.cardLines(s)
	return b
}

func (b board) height() int {
	if b.inRows {
		return b.rowedHeight()
	}
	return boardHeight + belowHeight*len(b.heading.below) + max(0, b.foot.height()-footRow)
}

func (b board) draw(s *sheet) {
	b.heading.draw(s)
	if b.inRows {
		b.drawRow(s)
	} else {
		b.drawAround(s)
	}
}

func (b board) drawAround(s *sheet) {
	top := float64(panelTop + belowHeight*len(b.heading.below))
	if high := b.foot.height(); high == 0 {
		top += 68
	} else {
		b.foot.draw(s, box{margin, top + panelHeight + 20, width - 2*margin, float64(high)})
	}
	for i, c := range b.seats {
		c.draw(s, box{margin + float64(i*(width-2*margin-panelWidth)), top, panelWidth, panelHeight})
	}
	b.middle.draw(s, middleBox(top), false)
}

func middleBox(top float64) box {
	const left = margin + panelWidth + 16
	return box{left, top, width - 2*left, panelHeight}
}

// fitsAround reports whether the texts of the middle and of the seats beside it fit in a readable size.
func (b board) fitsAround(s *sizer) bool {
	isCut := func(c chair) bool { return !c.fits(s) }
	return list(b.middle.List).fits(s, middleBox(panelTop)) && !slices.ContainsFunc(b.seats, isCut)
}

const (
	headerLeft  = 46
	headerRight = width - 46
	headerWidth = headerRight - headerLeft
)

func (h heading) draw(s *sheet) {
	s.Text(s.fonts.Text, h.Corner, readable, spot{x: headerRight, y: 68, align: pen.Right}, feltInk)
	s.writeFitted(s.fonts.Title, h.Title, titleSize, spot{x: headerLeft, y: 72, room: h.titleRoom(s.sizer)}, titleInk)
	in := h.pillBox(s.sizer)
	s.pillRow(h.Pills[:s.pillsThatFit(h.Pills, in.w)], in.x, in.y)
	for i, row := range h.below {
		s.pillRow(row, headerLeft, float64(panelTop-14+belowHeight*i))
	}
}

const titleSize = 52

func (h heading) titleRoom(s *sizer) float64 {
	return headerWidth - s.fonts.Text.Width(h.Corner, readable) - 24
}

func (h heading) pillBox(s *sizer) box {
	room := h.titleRoom(s)
	title := min(room, s.fonts.Title.Width(h.Title, s.fonts.Title.FitSize(h.Title, titleSize, readable, room))) + 24
	return box{headerLeft + title, headerTop, room - title, pillHeight}
}

func (h heading) pillsBelow(s *sizer) (rows [][]string) {
	for rest := h.Pills[s.pillsThatFit(h.Pills, h.pillBox(s).w):]; len(rest) > 0; {
		n := max(1, s.pillsThatFit(rest, headerWidth))
		rows, rest = append(rows, rest[:n]), rest[n:]
	}
	return rows
}
