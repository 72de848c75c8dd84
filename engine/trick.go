package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// Trick is a trick, complete or running: the cards in the order played.
type Trick struct {
	Lead  Seat
	N     int8 // cards played
	Cards [MaxSeats]card.Card
}

// Best returns the place of the card that takes the trick so far. N must not be
// 0.
func (t *Trick) Best() int {
	best := 0
	for i := 1; i < int(t.N); i++ {
		if t.Cards[i].Beats(t.Cards[best]) {
			best = i
		}
	}
	return best
}

// By returns the seat whose card is at place i of the trick, played already or not, with n seats at
// the table.
func (t *Trick) By(i, n int) Seat {
	seat := int(t.Lead) + i
	if seat >= n { // quicker than a remainder
		seat -= n
	}
	return Seat(seat)
}

// Set returns the set of the cards in the trick.
func (t *Trick) Set() card.Set { return card.SetOf(t.Cards[:t.N]...) }

// TrickPlay is the play of tricks, the same in all games (RULES 0, Tricks).
type TrickPlay struct {
	Hands     [MaxSeats]card.Set
	WonCards  [MaxSeats]card.Set // the cards of the tricks that each seat has taken
	WonTricks [MaxSeats]int8     // the number of tricks that each seat has taken
	Seats     int8               // at the table; 0 before the first trick
	Total     int8               // tricks in the deal
	Turn      Seat
	Trick     Trick    // the running trick
	Tricks    []Trick  // the complete ones
	best      int8     // place of the card that takes the running trick so far
	fallen    card.Set // the cards of the running trick
}

// StartTricks returns the play of a deal of total tricks, in which forehand leads to the first.
func StartTricks(hands [MaxSeats]card.Set, seats, total int, forehand Seat) TrickPlay {
	return TrickPlay{
		Hands: hands, Seats: int8(seats), Total: int8(total), Turn: forehand,
		Trick: Trick{Lead: forehand}, Tricks: make([]Trick, 0, total),
	}
}

// Started reports whether the first trick has begun. It is false for the zero value.
func (p *TrickPlay) Started() bool { return p.Seats > 0 }

// Playable returns the cards that the seat in turn may play by the rules of following.
func (p *TrickPlay) Playable() card.Set {
	hand := p.Hands[p.Turn]
	if p.Trick.N == 0 {
		return hand
	}
	return hand.Follow(p.Trick.Cards[0])
}

// Beating returns the cards among the given ones that would take the running trick so far.
func (p *TrickPlay) Beating(cards card.Set) card.Set {
	if p.Trick.N == 0 {
		return cards
	}
	return cards.Beating(p.Trick.Cards[p.best])
}

// Pick returns the choice of the card that the seat in turn plays.
func (p *TrickPlay) Pick() Pick {
	playable := p.Playable()
	return Pick{Verb: PlayCard, Min: 1, Max: 1, From: playable, Why: p.Why(playable)}
}

// IsOver reports whether all tricks are played.
func (p *TrickPlay) IsOver() bool { return len(p.Tricks) == int(p.Total) }

// Why returns the duty that keeps cards of the hand out of what is playable.
func (p *TrickPlay) Why(playable card.Set) Name {
	switch {
	case playable == p.Hands[p.Turn]:
		return ""
	case playable.Lowest().Suit() == p.Trick.Cards[0].Suit():
		return MustFollow
	default:
		return MustTrump
	}
}

// Play lets the seat in turn play c and reports whether that completes the trick.
func (p *TrickPlay) Play(c card.Card) (complete bool) {
	n := p.Trick.N
	p.Hands[p.Turn] &^= c.Bit()
	p.fallen |= c.Bit()
	p.Trick.Cards[n] = c
	if n == 0 || c.Beats(p.Trick.Cards[p.best]) {
		p.best = n
	}
	p.Trick.N = n + 1
	if n+1 < p.Seats {
		p.Turn = p.Trick.By(int(n)+1, int(p.Seats))
		return false
	}
	p.collectTrick()
	return true
}

// PlayCard does the same as Play, and also returns what everybody sees of it: Played and, if the card completes the
// trick, TrickTaken. The caller must not change the slice.
func (p *TrickPlay) PlayCard(c card.Card) (events []Event, complete bool) {
	s, taker := p.Turn, Nobody
	if complete = p.Play(c); complete {
		taker = p.Turn
	}
	return playedEvents[s][c][taker+1], complete
}

// collectTrick gives the complete trick to its winner, who leads next.
func (p *TrickPlay) collectTrick() {
	winner := p.Trick.By(int(p.best), int(p.Seats))
	p.WonCards[winner] |= p.fallen
	p.WonTricks[winner]++
	p.Tricks = append(p.Tricks, p.Trick)
	p.Turn = winner
	p.Trick, p.fallen = Trick{Lead: winner}, 0
}

// Clone returns an independent copy.
func (p TrickPlay) Clone() TrickPlay {
	p.Tricks = slices.Clip(p.Tricks)
	return p
}
