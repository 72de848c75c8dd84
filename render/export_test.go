package render

import (
	"image"
	"reflect"
	"sync/atomic"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// What the tests look at besides what everybody may.

// Palette is the fixed colours.
var Palette = &palette

// FeltRamp is how many colours of the felt it begins with.
const FeltRamp = feltRamp

// Drawn is the picture before its colours are those of the palette.
func (p *Picture) Drawn() *image.RGBA {
	defer p.studio.Busy()()
	return p.studio.drawing(p)
}

// Cards are all cards in what the picture shows.
func (p *Picture) Cards() card.Set {
	var found card.Set
	for _, part := range p.parts {
		found |= CardsIn(part)
	}
	return found
}

// cardsIn finds the cards in what is drawn; a place without a card has none.
func cardsIn(v reflect.Value) (found card.Set) {
	if !v.CanInterface() {
		return 0
	}
	switch x := v.Interface().(type) {
	case card.Card:
		return x.Bit()
	case card.Set:
		return x
	case engine.Trick:
		return x.All()
	case slot:
		if !x.Played {
			return 0
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			found |= cardsIn(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			found |= cardsIn(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			found = cardsIn(v.Elem())
		}
	default:
	}
	return found
}

// Written is a colour of writing with the grounds that it is written on.
type Written struct {
	Ink     pen.Color
	Grounds []pen.Color
}

// Inks are all colours that are written in.
func Inks() (all []Written) {
	for _, row := range inks {
		all = append(all, Written{row.color, row.on})
	}
	return all
}

// Nearest is the fixed colour that a colour becomes.
func Nearest(c pen.Color) pen.Color {
	return pen.RGB(palette[nearestTo(middleOf(c.R), middleOf(c.G), middleOf(c.B))])
}

// SmallStudio is a studio that keeps no more than so many bytes of pictures.
func SmallStudio(room int) (*Studio, error) { return newStudio(room) }

// Busy takes the easel, as one who draws does, until free is called.
func (s *Studio) Busy() (free func()) {
	s.easel <- struct{}{}
	return s.free
}

// Names are the players as the picture of the board shows them.
func (p *Picture) Names() (names []string) {
	for _, c := range p.parts[0].(board).Seats {
		names = append(names, c.Name)
	}
	return names
}

// CardsIn are all cards anywhere in the value.
func CardsIn(v any) card.Set { return cardsIn(reflect.ValueOf(v)) }

// Anew draws and encodes the picture, whether it is kept or not.
func (p *Picture) Anew() ([]byte, error) {
	defer p.studio.Busy()()
	return p.studio.encoder.encode(p.studio.drawing(p))
}

// Counted is the same picture, which counts how often it is drawn.
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
