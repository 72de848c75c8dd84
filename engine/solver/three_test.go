package solver_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/solver"
)

func TestUnsolvedTrio(t *testing.T) {
	d, deck := enginetest.Dice(20), card.Full.Cards()
	good := solver.TrioDeal(&d, deck)
	wantUnsolved(t, good, map[string]func(*solver.Position){
		"Trischaken":             func(p *solver.Position) { p.Declarer = engine.Nobody },
		"a fourth seat declares": func(p *solver.Position) { p.Declarer = 3 },
		"birds are bound":        func(p *solver.Position) { p.GuardedBirds[1] = card.Birds },
		"faces count":            func(p *solver.Position) { p.CountsFaces = true },
		"piles":                  func(p *solver.Position) { p.Piles[0][0] = deck[:2] },
		"a whole trick":          func(p *solver.Position) { p.Trick.N = 3 },
		"a card too few":         func(p *solver.Position) { p.Hands[2] &= p.Hands[2] - 1 },
		"a card in two hands":    func(p *solver.Position) { p.Hands[2] = p.Hands[2]&(p.Hands[2]-1) | p.Hands[0].Lowest().Bit() },
	})
}

func TestTrioBudget(t *testing.T) {
	d, deck := enginetest.Dice(21), card.Full.Cards()
	p, s := solver.TrioDeal(&d, deck), solver.New(8<<20)
	s.Budget = 20_000
	wantError(t, "small budget", solver.ErrBudget, func() (solver.Values, error) { return s.Values(t.Context(), &p) })
	solver.PlayTo(&d, &p, 6)
	s.Budget = 0
	solveWithoutAllocation(t, s, &p)
}
