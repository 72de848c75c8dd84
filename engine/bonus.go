package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// Making is a way to make a bonus.
type Making int8

// The ways to make a bonus.
const (
	_      Making = iota // no bonus
	ByBird               // its trick is won
	ByPoints
	ByWithout // the game is won without these cards
	ByAll
	ByHolding
	BySaying // two tricks are won running, as announced
)

// Bonus says how a bonus is made. Each game's tables say who may announce it when, and its value.
type Bonus struct {
	Making Making
	Cards  card.Set
	Needs  int // ByHolding: how many of Cards
	Points int
	Due    int // ByBird: counted back from the last trick, 0
	// ForAnySeat tells that defenders can make the bonus, so a bill must name the seat.
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
	Rostopschin:  {Making: BySaying, Cards: 1<<card.XVII | 1<<card.XVIII, ForAnySeat: true},
}

// Callers must not change the sets.
var (
	Bonuses     = bonusesMade(ByBird, ByPoints, ByWithout, ByAll, ByHolding)
	BirdBonuses = bonusesMade(ByBird)
	HeldBonuses = bonusesMade(ByHolding) // can't fail
)

func bonusesMade(ways ...Making) (set WordSet) {
	for w := range bonuses {
		if slices.Contains(ways, bonuses[w].Making) {
			set |= Word(w).Bit()
		}
	}
	return set
}

// Bonus returns the word's bonus, zero if it is none. Don't change it.
func (w Word) Bonus() *Bonus { return &bonuses[w] }

// HeldIn reports whether the hand has exactly Needs of the cards.
func (b *Bonus) HeldIn(hand card.Set) bool { return (hand & b.Cards).Len() == b.Needs }
