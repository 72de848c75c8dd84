package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// birds lists the birds from the last trick backwards.
var birds = [...]struct {
	name engine.Word
	card card.Card
}{{engine.Pagat, card.Pagat}, {engine.Uhu, card.Uhu}, {engine.Pelikan, card.Pelikan}, {engine.Quapil, card.Quapil}}

// guard returns the cards that keep the seat's announcements, or else the bird that is cheapest to lose.
func (t *turn) guard(from card.Set) card.Set {
	var waiting card.Set
	for i, bird := range birds {
		if !from.Has(bird.card) || !t.said.Has(bird.name) {
			continue
		}
		if t.left == i+1 {
			return bird.card.Bit()
		}
		if t.left > i+1 {
			waiting |= bird.card.Bit()
		}
	}
	if from == waiting {
		return waiting.Highest().Bit()
	}
	return from &^ waiting
}
