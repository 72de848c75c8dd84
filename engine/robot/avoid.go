package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// avoided lists the contracts in which winning nothing is best.
var avoided = []engine.Word{engine.Trischaken}

// avoids reports whether winning nothing is best for everybody in the contract.
func avoids(contract engine.Word) bool { return slices.Contains(avoided, contract) }

// avoid returns a card for a game in which winning nothing is best. It leads the leanest card,
// and gives the fattest loser to a trick. If every card wins, it plays the lowest, but the
// highest as the last player, because a high card would win again later.
func (t *turn) avoid(from card.Set) card.Card {
	if t.trick.N == 0 {
		return leanest(from)
	}
	winners := from.Beating(t.trick.Cards[t.trick.Best()])
	switch losers := from &^ winners; {
	case losers != 0:
		return fattest(losers)
	case int(t.trick.N) == t.seats-1:
		return winners.Highest()
	default:
		return winners.Lowest()
	}
}
