package engine

import (
	"iter"
	"math/bits"

	"tarockbot/engine/card"
)

// Words is a set of words, one bit each.
type WordSet uint32

// Bit returns the set that holds only w.
func (w Word) Bit() WordSet { return 1 << w }

// Has reports whether w is in s.
func (s WordSet) Has(w Word) bool { return s&w.Bit() != 0 }

// First returns the first word of s in their order; s must not be empty.
func (s WordSet) First() Word { return Word(bits.TrailingZeros32(uint32(s))) }

// Len returns the number of words in s.
func (s WordSet) Len() int { return bits.OnesCount32(uint32(s)) }

// All yields the words of s in their order.
func (s WordSet) All() iter.Seq[Word] {
	return func(yield func(Word) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// Making is how a bonus is made.
type Making int8

// The ways to make a bonus.
const (
	ByBird    Making = iota // the card wins its trick
	ByPoints                // so many card points
	ByWithout               // the game won without any of the cards
	ByAll                   // all tricks
	ByHolding               // the cards were held
	BySaying                // the cards win tricks running, as was said of them
)

// Bonus is what a bonus is about, the same in all games. Who may announce it
// when and what it is worth are the tables of each game.
type Bonus struct {
	Making
	Cards  card.Set // bird, without, held: the cards it is about
	Needs  int      // held: how many of the cards exactly
	Points int      // points: how many
	Due    int      // bird: its trick, counted from the last, which is 0
	// Anybodys says that it has nothing to do with who plays the game, so that it
	// has to be told whose it is.
	ForAnySeat bool
}

var bonuses = [len(words)]Bonus{
	Pagat:        {Making: ByBird, Cards: 1 << card.Pagat},
	Uhu:          {Making: ByBird, Cards: 1 << card.Uhu, Due: 1},
	Pelikan:      {Making: ByBird, Cards: 1 << card.Pelikan, Due: 2},
	Quapil:       {Making: ByBird, Cards: 1 << card.Quapil, Due: 3},
	Absolute:     {Making: ByPoints, Points: 40},
	Panzer:       {Making: ByPoints, Points: 50},
	WithoutTrull: {Making: ByWithout, Cards: card.Trull},
	WithoutKings: {Making: ByWithout, Cards: card.Kings},
	Valat:        {Making: ByAll},
	Trull:        {Making: ByHolding, Cards: card.Trull, Needs: 3, ForAnySeat: true},
	Kings:        {Making: ByHolding, Cards: card.Kings, Needs: 4, ForAnySeat: true},
	Birds:        {Making: ByHolding, Cards: card.Birds, Needs: 4, ForAnySeat: true},
	TwoTrull:     {Making: ByHolding, Cards: card.Trull, Needs: 2, ForAnySeat: true},
	Rostopschin:  {Making: BySaying, Cards: 1<<16 | 1<<17, ForAnySeat: true}, // XVII and XVIII
}

// Bonuses is the set of all bonuses. Their order is the order in which they
// are listed.
const Bonuses WordSet = 1<<(TwoTrull+1) - 1<<Pagat

// HeldBonuses are those that can't fail.
var HeldBonuses = func() (held WordSet) {
	for b := range Bonuses.All() {
		if bonuses[b].Making == ByHolding {
			held |= b.Bit()
		}
	}
	return held
}()

// WordCount is the room that a table indexed by words needs.
const WordCount = len(words)

// Bonus returns what the word is about; nothing unless it is a bonus.
func (w Word) Bonus() *Bonus { return &bonuses[w] }

// HeldIn reports whether the bonus for holding cards is in the hand.
func (b *Bonus) HeldIn(hand card.Set) bool { return (hand & b.Cards).Len() == b.Needs }

// dueTrick returns the trick, from 0, that a bird has to win.
func (p *TrickPlay) dueTrick(bird Word) int { return int(p.Total) - 1 - bonuses[bird].Due }

// BirdWaits reports whether play has started and the bird's trick is yet to begin.
func (p *TrickPlay) BirdWaits(bird Word) bool {
	return p.Started() && p.dueTrick(bird) > len(p.Tricks)
}

// BirdDone reports whether the bird's trick has been played.
func (p *TrickPlay) BirdDone(bird Word) bool { return p.Started() && len(p.Tricks) > p.dueTrick(bird) }

// BirdFell returns the seat that played the bird to its own trick and the seat that took it; Nobody if it
// didn't fall there.
func (p *TrickPlay) BirdFell(bird Word) (by, taker Seat) {
	if !p.BirdDone(bird) {
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
	if !p.BirdDone(bird) {
		return false
	}
	c, winner := p.WonBy(p.dueTrick(bird))
	return winner == s && bonuses[bird].Cards.Has(c)
}

// BirdWasted reports whether the bird is neither in its holder's hand nor in
// its own trick, which may be running.
func (p *TrickPlay) BirdWasted(bird Word, hand card.Set) bool {
	if len(p.Tricks) == p.dueTrick(bird) {
		hand |= p.Trick.All()
	}
	return !hand.Holds(bonuses[bird].Cards)
}
