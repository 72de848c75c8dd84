package engine

import "tarockbot/engine/card"

func (p *TrickPlay) dueTrick(bird Word) int { return int(p.Total) - 1 - bonuses[bird].DueTrick }

// BirdWaits reports whether the bird's trick is yet to begin; false before play.
func (p *TrickPlay) BirdWaits(bird Word) bool {
	return p.HasStarted() && p.dueTrick(bird) > len(p.Tricks)
}

func (p *TrickPlay) birdDone(bird Word) bool {
	return p.HasStarted() && len(p.Tricks) > p.dueTrick(bird)
}

// BirdFell returns the seat that played the bird to the bird's trick, and the trick's taker, else Nobody twice.
func (p *TrickPlay) BirdFell(bird Word) (by, taker Seat) {
	if !p.birdDone(bird) {
		return Nobody, Nobody
	}
	t := &p.Tricks[p.dueTrick(bird)]
	for i, c := range t.Cards[:t.N] {
		if bonuses[bird].Cards.Has(c) {
			return t.By(i, int(p.Seats)), t.By(t.BestIndex(), int(p.Seats))
		}
	}
	return Nobody, Nobody
}

// BirdMade reports whether the seat won the bird's own trick with the bird.
func (p *TrickPlay) BirdMade(bird Word, s Seat) bool {
	by, taker := p.BirdFell(bird)
	return by != Nobody && by == s && taker == s
}

// birdWasted reports whether the bird left its holder's hand before its own trick.
func (p *TrickPlay) birdWasted(bird Word, hand card.Set) bool {
	if len(p.Tricks) == p.dueTrick(bird) {
		hand |= p.Trick.Set()
	}
	return !hand.Holds(bonuses[bird].Cards)
}
