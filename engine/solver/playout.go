package solver

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Playout is a deal for two on the words that the search uses: no more than hands, a
// trick and what each seat has taken. It is for players and measurements that need
// hundreds of thousands of random deals a second and ask for card points alone; none
// of ours does yet. The playouts of engine/robot need words and scores, and so a whole
// engine.Deal.
type Playout struct {
	hands [2]uint64
	taken [2]uint64 // tricks and what was put away
	turn  uint8
	led   int8 // the place of the card that lies, or noCard
}

// noCard stands where no card lies.
const noCard = -1

// NewPlayout deals the hands; the seat leads to the first trick.
func NewPlayout(hands [2]card.Set, forehand engine.Seat) Playout {
	return Playout{
		hands: [2]uint64{placesOf(hands[0]), placesOf(hands[1])},
		turn:  uint8(forehand),
		led:   noCard,
	}
}

// PutAway lets the seat put cards of its hand away, which count for it.
func (p *Playout) PutAway(seat engine.Seat, cards card.Set) {
	away := placesOf(cards)
	p.hands[seat&1] &^= away
	p.taken[seat&1] |= away
}

// Turn is the seat that has to play.
func (p *Playout) Turn() engine.Seat { return engine.Seat(p.turn) }

// Playable is what that seat may play by the rules of following; empty when all
// has been played.
func (p *Playout) Playable() card.Set {
	hand := p.hands[p.turn&1]
	if p.led != noCard {
		hand = legalCards(hand, int(p.led))
	}
	return cardsOf(hand)
}

// Play lets the seat in turn play a card that is playable.
func (p *Playout) Play(c card.Card) {
	at := placeOf(c)
	p.hands[p.turn&1] &^= 1 << at
	if p.led == noCard {
		p.led, p.turn = int8(at), p.turn^1
		return
	}
	lost := uint8(^(lookup.above[p.led&63] >> at) & 1)
	p.turn ^= lost
	p.taken[p.turn&1] |= 1<<at | 1<<(p.led&63)
	p.led = noCard
}

// Thirds is what the seat's tricks and what it put away count.
func (p *Playout) Thirds(seat engine.Seat) int { return thirdsOf(p.taken[seat&1]) }
