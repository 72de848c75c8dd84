package solver

import (
	"slices"

	"tarockbot/engine/card"
)

const (
	pileSeats    = 2
	pileMaxCards = 27 // the most cards that a seat can have
)

const toHand = tarockPlaces | kingPlaces

// pileLayout holds the full piles of the position for which the table was begun. Later positions keep their progress
// through these piles in pileNode.top.
type pileLayout struct {
	piles      [pileSeats * PileCount]pileOrder
	pileNumber [places]int8   // by place: the 1-based number of the card's pile; 0: none
	cards      [pileSeats]set // by seat: all cards of its piles
	zones      zones
	value      [places]uint8
	faces      bool
}

type pileOrder struct {
	at [pileMaxCards]int8
	n  int8
}

// covers reports whether each pile is the end of a pile of the layout.
func (f *pileLayout) covers(h *coveredPiles, faces bool) bool {
	if f.faces != faces {
		return false
	}
	for i, pile := range h {
		all := f.piles[i].at[:f.piles[i].n]
		if len(pile) > len(all) || !slices.EqualFunc(pile, all[len(all)-len(pile):], isAt) {
			return false
		}
	}
	return true
}

func isAt(c card.Card, at int8) bool { return placeOf(c) == int(at) }

func (f *pileLayout) build(h *coveredPiles, faces bool) {
	*f = pileLayout{faces: faces}
	for i, pile := range h {
		for _, c := range pile {
			at := placeOf(c)
			f.piles[i].at[f.piles[i].n] = int8(at)
			f.piles[i].n++
			f.pileNumber[at] = int8(i + 1)
			f.cards[i/PileCount] |= 1 << at
		}
	}
	f.zones = zonesAround(f.cards[0] | f.cards[1])
	for c := range card.Card(card.Count) {
		at := placeOf(c)
		f.value[at] = lookup.thirds[at]
		if faces {
			f.value[at] = faceOf(c)
		}
	}
}

// removeCard removes a top from its pile and uncovers cards below. Tarocks and kings go to the hand, and the next card
// is uncovered.
func (f *pileLayout) removeCard(p *pileNode, at int) {
	i := f.pileNumber[at&63] - 1
	if i < 0 {
		return
	}
	pile := &f.piles[i]
	if top := p.top[i]; top >= pile.n || int(pile.at[top]) != at {
		return
	}
	seat := i / PileCount
	for p.top[i]++; p.top[i] < pile.n; p.top[i]++ {
		up := set(1) << (pile.at[p.top[i]] & 63)
		p.hidden &^= up
		p.hands[seat] |= up
		if up&toHand == 0 {
			return
		}
	}
}

func (f *pileLayout) coveringTops(p *pileNode, seat int8) (tops set) {
	for i := seat * PileCount; i < (seat+1)*PileCount; i++ {
		if pile := &f.piles[i]; p.top[i] < pile.n-1 {
			tops |= 1 << (pile.at[p.top[i]] & 63)
		}
	}
	return tops
}

func (f *pileLayout) count(cards set) (sum int) {
	for ; cards != 0; cards &= cards - 1 {
		sum += int(f.value[cards.lowest()&63])
	}
	return sum
}
