package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// birds are the cards announced to win a certain trick, by the name of the
// announcement. The first is due in the last trick, the second in the one
// before, and so on.
var birds = [...]struct {
	name engine.Word
	card card.Card
}{{engine.Pagat, card.Pagat}, {engine.Uhu, card.Uhu}, {engine.Pelikan, card.Pelikan}, {engine.Quapil, card.Quapil}}

// guard leaves of the cards that may be played those that announced birds
// allow: the bird alone in its trick, none of them before.
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
		return waiting.Highest().Bit() // the cheapest to lose
	}
	return from &^ waiting
}
