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

// Internals for the tests of package render_test.

// loadedFonts returns the fonts.
func loadedFonts(t *testing.T) *art.Fonts {
	t.Helper()
	fonts, err := art.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	return fonts
}

// Palette returns the fixed colours.
var Palette = &palette

// FeltRamp is the number of felt colours at the palette's beginning.
const FeltRamp = feltRamp

// Drawn returns the picture before its colours are mapped to the palette.
func (p *Picture) Drawn() *image.RGBA {
	defer p.studio.Busy()()
	return p.studio.drawing(p)
}

// Written is a text colour with the grounds below it.
type Written struct {
	Ink     pen.Color
	Grounds []pen.Color
}

// Inks returns all text colours.
func Inks() (all []Written) {
	for _, row := range inks {
		all = append(all, Written{row.color, row.on})
	}
	return all
}

// Nearest returns the palette colour for a colour.
func Nearest(c pen.Color) pen.Color {
	return pen.RGB(palette[nearestTo(middleOf(c.R), middleOf(c.G), middleOf(c.B))])
}

// SmallStudio returns a studio that caches pictures of at most room bytes.
func SmallStudio(room int) (*Studio, error) { return newStudio(room) }

// Busy holds the drawing lock until free is called.
func (s *Studio) Busy() (free func()) {
	s.drawLock <- struct{}{}
	return s.release
}

// Anew draws and encodes the picture, even if it is cached.
func (p *Picture) Anew() ([]byte, error) {
	defer p.studio.Busy()()
	return p.studio.encoder.encode(p.studio.drawing(p))
}

// Counted returns the same picture and counts its drawings.
func (p *Picture) Counted(n *atomic.Int32) *Picture {
	counted := *p
	counted.parts = nil
	for _, part := range p.parts {
		counted.parts = append(counted.parts, counting{part, n})
	}
	return &counted
}

type counting struct {
	part
	n *atomic.Int32
}

func (c counting) draw(s *sheet) {
	c.n.Add(1)
	c.part.draw(s)
}

// TarockSteps returns the distances between neighbouring tarocks, row by row.
func TarockSteps(cards card.Set, t *words.Tongue) (steps []float64) {
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

// HandCard returns a card as hands show it.
func (s *Studio) HandCard(c card.Card, t *words.Tongue) *image.RGBA {
	return s.printer.Deck(style(t, false)).Card(c, handCard, 0)
}

// Pills returns the numbers of announcements made and shown.
func (p *Picture) Pills() (told, shown int) {
	h, s := p.parts[0].(board).heading, p.sizer
	shown = s.pillsThatFit(h.Pills, h.pillBox(s).w)
	for _, row := range h.below {
		shown += len(row)
	}
	return len(h.Pills), shown
}

// Text is a text in a picture, with its place in its part.
type Text struct {
	Text   string
	Size   float64
	In     image.Rectangle // from the baseline to the top of its capitals
	Part   int
	Bounds image.Rectangle // of the part
}

// Texts returns all texts in the picture. It draws on a canvas without pixels.
func (p *Picture) Texts() (all []Text) {
	defer p.studio.Busy()()
	for i, one := range p.parts {
		bounds := image.Rect(0, 0, width, one.height())
		one.draw(&sheet{
			sizer: p.sizer, Canvas: pen.NewCanvas(1, 1), deck: p.studio.printer.Deck(p.style),
			read: func(w written) {
				in := image.Rect(int(w.in.x), int(w.in.y), int(w.in.x+w.in.w), int(w.in.y+w.in.h))
				if !in.Empty() {
					all = append(all, Text{w.text, w.size, in, i, bounds})
				}
			},
		})
	}
	return all
}
