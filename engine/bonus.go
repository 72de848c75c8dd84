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
	ByBird               // the bird wins its own trick
	ByPoints
	ByWithout // the game is won without these cards
	ByAll
	ByHolding
	BySaying // the seat wins two tricks in a row, as announced
)

// Bonus says how a bonus is made. Each game's tables say who may announce it when, and its value.
type Bonus struct {
	Making Making
	Cards  card.Set
	Needs  int // with ByHolding, the number of Cards to hold
	Points int
	Due    int // with ByBird, the bird's trick, counted back from the last, which is 0
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
	Bonuses     = bonusesMadeBy(ByBird, ByPoints, ByWithout, ByAll, ByHolding)
	BirdBonuses = bonusesMadeBy(ByBird)
	HeldBonuses = bonusesMadeBy(ByHolding) // can't fail
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
