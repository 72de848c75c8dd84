package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// avoided are the contracts in which it is best to win nothing.
var avoided = []engine.Word{engine.Trischaken}

// avoids says whether everybody had better win nothing in the contract.
func avoids(contract engine.Word) bool { return slices.Contains(avoided, contract) }

// avoid leads what counts least, gives the fattest card away where it doesn't
// win, and takes what it must as low as possible; as the last, with what would
// only win again.
func (t *turn) avoid(from card.Set) card.Card {
	if t.trick.N == 0 {
		return leanest(from)
	}
	winners := beating(from, t.trick.Cards[t.trick.Best()])
	switch losers := from &^ winners; {
	case losers != 0:
		return fattest(losers)
	case int(t.trick.N) == t.seats-1:
		return winners.Highest()
	default:
		return winners.Lowest()
	}
}
