package render

import (
	"fmt"
	"image"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// Internals for the tests of package render_test.

// loaded returns the fonts and the words of all languages.
func loaded(t *testing.T) (*art.Fonts, *words.Catalogue) {
	t.Helper()
	fonts, err := art.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return fonts, catalogue
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

// Parts returns the picture's parts, including texts, as Go prints them.
func (p *Picture) Parts() string { return fmt.Sprintf("%+v", p.parts) }

// Cards returns all cards in the picture.
func (p *Picture) Cards() card.Set {
	var found card.Set
	for _, part := range p.parts {
		if b, ok := part.(board); ok {
			found |= CardsIn(plan.Board{Middle: b.middle.Middle, Foot: b.foot.Foot})
		} else {
			found |= CardsIn(part)
		}
	}
	return found
}

// cardsIn finds the cards in a drawn value. An empty place has none.
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
		return x.Set()
	case plan.Slot:
		if !x.Played {
			return 0
		}
	case plan.Pile:
		if !x.Open {
			return 0
		}
	case plan.Turned:
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

// Names returns the players' names on the board.
func (p *Picture) Names() (names []string) {
	for _, c := range p.parts[0].(board).seats {
		names = append(names, c.Name)
	}
	return names
}

// Title returns the title of a rating's picture.
func (p *Picture) Title() string { return p.parts[0].(curve).Title }

// CardsIn returns all cards anywhere in the value.
func CardsIn(v any) card.Set { return cardsIn(reflect.ValueOf(v)) }

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

// Counts returns the card points on the board's panels in thirds by seat, nil if hidden.
func (p *Picture) Counts() (thirds []int, err error) {
	for _, c := range p.parts[0].(board).seats {
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
	shown = s.fit(h.Pills, h.pillBox(s).w)
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

// PanelProblem describes a flaw in the layout of that many players, or returns "".
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
