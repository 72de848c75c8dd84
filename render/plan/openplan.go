package plan

import (
	"slices"

	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// OpenDeal is a deal with all hands open. No player may see it before the end.
type OpenDeal struct {
	Scene Scene
	Hands []card.Set // by seat, including piles
	Rest  card.Set   // cards in nobody's hand; 0 if unknown
	// Most is the largest number of cards of a hand during the deal. It keeps
	// the picture's height the same at every moment.
	Most int
}

// openStrip returns the strip above open hands, without the talon, which the hands include.
func (s Scene) openStrip(t *words.Tongue, names []string) *Board {
	p := s.plan(t, names).strip()
	p.Middle.Talon = Talon{}
	return p
}

// OpenHands describes open hands, one below the other.
type OpenHands struct {
	Hands []Group
	Most  int
}

// plan describes the open hands, with names by seat.
func (o OpenDeal) plan(t *words.Tongue, names []string) *OpenHands {
	p := &OpenHands{Most: o.Most}
	for seat, cards := range o.Hands {
		p.Hands = append(p.Hands, open(t.Count("picture.cards", cards.Len()), names[seat], cards))
	}
	rest := describe.InHandOrder(o.Rest)
	if v := o.Scene.Deal; v.Talon != nil && v.Taken < 0 {
		rest = slices.Concat(v.Packets()...)
	}
	if len(rest) > 0 {
		p.Hands = append(p.Hands, Group{Label: t.Say("picture.unheld"), Cards: rest, Best: NoHighlight})
	}
	return p
}

// alt returns the hands in sentences.
func (p *OpenHands) alt(t *words.Tongue) (told []string) {
	for _, g := range p.Hands {
		if len(g.Cards) > 0 {
			told = append(told, withLabel(listed(g.Name, g.Label), g.alt(t)))
		}
	}
	return told
}
