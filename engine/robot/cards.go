package robot

import "tarockbot/engine/card"

// fattest returns the card that counts most, the highest of equals.
func fattest(cards card.Set) card.Card {
	best := cards.Highest()
	for c := range cards.All() {
		if c.Face() > best.Face() {
			best = c
		}
	}
	return best
}

// leanest returns the card that counts least, the lowest of equals.
func leanest(cards card.Set) card.Card {
	best := cards.Lowest()
	for c := range cards.All() {
		if c.Face() < best.Face() {
			best = c
		}
	}
	return best
}

func emptySuits(hand card.Set) (n int) {
	for s := card.Hearts; s <= card.Clubs; s++ {
		if hand&s.Cards() == 0 {
			n++
		}
	}
	return n
}
