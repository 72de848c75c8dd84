package render

import (
	"image"
	"reflect"
	"strconv"
	"sync/atomic"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/pen"
	"tarockbot/render/words"
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
	case pile:
		if !x.Open {
			return 0
		}
	case turned:
		if !x.Played {
			return cardsIn(reflect.ValueOf(x.Piles))
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

// Title is that of the picture of a rating.
func (p *Picture) Title() string { return p.parts[0].(course).Title }

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

// Counts are the card points that the board's panels show, in thirds by seat;
// nil if they show none.
func (p *Picture) Counts() (thirds []int, err error) {
	for _, c := range p.parts[0].(board).Seats {
		if len(c.Figures) < 2 {
			return nil, nil
		}
		_, whole, fraction := parted(c.Figures[1].Number)
		points, err := strconv.Atoi(whole)
		if err != nil {
			return nil, err
		}
		thirds = append(thirds, 3*points+map[string]int{"⅓": 1, "⅔": 2}[fraction])
	}
	return thirds, nil
}

// Cut are the rows of the board's list that have no room for all of their text.
func (p *Picture) Cut() (rows []string) {
	s, l := &sheet{fonts: p.studio.fonts}, p.parts[0].(board).List
	size, _, _ := s.listSize(l, middleBox(panelTop))
	const rounding = 0.01
	for _, r := range l.Rows {
		if s.rowSize(r, size, middleBox(panelTop).w-2*rowInset) < size-rounding {
			rows = append(rows, r.Left)
		}
	}
	return rows
}

// TarockSteps are how far apart tarocks lie that are in a row of a hand
// together, row by row.
func TarockSteps(hand card.Set, t *words.Tongue) (steps []float64) {
	var h Held
	h.View.Hand.Cards = hand
	for _, row := range h.plan(t, nil).rows() {
		if len(row) > 1 && row[1].Card.Suit() == card.Tarock {
			step, _ := rowStep(row)
			steps = append(steps, step)
		}
	}
	return steps
}

// HandCard is a card as hands show it.
func (s *Studio) HandCard(c card.Card, t *words.Tongue) *image.RGBA {
	return s.printer.Deck(style(t, false)).Card(c, handCard, 0)
}

// Pills are how many announcements the board tells, and how many it shows.
func (p *Picture) Pills() (told, shown int) {
	b, s := p.parts[0].(board), &sheet{fonts: p.studio.fonts}
	corner := s.fonts.Text.Width(b.Corner, 32)
	size := s.fonts.Title.FitSize(b.Title, 52, 34, headerRight-headerLeft-corner-24)
	_, rows := s.pillRows(b.Pills, pillBox(s.fonts.Title.Width(b.Title, size), corner).w)
	for _, row := range append(rows, b.Below...) {
		shown += len(row)
	}
	return len(b.Pills), shown
}

// PanelProblem is what is wrong with the places of so many players; "" for
// nothing.
func PanelProblem(seats int) string {
	places := panels(seats, panelTop)
	if len(places) != seats {
		return "not everybody has one"
	}
	middle := middleBox(panelTop)
	for i, a := range append(places, middle) {
		if a.x < 0 || a.x+a.w > width || a.y < panelTop || a.y+a.h > foot.y {
			return "outside"
		}
		for _, b := range places[:min(i, seats)] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				return "over each other"
			}
		}
	}
	return ""
}
