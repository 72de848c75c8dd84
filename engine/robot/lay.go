package robot

import (
	"iter"
	"math/bits"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// emptySuit is what it is worth to have no card of a suit, in thirds: the next
// lead of it is taken by a tarock.
const emptySuit = 9

// chooseDiscards chooses the cards to put away: as many as may go as long as they are
// suit cards, the fat ones that would be lost in tricks, and whole suits.
// What is put away counts, so that a queen is safe there.
func chooseDiscards(hand card.Set, p engine.Pick) card.Set {
	var best card.Set
	bestWorth := -1
	for chosen := range layings(p) {
		if w := discardWorth(hand, chosen); w > bestWorth {
			best, bestWorth = chosen, w
		}
	}
	return best
}

// layings yields choices that are worth a thought: one for every set of suits that are
// put away first. Some are the same.
func layings(p engine.Pick) iter.Seq[card.Set] {
	free := p.From &^ p.Must
	suits := free & card.PlainSuits
	n := min(max(suits.Len(), p.Min-p.Must.Len()), p.Max-p.Must.Len())
	return func(yield func(card.Set) bool) {
		for empty := range 1 << (card.Suits - 1) {
			if !yield(p.Must | fill(free, emptying(suits, empty), n)) {
				return
			}
		}
	}
}

// bestLayings are the n choices that are worth most, the best first.
func bestLayings(hand card.Set, p engine.Pick, n int) []card.Set {
	all := slices.Collect(layings(p))
	slices.SortStableFunc(all, func(a, b card.Set) int { return discardWorth(hand, b) - discardWorth(hand, a) })
	all = slices.Compact(all)
	return all[:min(n, len(all))]
}

// emptying is the cards of the suits numbered by the bits.
func emptying(cards card.Set, suits int) (chosen card.Set) {
	for s := uint(suits); s != 0; s &= s - 1 {
		chosen |= cards & (card.Hearts + card.Suit(bits.TrailingZeros(s))).Cards()
	}
	return chosen
}

// fill makes a choice of n: from first if that is too many, and with others of
// free if it is too few; fat suit cards before lean ones, tarocks last and the
// lowest of them first.
func fill(free, first card.Set, n int) (chosen card.Set) {
	for chosen.Len() < n {
		from := first &^ chosen
		if from == 0 {
			from = free & card.PlainSuits &^ chosen
		}
		if from == 0 {
			return chosen | lowestOf(free&^chosen, n-chosen.Len())
		}
		chosen |= fattest(from).Bit()
	}
	return chosen
}

// lowestOf is the n lowest cards.
func lowestOf(cards card.Set, n int) (chosen card.Set) {
	for c := range cards.All() {
		if chosen.Len() >= n {
			break
		}
		chosen |= c.Bit()
	}
	return chosen
}

// discardWorth is what it is worth to have put the cards away, in thirds.
func discardWorth(hand, chosen card.Set) int {
	return chosen.Thirds() + emptySuit*emptySuits(hand&^chosen)
}

// emptySuits is how many plain suits the hand has no card of.
func emptySuits(hand card.Set) (n int) {
	for s := card.Hearts; s <= card.Clubs; s++ {
		if hand&s.Cards() == 0 {
			n++
		}
	}
	return n
}

// fattest is the card that counts most; of equals the highest. The set must
// not be empty.
func fattest(cards card.Set) card.Card {
	best := cards.Highest()
	for c := range cards.All() {
		if c.Face() > best.Face() {
			best = c
		}
	}
	return best
}

// leanest is the card that counts least; of equals the lowest. The set must
// not be empty.
func leanest(cards card.Set) card.Card {
	best := cards.Lowest()
	for c := range cards.All() {
		if c.Face() < best.Face() {
			best = c
		}
	}
	return best
}
