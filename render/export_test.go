package render

import (
	"image"
	"strings"
	"sync/atomic"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

func loadedFonts(t *testing.T) *art.Fonts {
	t.Helper()
	fonts, err := art.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	return fonts
}

var Palette = &palette

const FeltRamp = feltRamp

func (p *Picture) Drawn() *image.RGBA {
	defer p.studio.LockDrawing()()
	return p.studio.drawing(p)
}

type InkUse struct {
	Ink     pen.Color
	Grounds []pen.Color
}

func Inks() (all []InkUse) {
	for _, row := range inks {
		all = append(all, InkUse{row.color, row.grounds})
	}
	return all
}

func Nearest(c pen.Color) pen.Color {
	return pen.RGB(palette[nearestTo(middleOf(c.R), middleOf(c.G), middleOf(c.B))])
}

func StudioWithCache(room int) (*Studio, error) { return newStudio(room) }

func (s *Studio) LockDrawing() (free func()) {
	s.drawLock <- struct{}{}
	return s.release
}

func (p *Picture) DrawUncached() ([]byte, error) {
	defer p.studio.LockDrawing()()
	return p.studio.encoder.encode(p.studio.drawing(p))
}

func (p *Picture) CountDraws(n *atomic.Int32) *Picture {
	counted := *p
	counted.parts = nil
	for _, part := range p.parts {
		counted.parts = append(counted.parts, countingPart{part, n})
	}
	return &counted
}

type countingPart struct {
	part
	n *atomic.Int32
}

func (c countingPart) draw(s *sheet) {
	c.n.Add(1)
	c.part.draw(s)
}

func TarockSpacings(cards card.Set, t *words.Tongue) (steps []float64) {
	var h plan.PlayerHand
	h.View.Hand.Cards = cards
	for _, row := range hand(*plan.New(h, t, strings.TrimSpace).Hand).rows() {
		if len(row) > 1 && row[1].Card.Suit() == card.Tarock {
			step, _ := rowStep(row)
			steps = append(steps, step)
		}
	}
	return steps
}

func (s *Studio) HandCard(c card.Card, t *words.Tongue) *image.RGBA {
	return s.printer.Deck(style(t, false)).Card(c, handCard, 0)
}

func (p *Picture) Pills() (announced, shown int) {
	h, s := p.parts[0].(board).heading, p.sizer
	shown = s.pillsThatFit(h.Pills, h.pillBox(s).w)
	for _, row := range h.below {
		shown += len(row)
	}
	return len(h.Pills), shown
}

type Text struct {
	Text   string
	Size   float64
	Box    image.Rectangle // from the baseline to the top of its capitals
	Part   int
	Bounds image.Rectangle // of the part
}

func (p *Picture) Texts() (all []Text) {
	defer p.studio.LockDrawing()()
	for i, drawable := range p.parts {
		bounds := image.Rect(0, 0, width, drawable.height())
		drawable.draw(&sheet{
			sizer: p.sizer, Canvas: pen.NewCanvas(1, 1), deck: p.studio.printer.Deck(p.style),
			onText: func(w writtenText) {
				in := image.Rect(int(w.in.x), int(w.in.y), int(w.in.x+w.in.w), int(w.in.y+w.in.h))
				if !in.Empty() {
					all = append(all, Text{w.text, w.size, in, i, bounds})
				}
			},
		})
	}
	return all
}
