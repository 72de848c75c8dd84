package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// Making is how a bonus is made.
type Making int8

// The ways to make a bonus.
const (
	_         Making = iota // the word is no bonus
	ByBird                  // the card wins its trick
	ByPoints                // so many card points
	ByWithout               // the game won without any of the cards
	ByAll                   // all tricks
	ByHolding               // the cards were held
	BySaying                // the cards win tricks one after the other, as was said of them
)

// Bonus says how a bonus is made, which is the same in all games. The tables of each game say which seats
// may announce it, when, and what it is worth.
type Bonus struct {
	Making Making
	Cards  card.Set // ByBird, ByWithout, ByHolding, BySaying: the cards of the bonus
	Needs  int      // ByHolding: the exact number of these cards
	Points int      // ByPoints: the number of card points
	Due    int      // ByBird: the bird's trick, counted from the last, which is 0
	// ForAnySeat says that declarer and defenders alike can make the bonus. Then
	// a bill has to name the seat that has it.
	ForAnySeat bool
}

// bonuses is the bonus that each word means; the zero value for other words.
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
	Rostopschin:  {Making: BySaying, Cards: 1<<card.XVII | 1<<card.XVIII, ForAnySeat: true},
}

// The sets of bonuses. Nobody may change them.
var (
	Bonuses     = bonusesMade(ByBird, ByPoints, ByWithout, ByAll, ByHolding) // can be announced or held
	BirdBonuses = bonusesMade(ByBird)
	HeldBonuses = bonusesMade(ByHolding) // can't fail
)

// bonusesMade returns the bonuses that are made in one of the ways.
func bonusesMade(ways ...Making) (set WordSet) {
	for w := range bonuses {
		if slices.Contains(ways, bonuses[w].Making) {
			set |= Word(w).Bit()
		}
	}
	return set
}

// Bonus returns the bonus that the word means: the zero value unless the word is a bonus. The
// caller must not change it.
func (w Word) Bonus() *Bonus { return &bonuses[w] }

// HeldIn reports whether the hand has exactly the number of cards that a bonus ByHolding needs.
func (b *Bonus) HeldIn(hand card.Set) bool { return (hand & b.Cards).Len() == b.Needs }
