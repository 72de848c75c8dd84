package render

import (
	"fmt"

	"tarockbot/engine/card"
	"tarockbot/render/plan"
)

const (
	lineHeight = 66
	lineTile   = 48
	lineTileW  = lineTile * tileWidth / tileHeight
	lineGap    = 7
)

// A line that continues another has only cards.
type line struct {
	name, label string
	steps       []step
}

type step struct {
	text  string
	card  card.Card
	fresh bool
}

// cardLines shows cards just turned up, then known cards. Before the first trick both are the same.
func (f foot) cardLines(s *sizer) (rows [][]line) {
	const room = width - 2*margin - 2*footInset
	var all []line
	for _, u := range f.Turned {
		all = append(all, line{u.Name, f.TurnedLabel, stepsOf(u)}.wrap(s, room)...)
	}
	if f.Turned == nil || f.Turned[0].Played {
		for _, g := range f.Known {
			all = append(all, line{g.Name, g.Label, stepsOfGroup(g)}.wrap(s, room)...)
		}
	}
	const half = (room - footGap) / 2
	for len(all) > 0 {
		n := 1
		if len(all) > 1 && all[0].width(s) <= half && all[1].width(s) <= half {
			n = 2
		}
		rows, all = append(rows, all[:n]), all[n:]
	}
	return rows
}

func stepsOf(u plan.Turned) (all []step) {
	arrow := ""
	if u.Played {
		all, arrow = append(all, step{card: u.Top}), "→ "
	}
	for _, p := range u.Piles {
		for i, c := range p.Cards {
			one := step{card: c}
			if i == 0 {
				one.text, arrow = fmt.Sprintf("%s%d)", arrow, p.Number), ""
			}
			all = append(all, one)
		}
	}
	return all
}

func stepsOfGroup(g plan.Group) (all []step) {
	for _, c := range g.Cards {
		all = append(all, step{card: c, fresh: g.Fresh.Has(c)})
	}
	return all
}

func (l line) wrap(s *sizer, room float64) (all []line) {
	rest := l.steps
	for l.steps = nil; len(rest) > 0; rest = rest[1:] {
		longer := line{l.name, l.label, append(l.steps, rest[0])}
		if len(l.steps) > 0 && longer.width(s) > room {
			all = append(all, l)
			longer = line{steps: []step{rest[0]}}
		}
		l = longer
	}
	return append(all, l)
}

func (l line) fittedName(s *sizer) (name string, w float64) {
	const most = 350
	name = l.name
	if name != s.erasedName {
		name = s.fonts.Bold.Fit(s.nameFor(name, most), readable, most)
	}
	return name, s.fonts.Bold.Width(name, readable)
}

func (l line) width(s *sizer) float64 {
	w := float64(-lineGap)
	if l.label != "" {
		_, head := l.fittedName(s)
		w += head + s.fonts.Text.Width(l.label, readable) + nameGap + 3*lineGap
	}
	for _, p := range l.steps {
		w += p.width(s) + lineGap
	}
	return w
}

func (p step) width(s *sizer) float64 {
	if p.text == "" {
		return lineTileW
	}
	return s.fonts.Bold.Width(p.text, readable) + lineGap + lineTileW
}

func (l line) draw(s *sheet, in box) {
	at := spot{x: in.x, y: in.y + (lineTile/2 + halfCapital)}
	if l.label != "" {
		name, _ := l.fittedName(s.sizer)
		at.x += s.Text(s.fonts.Bold, name, readable, at, strongInk) + nameGap
		at.x += s.Text(s.fonts.Text, l.label, readable, at, labelInk) + 3*lineGap
	}
	for _, p := range l.steps {
		if p.text != "" {
			at.x += s.Text(s.fonts.Bold, p.text, readable, at, labelInk) + lineGap
		}
		s.tile(p.card, box{at.x, in.y, lineTileW, lineTile}, p.fresh)
		at.x += lineTileW + lineGap
	}
}
