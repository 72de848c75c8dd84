package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// birds lists the announcements that a card wins one of the last tricks: the first bird the
// last trick, the second bird the trick before, and so on.
var birds = [...]struct {
	name engine.Word
	card card.Card
}{{engine.Pagat, card.Pagat}, {engine.Uhu, card.Uhu}, {engine.Pelikan, card.Pelikan}, {engine.Quapil, card.Quapil}}

// guard returns the cards that the seat can play without breaking its announcements of birds.
// In the announced trick it returns the bird alone, and before that trick all cards without
// the bird. If only such birds are left, it returns the highest, which is the cheapest to
// lose.
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
