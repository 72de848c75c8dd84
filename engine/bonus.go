package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// Making is a way to make a bonus.
type Making int8

// The ways to make a bonus.
const (
	_          Making = iota // no bonus
	MadeByBird               // the bird wins its own trick
	MadeByPoints
	MadeWithout // the game is won without these cards
	MadeByAllTricks
	MadeByHolding
	MadeBySaying // the seat wins two tricks in a row, as announced
)

// Bonus says how a bonus is made. Each game's tables say who may announce it when, and its value.
type Bonus struct {
	Making   Making
	Cards    card.Set
	Needs    int // with MadeByHolding, the number of Cards to hold
	Points   int
	DueTrick int // with MadeByBird, the bird's trick, counted back from the last, which is 0
	// ForAnySeat tells that defenders can make the bonus, so a bill must name the seat.
	ForAnySeat bool
}

var bonuses = [len(words)]Bonus{
	Pagat:        {Making: MadeByBird, Cards: 1 << card.Pagat},
	Uhu:          {Making: MadeByBird, Cards: 1 << card.Uhu, DueTrick: 1},
	Pelikan:      {Making: MadeByBird, Cards: 1 << card.Pelikan, DueTrick: 2},
	Quapil:       {Making: MadeByBird, Cards: 1 << card.Quapil, DueTrick: 3},
	Absolute:     {Making: MadeByPoints, Points: 40},
	Panzer:       {Making: MadeByPoints, Points: 50},
	WithoutTrull: {Making: MadeWithout, Cards: card.Trull},
	WithoutKings: {Making: MadeWithout, Cards: card.Kings},
	Valat:        {Making: MadeByAllTricks},
	Trull:        {Making: MadeByHolding, Cards: card.Trull, Needs: 3, ForAnySeat: true},
	Kings:        {Making: MadeByHolding, Cards: card.Kings, Needs: 4, ForAnySeat: true},
	Birds:        {Making: MadeByHolding, Cards: card.Birds, Needs: 4, ForAnySeat: true},
	TwoTrull:     {Making: MadeByHolding, Cards: card.Trull, Needs: 2, ForAnySeat: true},
	Rostopschin:  {Making: MadeBySaying, Cards: 1<<card.XVII | 1<<card.XVIII, ForAnySeat: true},
}

// Callers must not change the sets.
var (
	Bonuses     = bonusesMadeBy(MadeByBird, MadeByPoints, MadeWithout, MadeByAllTricks, MadeByHolding)
	BirdBonuses = bonusesMadeBy(MadeByBird)
	HeldBonuses = bonusesMadeBy(MadeByHolding) // can't fail
)

func bonusesMadeBy(ways ...Making) (set WordSet) {
	for w := range bonuses {
		if slices.Contains(ways, bonuses[w].Making) {
			set |= Word(w).Bit()
		}
	}
	return set
}

// Bonus returns how the word's bonus is made; zero if the word isn't a bonus. Don't change it.
func (w Word) Bonus() *Bonus { return &bonuses[w] }

// HeldIn reports whether the hand has exactly Needs of the cards.
func (b *Bonus) HeldIn(hand card.Set) bool { return (hand & b.Cards).Len() == b.Needs }
