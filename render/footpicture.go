package render

import (
	"slices"

	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
)

const (
	footRow   = 134
	footInset = 26
	footGap   = 36
	totalRow  = 62 // height of a row that shows only the total

	onlyLine   = 42
	firstLine  = 56
	secondLine = 104
)

type group plan.Group

type cell struct {
	group group
	total bool // show the match's score, not group
}

func (f foot) hasSingleGroup() bool { return len(f.Groups) == 1 && f.Groups[0].Piles == nil }

// cells leaves the place beside a trick empty if there is no total.
func (f foot) cells(s *sizer) (rows [][]cell) {
	var all []cell
	for _, g := range f.Groups {
		all = append(all, cell{group: group(g)})
	}
	switch n, hasTotal := len(all), f.Total.Number != ""; {
	case n%2 == 1 && (hasTotal || n > 1 && f.Groups[0].IsTrick()):
		all = slices.Insert(all, 1, cell{total: true})
	case hasTotal:
		all = append(all, cell{total: true})
	}
	open := false
	for _, c := range all {
		fits := f.hasSingleGroup() || c.total || c.group.fitsHalf(s)
		if last := len(rows) - 1; open && fits {
			rows[last], open = append(rows[last], c), false
		} else {
			rows, open = append(rows, []cell{c}), fits
		}
	}
	return rows
}

const maxTiles = 8

func (g group) fitsHalf(s *sizer) bool {
	const half = (width - 2*margin - 2*footInset - footGap) / 2
	head := nameGap + s.fonts.Bold.Width(g.Name, readable) + s.fonts.Text.Width(g.Label, readable)
	return len(g.Cards) <= maxTiles && (g.Name != s.erasedName || head <= half)
}

func (f foot) cellsHeight(row []cell) int {
	if len(row) == 1 && row[0].total && len(f.Groups) > 0 {
		return totalRow
	}
	return footRow
}

func (f foot) height() (h int) {
	for _, row := range f.rows {
		h += f.cellsHeight(row)
	}
	if f.rows == nil && f.lines != nil {
		h = 2 * lineGap
	}
	return h + lineHeight*len(f.lines)
}

func (f foot) draw(s *sheet, in box) {
	s.Fill(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.Panel)
	in.x, in.w = in.x+footInset, in.w-2*footInset
	if f.rows == nil {
		in.y += lineGap
	}
	for _, row := range f.rows {
		in.h = float64(f.cellsHeight(row))
		f.drawRow(s, row, in)
		in.y += in.h
	}
	for _, row := range f.lines {
		for i, l := range row {
			l.draw(s, columnBox(in, i, len(row)))
		}
		in.y += lineHeight
	}
}

func (f foot) drawRow(s *sheet, row []cell, in box) {
	if f.hasSingleGroup() {
		if len(row) > 1 {
			in.w -= f.drawTotal(s, in) + footGap
		}
		group(f.Groups[0]).draw(s, in)
		return
	}
	for i, c := range row {
		part := columnBox(in, i, len(row))
		if c.total {
			f.drawTotal(s, part)
		} else {
			c.group.drawNarrow(s, part)
		}
	}
}

func (f foot) drawTotal(s *sheet, in box) float64 {
	right := in.x + in.w
	if in.h == totalRow {
		at := spot{x: right, y: in.y + onlyLine, align: pen.Right}
		number := s.Text(s.fonts.Bold, f.Total.Number, readable, at, nameInk) + footGap/2
		at.x -= number
		return number + s.Text(s.fonts.Text, f.Total.Label, readable, at, labelInk)
	}
	label := s.Text(s.fonts.Text, f.Total.Label, readable, spot{x: right, y: in.y + firstLine, align: pen.Right}, labelInk)
	number := s.Text(s.fonts.Bold, f.Total.Number, readable, spot{x: right, y: in.y + secondLine, align: pen.Right}, nameInk)
	return max(label, number)
}

func columnBox(in box, i, n int) box {
	w := (in.w - footGap*float64(n-1)) / float64(n)
	return box{in.x + float64(i)*(w+footGap), in.y, w, in.h}
}

const (
	tileWidth, tileHeight = 124, 94
	tileGap               = 14
	leastTile             = 44
)

func (g group) draw(s *sheet, in box) {
	const least, most = 244, 480
	first := in.y + firstLine
	if g.Name == "" {
		first = in.y + in.h/2 + halfCapital
	}
	w := s.label(g.Label, spot{x: in.x, y: first, room: most}, labelInk)
	if g.Points.Number != "" {
		w += 8 + s.Text(s.fonts.Bold, g.Points.Number, readable, spot{x: in.x + w + 8, y: first}, nameInk)
	}
	w = max(w, s.name(g.Name, readable, spot{x: in.x, y: in.y + secondLine, room: most}, strongInk), least) + 30
	g.drawTiles(s, box{in.x + w, in.y + (in.h-tileHeight)/2, in.w - w, tileHeight})
}

const nameGap = 10

func (g group) drawNarrow(s *sheet, in box) {
	const high, down = 64, 60
	label := s.fonts.Text.Fit(g.Label, readable, in.w)
	x := in.x
	if g.Name != "" {
		room := in.w - nameGap - s.fonts.Text.Width(label, readable)
		x += nameGap + s.name(g.Name, readable, spot{x: x, y: in.y + onlyLine, room: room}, strongInk)
	}
	s.Text(s.fonts.Text, label, readable, spot{x: x, y: in.y + onlyLine}, labelInk)
	if in = (box{in.x, in.y + down, in.w, high}); g.Piles != nil {
		g.drawPiles(s, in)
	} else {
		g.drawTiles(s, in)
	}
}

func (g group) drawTiles(s *sheet, in box) {
	columns, high := len(g.Cards), in.h
	w, h := tileSize(columns, in.w, high)
	if h < leastTile {
		columns, high = (columns+1)/2, (in.h-tileRows)/2
		w, h = tileSize(columns, in.w, high)
	}
	for i, c := range g.Cards {
		x := in.x + float64(i%columns)*(w+w*tileGap/tileWidth)
		y := in.y + float64(i/columns)*(high+tileRows) + (high-h)/2
		if i+1 == g.Best {
			s.glow(box{x, y, w, h}, 14, 0, 6, art.LightGold.Fade(0.75))
		}
		s.tile(c, box{x, y, w, h}, g.Fresh.Has(c))
	}
}

const tileRows = 6

func tileSize(n int, room, high float64) (w, h float64) {
	scale := min(high/tileHeight, room/(float64(n)*(tileWidth+tileGap)-tileGap))
	return tileWidth * scale, tileHeight * scale
}

const pileEdge = 6

// drawPiles leaves a used-up pile's place empty, so that the other places still show their piles' numbers.
func (g group) drawPiles(s *sheet, in box) {
	const most, gap = 3, 12
	n := float64(len(g.Piles))
	w := min(tileWidth*in.h/tileHeight, (in.w-(n-1)*gap)/n-most*pileEdge)
	h := w * tileHeight / tileWidth
	in.y += (in.h - h) / 2
	for i, p := range g.Piles {
		place := box{in.x + float64(i)*(w+most*pileEdge+gap), in.y, w, h}
		if !p.Open {
			s.FillAndStroke(pen.RoundRect(place.x, place.y, w, h, 10), art.Empty, 1.5, art.LightGold.Fade(0.4))
			continue
		}
		for below := p.Below; below > 0; below-- {
			x := place.x + pileEdge*float64(below)
			s.FillAndStroke(pen.RoundRect(x, place.y, w, h, 9), art.Panel, 1.5, art.Gold.Fade(0.8))
		}
		s.tile(p.Card, place, p.Fresh)
	}
}
