package render

import (
	"slices"

	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// Opened is a deal with all hands open. No player may see it before the end.
type Opened struct {
	Scene Scene
	Hands []card.Set // by seat, including piles
	Rest  card.Set   // cards in nobody's hand; 0 if unknown
	// Most is the largest number of cards of a hand during the deal. It keeps
	// the picture's height the same at every moment.
	Most int
}

// openStrip returns the strip above open hands, without the talon, which the hands include.
func (s Scene) openStrip(t *words.Tongue, names []string) board {
	p := s.plan(t, names).strip()
	p.Middle.Talon = talon{}
	return p
}

// openHands describes open hands, one below the other.
type openHands struct {
	Hands []group
	Most  int
}

// plan describes the open hands, with names by seat.
func (o Opened) plan(t *words.Tongue, names []string) openHands {
	p := openHands{Most: o.Most}
	for seat, cards := range o.Hands {
		p.Hands = append(p.Hands, open(t.Count("picture.cards", cards.Len()), names[seat], cards))
	}
	rest := describe.InHandOrder(o.Rest)
	if v := o.Scene.Deal; v.Talon != nil && v.Taken < 0 {
		rest = slices.Concat(v.Packets()...)
	}
	if len(rest) > 0 {
		p.Hands = append(p.Hands, group{Label: t.Say("picture.unheld"), Cards: rest, Best: noHighlight})
	}
	return p
}

// alt returns the hands in sentences.
func (p openHands) alt(t *words.Tongue) (told []string) {
	for _, g := range p.Hands {
		if len(g.Cards) > 0 {
			told = append(told, withLabel(listed(g.Name, g.Label), g.alt(t)))
		}
	}
	return told
}
