package engine

import "tarockbot/engine/card"

// dueTrick returns the trick, from 0, that a bird has to win.
func (p *TrickPlay) dueTrick(bird Word) int { return int(p.Total) - 1 - bonuses[bird].Due }

// BirdWaits reports whether play has started and the bird's trick is yet to begin.
func (p *TrickPlay) BirdWaits(bird Word) bool { return p.Started() && p.dueTrick(bird) > len(p.Tricks) }

// BirdDone reports whether the bird's trick has been played.
func (p *TrickPlay) birdDone(bird Word) bool { return p.Started() && len(p.Tricks) > p.dueTrick(bird) }

// BirdFell returns the seat that played the bird to its own trick and the seat that took it; Nobody if it
// didn't fall there.
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

// BirdMade reports whether the seat's bird has won its trick.
func (p *TrickPlay) BirdMade(bird Word, s Seat) bool {
	if !p.birdDone(bird) {
		return false
	}
	c, winner := p.WonBy(p.dueTrick(bird))
	return winner == s && bonuses[bird].Cards.Has(c)
}

// BirdWasted reports whether the bird is neither in its holder's hand nor in
// its own trick, which may be running.
func (p *TrickPlay) birdWasted(bird Word, hand card.Set) bool {
	if len(p.Tricks) == p.dueTrick(bird) {
		hand |= p.Trick.All()
	}
	return !hand.Holds(bonuses[bird].Cards)
}
