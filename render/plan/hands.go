package plan

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// PlayerHand holds one player's cards and possible actions.
type PlayerHand struct {
	View   engine.View
	Pick   engine.Pick
	Chosen card.Set
	Owner  string // the player's name if others see the hand, or ""
	// Unmarked omits the choice, which the screen around the picture shows.
	Unmarked bool
}

// Hand describes the picture of a hand in one language.
type Hand struct {
	Title  string
	Count  string
	Reason string
	Cards  []HandCard
	Single bool // one card is to be chosen: playable cards are raised
}

// HandCard is a card in a hand.
type HandCard struct {
	Card      card.Card
	Barred    bool // can't be chosen
	Choosable bool // can be chosen, while others can't
	Chosen    bool
	Fresh     bool
	Open      bool // lies face up in front of the player
}

func (h PlayerHand) hand(t *words.Tongue, filter func(string) string) *Hand {
	v := h.View
	chosen := h.Chosen & v.Hand.Cards
	if h.Unmarked {
		chosen = 0
	}
	plan := &Hand{Title: t.Say("panel.hand"), Count: t.Count("picture.cards", v.Hand.Cards.Len()), Single: h.Pick.Max == 1}
	if h.Owner != "" {
		plan.Title = t.Say("picture.hand", "Name", displayName(h.Owner, v.Seat, t, filter))
	}
	choosing := h.Pick.Verb != 0
	barred := choosing && v.Hand.Cards&^h.Pick.From != 0
	if barred {
		plan.Reason = h.reason(t)
	}
	if h.Pick.Max > 1 && !h.Unmarked {
		plan.Count = t.Say("picture.chosen", "Count", chosen.Len(), "Max", h.Pick.Max)
	}
	for _, c := range describe.InHandOrder(v.Hand.Cards) {
		plan.Cards = append(plan.Cards, HandCard{
			Card: c, Barred: choosing && !h.Pick.From.Has(c), Choosable: barred && h.Pick.From.Has(c),
			Chosen: chosen.Has(c), Fresh: v.Fresh.Has(c), Open: v.Tops.Has(c),
		})
	}
	return plan
}

func (h PlayerHand) reason(t *words.Tongue) string {
	why, led := h.Pick.Reason, h.View.Trick.Cards[0]
	switch {
	case why == "":
		return ""
	case why == engine.MustFollow && led.Suit() == card.Tarock:
		why = engine.MustTrump // the reason is the same
	}
	return t.Say("picture.why."+string(why), "Suit", describe.SuitOf(led, t))
}

// OpenDeal is a deal with all hands open. No player may see it before the end.
type OpenDeal struct {
	Scene    Scene
	Hands    []card.Set // by seat, including piles
	InNoHand card.Set   // in nobody's hand; 0 if unknown
	// LargestHand is the size of the deal's largest hand. It keeps the picture's height constant.
	LargestHand int
}

// OpenHands describes open hands, one below the other.
type OpenHands struct {
	Hands       []Group
	LargestHand int
}

func (o OpenDeal) hands(t *words.Tongue, names []string) *OpenHands {
	p := &OpenHands{LargestHand: o.LargestHand}
	for seat, cards := range o.Hands {
		p.Hands = append(p.Hands, cardGroup(t.Count("picture.cards", cards.Len()), names[seat], cards))
	}
	rest := describe.InHandOrder(o.InNoHand)
	if v := o.Scene.Deal; v.Talon != nil && v.TakenPacket < 0 {
		rest = slices.Concat(v.Packets()...)
	}
	if len(rest) > 0 {
		p.Hands = append(p.Hands, Group{Label: t.Say("picture.unheld"), Cards: rest})
	}
	return p
}

func (p *OpenHands) alt(t *words.Tongue) (sentences []string) {
	for _, g := range p.Hands {
		if len(g.Cards) > 0 {
			sentences = append(sentences, withLabel(listed(g.Name, g.Label), g.alt(t)))
		}
	}
	return sentences
}
