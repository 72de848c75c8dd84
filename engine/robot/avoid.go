package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

var avoided = []engine.Word{engine.Trischaken}

func avoids(contract engine.Word) bool { return slices.Contains(avoided, contract) }

// avoid takes an unavoidable trick with the lowest card. The last player takes it with the highest card, to be rid of
// that card.
func (t *turn) avoid(from card.Set) card.Card {
	if t.trick.N == 0 {
		return leanest(from)
	}
	winners := from.Beating(t.trick.Cards[t.trick.BestIndex()])
	switch losers := from &^ winners; {
	case losers != 0:
		return fattest(losers)
	case int(t.trick.N) == t.seats-1:
		return winners.Highest()
	default:
		return winners.Lowest()
	}
}
