package solver

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// shares returns all ways to divide the cards in play between the sides. Each state of the sets has a list, indexed by
// the thirds of the side.
func (e *endings) shares() map[fates][]share {
	shares := map[fates][]share{e.root: make([]share, e.thirds+1)}
	shares[e.root][0].possible = true
	for c := range e.cards.All() {
		thirds := e.rules.Thirds(c.Bit())
		var ours, theirs fates
		for i, set := range e.sets {
			if set.Has(c) {
				ours = e.withSet(ours, i, someOurs)
				theirs = e.withSet(theirs, i, someTheirs)
			}
		}
		next := make(map[fates][]share, len(shares))
		add := func(f fates, sum int, cards card.Set) {
			if next[f] == nil {
				next[f] = make([]share, e.thirds+1)
			}
			next[f][sum] = share{possible: true, cards: cards}
		}
		for f, sums := range shares {
			for sum, s := range sums {
				if s.possible {
					add(f|theirs, sum, s.cards)
					add(f|ours, sum+thirds, s.cards|c.Bit())
				}
			}
		}
		shares = next
	}
	return shares
}

type share struct {
	cards    card.Set
	possible bool
}

func (e *endings) settleAll() {
	shares := e.shares()
	e.outcomes(0, 0, func(birds fates) {
		e.placeBirds(birds)
		for sets, sums := range shares {
			now := slices.Repeat([]int32{noValue}, len(sums))
			for taken, s := range sums {
				if s.possible {
					now[taken] = e.settle(s.cards)
				}
			}
			e.list = append(e.list, ending{now: now})
			e.index[birds|sets] = int32(len(e.list))
		}
	})
}

func (e *endings) outcomes(i int, f fates, visit func(fates)) {
	if i == len(e.birds) {
		visit(f)
		return
	}
	for fate := birdMissed; fate <= e.lastFate(i); fate++ {
		e.outcomes(i+1, f.withBird(i, fate), visit)
	}
}

// lastFate returns the last fate that the bird can have. Only holders with a partner can reach birdLost.
func (e *endings) lastFate(i int) birdFate {
	if e.seats == 2 || e.birds[i].holder == e.side {
		return birdBeaten
	}
	return birdLost
}

func (e *endings) placeBirds(f fates) {
	play := &e.open.Play
	for i, b := range e.birds {
		t := engine.Trick{Lead: b.holder, N: play.Seats, Cards: plainTrick}
		fate := f.bird(i)
		if fate != birdMissed {
			t.Cards[0] = card.Birds.Nth(b.due)
		}
		for at := 1; at < e.seats; at++ {
			ours := t.By(at, e.seats) == e.side || b.holder == e.side
			if fate == birdBeaten && ours || fate == birdLost && !ours {
				t.Cards[at] = card.Skus
			}
		}
		e.tricks[int(play.Total)-1-b.due] = t
	}
}

func (e *endings) settle(ours card.Set) int32 {
	play := e.open.Play
	play.Hands, play.Trick, play.Tricks = [engine.MaxSeats]card.Set{}, engine.Trick{}, e.tricks
	play.WonCards[e.side] |= ours
	play.WonCards[e.other] |= e.cards &^ ours
	var theirs card.Set
	for seat, won := range play.WonCards[:e.seats] {
		if engine.Seat(seat) != e.side {
			theirs |= won
		}
	}
	play.WonTricks = [engine.MaxSeats]int8{}
	switch {
	case theirs == 0:
		play.WonTricks[e.side] = play.Total
	case play.WonCards[e.side] == 0:
		play.WonTricks[e.other] = play.Total
	default:
		play.WonTricks[e.side], play.WonTricks[e.other] = 1, play.Total-1
	}
	return int32(e.deal.Settle(play).Margin(e.side))
}
