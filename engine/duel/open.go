package duel

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/engine/solver"
)

// openPlayer plays cards with a solver for open cards. It is an upper bound, not a fair opponent.
type openPlayer struct {
	rest   Seated
	solver *solver.Solver
}

// The memory in bytes, and the cards that a search may play where there are piles or three seats: enough for some ten
// tricks. Kosakeln is solved from its first card.
const (
	openMemory = 16 << 20
	openBudget = 300_000
)

func newOpenPlayer() Player { return &openPlayer{Seated{robot.Medium.New()}, solver.New(openMemory)} }

// Act plays like robot.Medium where it can't solve the position. Among equal cards it prefers robot.Medium's.
func (o *openPlayer) Act(deal *engine.Deal, seat engine.Seat, d *dice.Dice) []engine.Action {
	usual := o.rest.Act(deal, seat, d)
	if len(usual) != 1 || usual[0].Verb != engine.PlayCard {
		return usual
	}
	position, err := solver.PositionOf(deal)
	if err != nil {
		return usual
	}
	o.solver.Forget()
	o.solver.Budget = openBudget
	if deal.Game().Seats == 2 && deal.PublicView().Piles == nil {
		o.solver.Budget = 0
	}
	values, err := o.solver.Values(context.Background(), &position)
	if err != nil || int(values.Thirds[usual[0].Cards.Lowest()]) == values.Best() {
		return usual
	}
	for c := range values.Cards.All() {
		if int(values.Thirds[c]) == values.Best() {
			return []engine.Action{engine.Play(c)}
		}
	}
	return usual
}
