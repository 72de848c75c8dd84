// Package analysis computes what the cards played in a deal lost. It values every card that
// might have been played as if all hands had been open. Start at Analyst.
package analysis

import (
	"context"
	"errors"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/solver"
)

// Ply is one card played, with the values of all cards that might have been played.
type Ply struct {
	Number int         `json:"ply"` // from 1 in the deal
	Seat   engine.Seat `json:"seat"`
	Card   card.Card   `json:"card"`
	Exact  bool        `json:"exact"` // the position was solved; else there are no values
	// Thirds is the value of each card: the thirds that the seat's side takes from then on if the
	// card is played and both sides then play best for their own thirds. Cards already in the
	// running trick count, too.
	Thirds map[card.Card]int `json:"thirds,omitempty"`
	Lost   *int              `json:"lost,omitempty"` // the best value less that of the card played
	// Points is, in the last tricks, a second value of each card: the game points by which the
	// side's score of the deal exceeds the mean of the other seats' if both sides then play best
	// for that difference.
	Points map[card.Card]float64 `json:"points,omitempty"`
}

// Budgets of the solver.
const (
	mostNodes = 2_000_000 // cards played, after which a search gives up
	unlimited = 0
)

// depthsOf returns in how many of the last tricks of the deal thirds are searched without a limit, and game points are
// searched at all. With more tricks left, thirds are searched up to mostNodes.
func depthsOf(deal *engine.Deal) (unlimitedThirds, points int) {
	switch {
	case deal.Game().Seats > 2:
		return 10, 5
	case deal.PublicView().Piles != nil:
		return 14, 5
	default:
		return 16, 8
	}
}

// solverMemory is the size of the solver's table in bytes.
const solverMemory = 32 << 20

// Analyst analyses deals, one at a time. The zero value is ready to use.
type Analyst struct{ solver *solver.Solver }

// Analyse returns a ply for each card played in the deal. Trischaken, in which nobody plays for
// card points (RULES 2.3), has none. The error is the context's, that of engine.Replay, or the
// refusal of a move.
func (a *Analyst) Analyse(ctx context.Context, deal *engine.Deal) ([]Ply, error) {
	record := deal.Record()
	record.Actions, record.Result = nil, nil
	again, err := engine.Replay(deal.Game(), record)
	if err != nil {
		return nil, err
	}
	if a.solver == nil {
		a.solver = solver.New(solverMemory)
	}
	plies := []Ply{} // never nil: encoded as [] in JSON
	for _, m := range deal.Moves() {
		position, err := solver.PositionOf(again)
		if unlessUnsolved(err) != nil {
			return nil, err
		}
		if err == nil && m.Action.Verb == engine.PlayCard {
			ply, err := a.ply(ctx, again, &position, m)
			if err != nil {
				return nil, err
			}
			ply.Number = len(plies) + 1
			plies = append(plies, ply)
		}
		if _, err := again.Act(m.Seat, m.Action); err != nil {
			return nil, err
		}
	}
	return plies, nil
}

// ply returns the ply of the move, but for its number. The deal and its position are those before the move.
func (a *Analyst) ply(ctx context.Context, deal *engine.Deal, position *solver.Position, m engine.Move) (Ply, error) {
	p := Ply{Seat: m.Seat, Card: m.Action.Cards.Lowest()}
	thirdsDepth, pointsDepth := depthsOf(deal)
	budget := mostNodes
	if position.Tricks() <= thirdsDepth {
		budget = unlimited
	}
	err := a.thirds(ctx, position, budget, deal.Prompt(m.Seat).Pick.From, &p)
	if err == nil && position.Tricks() <= pointsDepth {
		err = a.points(ctx, deal, &p)
	}
	return p, err
}

// thirds sets the values of the legal cards in thirds, and Lost, if the solver finds them.
func (a *Analyst) thirds(ctx context.Context, position *solver.Position, budget int, legal card.Set, p *Ply) error {
	a.solver.Budget = budget
	values, err := a.solver.Values(ctx, position)
	if err != nil {
		return unlessUnsolved(err)
	}
	p.Exact, p.Thirds = true, make(map[card.Card]int)
	for c := range legal.All() {
		p.Thirds[c] = int(values.Thirds[c])
	}
	lost := values.Best() - p.Thirds[p.Card]
	p.Lost = &lost
	return nil
}

// points sets the values of the legal cards in game points, if the solver finds them.
func (a *Analyst) points(ctx context.Context, deal *engine.Deal, p *Ply) error {
	a.solver.Budget = mostNodes
	values, err := a.solver.Points(ctx, deal)
	if err != nil {
		return unlessUnsolved(err)
	}
	p.Points = make(map[card.Card]float64)
	for c := range values.Cards.All() {
		p.Points[c] = float64(values.Values[c]) / float64(values.Others)
	}
	return nil
}

// unlessUnsolved returns the error, or nil if it says that the solver found no value.
func unlessUnsolved(err error) error {
	if errors.Is(err, solver.ErrUnsolved) || errors.Is(err, solver.ErrBudget) {
		return nil
	}
	return err
}
