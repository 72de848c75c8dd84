package render

import (
	"fmt"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// The lines of cards in the foot.
const (
	lineText   = 25
	lineTile   = 42 // high
	lineGap    = 7
	linesAside = 2
)

// lines shows what has just been turned up, and below it which cards of hands
// everybody knows.
func (s *sheet) lines(b board, in box) {
	for i, u := range b.Turned {
		n := b.turnedAside()
		part := parts(in, n)[i%n]
		part.y += float64(i / n * lineHeight)
		s.turnedLine(u, b.TurnedLabel, part)
	}
	if !b.knownLine() {
		return
	}
	in.y += float64(b.linesHeight() - lineHeight)
	for i, g := range b.Known {
		s.knownLine(g, parts(in, max(len(b.Known), linesAside))[i])
	}
}

// lineHead writes whose a line is and what it tells, and is the room behind that.
func (s *sheet) lineHead(name, label string, in box) box {
	const middle = lineTile/2 + lineText*0.36
	x := in.x + s.name(name, lineText+2, lineText, in.x, in.y+middle, in.w*0.4, pen.Left, strongInk) + lineGap
	x += s.Text(s.fonts.Text, label, lineText, x, in.y+middle, pen.Left, labelInk) + 2*lineGap
	return box{x, in.y, in.x + in.w - x, lineTile}
}

func (s *sheet) knownLine(g group, in box) {
	s.tiles(g, s.lineHead(g.Name, g.Label, in))
}

// turnedLine shows the top that was played, if one was, and the cards that came
// up, after the number of their pile.
func (s *sheet) turnedLine(u turned, label string, in box) {
	in = s.lineHead(u.Name, label, in)
	steps := u.steps()
	scale := min(1, in.w/s.stepsWidth(steps))
	x := in.x
	for _, step := range steps {
		w := s.stepWidth(step) * scale
		if step.text != "" {
			s.Text(s.fonts.Bold, step.text, lineText*scale, x, in.y+(lineTile+lineText*0.72*scale)/2, pen.Left, labelInk)
		} else {
			h := lineTile * scale
			s.deck.Tile(s.Canvas, step.card, x, in.y+(lineTile-h)/2, w, h)
		}
		x += w + lineGap*scale
	}
}

// step is a card of a line, or a text between cards.
type step struct {
	text string
	card card.Card
}

// steps are the line's cards and what stands between them.
func (u turned) steps() (all []step) {
	if u.Played {
		all = append(all, step{card: u.Top}, step{text: "→"})
	}
	for _, p := range u.Piles {
		all = append(all, step{text: fmt.Sprintf("%d)", p.Number)})
		for _, c := range p.Cards {
			all = append(all, step{card: c})
		}
	}
	return all
}

func (s *sheet) stepWidth(p step) float64 {
	if p.text != "" {
		return s.fonts.Bold.Width(p.text, lineText)
	}
	return lineTile * tileWidth / tileHeight
}

func (s *sheet) stepsWidth(steps []step) (w float64) {
	for _, p := range steps {
		w += s.stepWidth(p) + lineGap
	}
	return w - lineGap
}
