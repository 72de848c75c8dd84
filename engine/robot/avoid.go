package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// avoided are the contracts in which it is best to win nothing.
var avoided = []engine.Word{engine.Trischaken}

// avoids says whether the seat had better win nothing.
func avoids(v engine.View) bool { return slices.Contains(avoided, v.Contract) }

// avoid leads what counts least, gives the fattest card away where it doesn't
// win, and takes what it must as low as possible; as the last, with what would
// only win again.
func avoid(v engine.View, from card.Set) card.Card {
	if v.Trick.N == 0 {
		return leanest(from)
	}
	winners := beating(from, v.Trick.Cards[v.Trick.Best()])
	switch losers := from &^ winners; {
	case losers != 0:
		return fattest(losers)
	case int(v.Trick.N) == len(v.HandSize)-1:
		return winners.Highest()
	default:
		return winners.Lowest()
	}
}
