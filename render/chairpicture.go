package render

import (
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
)

type chair plan.Chair

func chairs(planned []plan.Chair) (all []chair) {
	for _, c := range planned {
		all = append(all, chair(c))
	}
	return all
}

func (c chair) fits(s *sizer) bool {
	const room = panelWidth - 2*panelPad
	most := max(c.statusWidth(s), pillWidth(c.Role, c.roleFont(s)))
	if c.Name == s.erasedName {
		most = max(most, s.fonts.Bold.Width(c.Name, readable))
	}
	for _, f := range c.Figures {
		most = max(most, (s.fonts.Text.Width(f.Label, readable)+figureGap)*float64(len(c.Figures)))
	}
	return most <= room
}

// Distances from the panel's top. Those of texts reach to the baseline.
const (
	panelName    = 62
	panelRole    = 84
	panelRule    = 150
	figureTop    = 176
	figureNumber = 238
	figureLabel  = 283
	figureBottom = 284
	panelPill    = 78 // from the bottom
	panelStatus  = 39 // from the bottom
)

func (c chair) draw(s *sheet, in box) {
	if !c.drawGround(s, in) {
		return
	}
	room := in.w - 2*panelPad
	middle := func(y float64) spot { return spot{in.x + in.w/2, y, room, pen.Center} }
	s.name(c.Name, 46, middle(in.y+panelName), nameInk)
	c.drawRole(s, middle(in.y+panelRole))
	if c.Figures != nil {
		s.rule(in.x+30, in.y+panelRule, in.x+in.w-30, in.y+panelRule)
	}
	c.drawFigures(s, box{in.x + panelPad, in.y, room, in.h})
	if c.Highlighted {
		s.litPill(c.Status, middle(in.y+in.h-panelPill))
	} else {
		s.label(c.Status, middle(in.y+in.h-panelStatus), labelInk)
	}
}

const panelPad = 10

// drawGround draws the panel and reports whether a player sits in it.
func (c chair) drawGround(s *sheet, in box) bool {
	switch {
	case c.Name == "":
		s.emptyPlace(in, 18)
		s.questionMark(in, in.h*0.3)
	case c.Highlighted:
		s.glow(in, 18, 0, 9, art.LightGold.Fade(0.55))
		s.FillAndStroke(pen.RoundRect(in.x, in.y, in.w, in.h, 18), art.TurnPanel, 4, art.LightGold)
	default:
		s.panel(in)
	}
	return c.Name != ""
}

func (c chair) drawFigures(s *sheet, in box) {
	const most = 86
	part := in.w / float64(len(c.Figures))
	size := float64(most)
	for _, f := range c.Figures {
		size = min(size, most*(part-2*figureGap)/s.numberWidth(f.Number, most))
	}
	for i, f := range c.Figures {
		if i > 0 {
			x := in.x + part*float64(i)
			s.rule(x, in.y+figureTop, x, in.y+figureBottom)
		}
		x := in.x + part*(float64(i)+0.5)
		s.number(f.Number, size, x-s.numberWidth(f.Number, size)/2, in.y+figureNumber)
		s.label(f.Label, spot{x, in.y + figureLabel, part - figureGap, pen.Center}, labelInk)
	}
}

const figureGap = 10

func (c chair) roleFont(s *sizer) *pen.Font {
	if c.Leads {
		return s.fonts.Bold
	}
	return s.fonts.Text
}

func (c chair) statusWidth(s *sizer) float64 {
	if c.Highlighted {
		return pillWidth(c.Status, s.fonts.Bold)
	}
	return s.fonts.Text.Width(c.Status, readable)
}

func (c chair) drawRole(s *sheet, at spot) float64 {
	style := mutedPill(c.roleFont(s.sizer))
	switch {
	case c.Role == "":
		return 0
	case c.Leads:
		style = pillStyle{font: c.roleFont(s.sizer), fill: art.Gold, ink: declarerInk}
	}
	return s.pill(c.Role, style, at)
}

const markGap = 8

func (c chair) statusBeside(s *sizer, room float64) bool {
	return c.Role == "" || c.Status == "" || pillWidth(c.Role, c.roleFont(s))+markGap+c.statusWidth(s) <= room
}

func (c chair) marksHeight(s *sizer, room float64) float64 {
	status := statusLine * float64(len(breakLines(s.fonts.Text, c.Status, room)))
	if c.Highlighted {
		status = markLine
	}
	switch {
	case c.Status == "" && c.Role == "":
		return 0
	case c.Role == "":
		return max(markLine, status)
	case c.statusBeside(s, room):
		return markLine
	}
	return markLine + status
}

func (c chair) drawMarks(s *sheet, x, y, room float64) {
	baseline := y + pillHeight/2 + halfCapital
	role := c.drawRole(s, spot{x: x, y: y, room: room})
	switch {
	case c.Role == "":
	case c.statusBeside(s.sizer, room):
		x, room = x+role+markGap, room-role-markGap
	default:
		y, baseline = y+markLine, y+markLine+statusLine-markGap
	}
	if c.Highlighted {
		s.litPill(c.Status, spot{x: x, y: y, room: room})
		return
	}
	for _, text := range breakLines(s.fonts.Text, c.Status, room) {
		s.label(text, spot{x: x, y: baseline, room: room}, labelInk)
		baseline += statusLine
	}
}
