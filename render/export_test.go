package render

import (
	"fmt"
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

// Parts are what the picture shows, as Go prints it, texts among it.
func (p *Picture) Parts() string { return fmt.Sprintf("%+v", p.parts) }

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

// Busy takes the drawing lock, as one who draws does, until free is called.
func (s *Studio) Busy() (free func()) {
	s.drawLock <- struct{}{}
	return s.release
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
	h, s := p.parts[0].(board).Heading, &sheet{fonts: p.studio.fonts}
	shown = s.fit(h.Pills, h.pillBox(s).w)
	for _, row := range h.Below {
		shown += len(row)
	}
	return len(h.Pills), shown
}

// Text is a text in a picture, and where it stands in its part of that.
type Text struct {
	Text   string
	Size   float64
	In     image.Rectangle // from the baseline to the top of its capitals
	Part   int
	Bounds image.Rectangle // of the part
}

// Texts are all that is written in the picture. It is drawn on a canvas that has
// room for nothing.
func (p *Picture) Texts() (all []Text) {
	defer p.studio.Busy()()
	for i, one := range p.parts {
		bounds := image.Rect(0, 0, width, one.height())
		one.draw(&sheet{
			Canvas: pen.NewCanvas(1, 1), fonts: p.studio.fonts, deck: p.studio.printer.Deck(p.style), erasedName: p.erasedName,
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

// PanelProblem is what is wrong with the places of so many players; "" for nothing.
func PanelProblem(seats int) string {
	places := rowPlaces(seats, box{rowMargin, rowTop, width - 2*rowMargin, 300})
	if len(places) != seats {
		return "not everybody has one"
	}
	for i, a := range places {
		if a.x < rowMargin || a.x+a.w > width-rowMargin+0.01 || a.w < 300 {
			return "no room for a name and a card"
		}
		for _, b := range places[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				return "over each other"
			}
		}
	}
	return ""
}
