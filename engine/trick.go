package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// Trick is a trick, complete or running, in playing order.
type Trick struct {
	Lead  Seat
	N     int8
	Cards [MaxSeats]card.Card
}

// BestIndex returns the index of the card that takes the trick so far. N must not be 0.
func (t *Trick) BestIndex() int {
	best := 0
	for i := 1; i < int(t.N); i++ {
		if t.Cards[i].Beats(t.Cards[best]) {
			best = i
		}
	}
	return best
}

// By returns the seat that plays card i of the trick, of n seats.
func (t *Trick) By(i, n int) Seat {
	seat := int(t.Lead) + i
	if seat >= n { // quicker than a remainder
		seat -= n
	}
	return Seat(seat)
}

// Set returns the cards.
func (t *Trick) Set() card.Set { return card.SetOf(t.Cards[:t.N]...) }

// TrickPlay is the play of tricks (RULES 0, Tricks).
type TrickPlay struct {
	Hands     [MaxSeats]card.Set
	WonCards  [MaxSeats]card.Set
	WonTricks [MaxSeats]int8
	Seats     int8
	Total     int8
	Turn      Seat
	Trick     Trick
	Tricks    []Trick
	best      int8
	fallen    card.Set
}

// StartTricks returns the play of total tricks. forehand leads first.
func StartTricks(hands [MaxSeats]card.Set, seats, total int, forehand Seat) TrickPlay {
	return TrickPlay{
		Hands: hands, Seats: int8(seats), Total: int8(total), Turn: forehand,
		Trick: Trick{Lead: forehand}, Tricks: make([]Trick, 0, total),
	}
}

// HasStarted reports whether play has begun.
func (p *TrickPlay) HasStarted() bool { return p.Seats > 0 }

// Playable returns the cards that the seat in turn may play.
func (p *TrickPlay) Playable() card.Set {
	hand := p.Hands[p.Turn]
	if p.Trick.N == 0 {
		return hand
	}
	return hand.Follow(p.Trick.Cards[0])
}

// Beating returns the given cards that would take the running trick.
func (p *TrickPlay) Beating(cards card.Set) card.Set {
	if p.Trick.N == 0 {
		return cards
	}
	return cards.Beating(p.Trick.Cards[p.best])
}

// Pick returns the choice of the seat in turn.
func (p *TrickPlay) Pick() Pick {
	playable := p.Playable()
	return Pick{Verb: PlayCard, Min: 1, Max: 1, From: playable, Reason: p.Duty(playable)}
}

// IsOver reports whether all tricks are played.
func (p *TrickPlay) IsOver() bool { return len(p.Tricks) == int(p.Total) }

// Duty returns the duty that keeps other cards from being playable, or "".
func (p *TrickPlay) Duty(playable card.Set) Name {
	switch {
	case playable == p.Hands[p.Turn]:
		return ""
	case playable.Lowest().Suit() == p.Trick.Cards[0].Suit():
		return MustFollow
	default:
		return MustTrump
	}
}

// Play plays c for the seat in turn and reports whether the trick is complete.
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

// PlayCard does what Play does and also returns the public events. Don't change the slice.
func (p *TrickPlay) PlayCard(c card.Card) (events []Event, complete bool) {
	s, taker := p.Turn, Nobody
	if complete = p.Play(c); complete {
		taker = p.Turn
	}
	return playedEvents[s][c][taker+1], complete
}

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
