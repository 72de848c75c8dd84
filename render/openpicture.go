package render

import (
	"tarockbot/render/plan"
)

type openHands plan.OpenHands

const (
	openTop     = 14
	openMargin  = 22
	openHead    = 58
	openGap     = 9
	openBetween = 12
	openPad     = 14
	openInset   = 24
)

func cardColumns(most int) int {
	const oneRow, twoRows = 9, 20
	switch {
	case most <= oneRow:
		return oneRow
	case most <= twoRows:
		return (most + 1) / 2
	}
	return (most + 2) / 3
}

func (p openHands) tile(g plan.Group) (w, h float64, columns int) {
	columns = cardColumns(max(p.LargestHand, len(g.Cards)))
	room := width - 2*openMargin - 2*openInset - openGap*float64(columns-1)
	w = min(tileWidth, room/float64(columns))
	return w, w * tileHeight / tileWidth, columns
}

func (p openHands) handHeight(g plan.Group) float64 {
	_, h, columns := p.tile(g)
	rows := (max(p.LargestHand, len(g.Cards)) + columns - 1) / columns
	return openHead + float64(rows)*(h+openGap) - openGap + openPad
}

func (p openHands) height() int {
	all := float64(2 * openTop)
	for _, g := range p.Hands {
		all += p.handHeight(g) + openBetween
	}
	return int(all) - openBetween
}

func (p openHands) draw(s *sheet) {
	y := float64(openTop)
	for i, g := range p.Hands {
		if i > 0 {
			s.rule(openMargin+openInset, y, width-openMargin-openInset, y)
		}
		in := box{openMargin, y, width - 2*openMargin, p.handHeight(g)}
		p.drawHand(s, g, in)
		y += in.h + openBetween
	}
}

func (p openHands) drawHand(s *sheet, g plan.Group, in box) {
	at := spot{x: in.x + openInset, y: in.y + 41, room: in.w / 2}
	if g.Name != "" {
		at.x += s.name(g.Name, readable, at, strongInk) + 16
	}
	s.Text(s.fonts.Text, g.Label, readable, at, labelInk)
	w, h, columns := p.tile(g)
	for i, c := range g.Cards {
		x, y := in.x+openInset+float64(i%columns)*(w+openGap), in.y+openHead+float64(i/columns)*(h+openGap)
		s.tile(c, box{x, y, w, h}, false)
	}
}
