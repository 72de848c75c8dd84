package engine

import "tarockbot/engine/card"

// dueTrick returns the number of the trick that a bird has to win, counted from 0.
func (p *TrickPlay) dueTrick(bird Word) int { return int(p.Total) - 1 - bonuses[bird].Due }

// BirdWaits reports whether play has started and the bird's trick is yet to begin.
func (p *TrickPlay) BirdWaits(bird Word) bool { return p.Started() && p.dueTrick(bird) > len(p.Tricks) }

// birdDone reports whether the bird's trick has been played.
func (p *TrickPlay) birdDone(bird Word) bool { return p.Started() && len(p.Tricks) > p.dueTrick(bird) }

// BirdFell returns the seat that played the bird to the bird's own trick and the seat that took that trick. It
// returns Nobody twice if the bird didn't fall there, or not yet.
func (p *TrickPlay) BirdFell(bird Word) (by, taker Seat) {
	if !p.birdDone(bird) {
		return Nobody, Nobody
	}
	t := &p.Tricks[p.dueTrick(bird)]
	for i, c := range t.Cards[:t.N] {
		if bonuses[bird].Cards.Has(c) {
			return t.By(i, int(p.Seats)), t.By(t.Best(), int(p.Seats))
		}
	}
	return Nobody, Nobody
}

// BirdMade reports whether the seat played the bird to its own trick and won that trick.
func (p *TrickPlay) BirdMade(bird Word, s Seat) bool {
	by, taker := p.BirdFell(bird)
	return by != Nobody && by == s && taker == s
}

// birdWasted reports whether the bird is neither in the hand of its holder nor in its own trick, which may be
// running. Before the end of that trick it means that the bird can't win it any more.
func (p *TrickPlay) birdWasted(bird Word, hand card.Set) bool {
	if len(p.Tricks) == p.dueTrick(bird) {
		hand |= p.Trick.Set()
	}
	return !hand.Holds(bonuses[bird].Cards)
}
