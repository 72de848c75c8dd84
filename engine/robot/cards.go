package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// fattest returns the card that counts most, the highest of equals. The set must not be empty.
func fattest(cards card.Set) card.Card {
	best := cards.Highest()
	for c := range cards.All() {
		if c.Face() > best.Face() {
			best = c
		}
	}
	return best
}

// leanest returns the card that counts least, the lowest of equals. The set must not be empty.
func leanest(cards card.Set) card.Card {
	best := cards.Lowest()
	for c := range cards.All() {
		if c.Face() < best.Face() {
			best = c
		}
	}
	return best
}

// lowestOf returns the n lowest cards, or all cards if there are fewer.
func lowestOf(cards card.Set, n int) (chosen card.Set) {
	for c := range cards.All() {
		if chosen.Len() >= n {
			break
		}
		chosen |= c.Bit()
	}
	return chosen
}

// beating returns the cards that beat the best card of a trick.
func beating(cards card.Set, best card.Card) (winners card.Set) {
	for c := range cards.All() {
		if c.Beats(best) {
			winners |= c.Bit()
		}
	}
	return winners
}

// emptySuits returns the number of suits, tarocks aside, of which the hand has no card.
func emptySuits(hand card.Set) (n int) {
	for s := card.Hearts; s <= card.Clubs; s++ {
		if hand&s.Cards() == 0 {
			n++
		}
	}
	return n
}

// smallestChoice returns the fewest cards that the pick allows, and the lowest of these.
func smallestChoice(p engine.Pick) card.Set {
	return p.Must | lowestOf(p.From&^p.Must, p.Min-p.Must.Len())
}
