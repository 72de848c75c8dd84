package plan

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// PlayerHand holds one player's cards and their possible actions.
type PlayerHand struct {
	View   engine.View
	Pick   engine.Pick // zero if no cards are to be chosen
	Chosen card.Set    // so far
	Owner  string      // the player's name if others see the hand; else ""
	// Unmarked hides the choice in the picture, because the screen around it does.
	Unmarked bool
}

// Hand describes the picture of a hand in one language.
type Hand struct {
	Title  string
	Count  string // the number of cards, or of chosen ones
	Reason string // why some cards can't be chosen; "" if all can
	Cards  []HandCard
	Single bool // one card is to be chosen: playable ones are raised
}

// HandCard is a card in a hand.
type HandCard struct {
	Card                card.Card
	Barred, Free, Taken bool // can't be chosen; can, while others can't; is chosen
	Fresh               bool // has just been picked up
	Open                bool // lies face up in front of the player
}

// title returns the hand's title, with its owner if others see it.
func (h PlayerHand) title(t *words.Tongue, filter func(string) string) string {
	if h.Owner == "" {
		return t.Say("panel.hand")
	}
	return t.Say("picture.hand", "Name", displayName(h.Owner, h.View.Seat, t, filter))
}

// plan describes the picture of the hand.
func (h PlayerHand) plan(t *words.Tongue, filter func(string) string) *Hand {
	v := h.View
	chosen := h.Chosen & v.Hand.Cards
	if h.Unmarked {
		chosen = 0
	}
	plan := &Hand{Title: h.title(t, filter), Count: t.Count("picture.cards", v.Hand.Cards.Len()), Single: h.Pick.Max == 1}
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
			Card: c, Barred: choosing && !h.Pick.From.Has(c), Free: barred && h.Pick.From.Has(c),
			Taken: chosen.Has(c), Fresh: v.Fresh.Has(c), Open: v.Tops.Has(c),
		})
	}
	return plan
}

// reason explains briefly why some cards can't be chosen.
func (h PlayerHand) reason(t *words.Tongue) string {
	if h.Pick.Why == "" {
		return ""
	}
	why, led := h.Pick.Why, h.View.Trick.Cards[0]
	if why == engine.MustFollow && led.Suit() == card.Tarock {
		why = engine.MustTrump // the reason is the same
	}
	return t.Say("picture.why."+string(why), "Suit", describe.SuitOf(led, t))
}
