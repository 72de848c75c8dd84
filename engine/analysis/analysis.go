// Package analysis computes what the plays of a deal lost, compared with the best play with open hands. Start at
// Analyst.
package analysis

import (
	"context"
	"errors"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/solver"
)

// Ply is a play, with the values of all legal cards.
type Ply struct {
	Number int         `json:"ply"` // from 1
	Seat   engine.Seat `json:"seat"`
	Card   card.Card   `json:"card"`
	Exact  bool        `json:"exact"` // solved; else there are no values
	// Thirds is what the seat's side takes from the running trick on, if both sides play best for card points, in
	// thirds.
	Thirds map[card.Card]int `json:"thirds,omitempty"`
	Lost   *int              `json:"lost,omitempty"` // in thirds
	// Points is the lead over the mean of the other seats in game points, if both sides play best for it. It is set
	// only in the last tricks.
	Points map[card.Card]float64 `json:"points,omitempty"`
}

const (
	maxNodes  = 2_000_000 // cards played
	unlimited = 0
)

// depthsOf returns how many last tricks are searched, for thirds without limit and for points.
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

// solverMemory is in bytes.
const solverMemory = 32 << 20

// Analyst analyses deals. The zero value is ready to use.
type Analyst struct{ solver *solver.Solver }

// Analyse returns a ply for each play; none for Trischaken, which isn't about card points (RULES 2.3).
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
	plies := []Ply{} // [] in JSON, not null
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

func (a *Analyst) ply(ctx context.Context, deal *engine.Deal, position *solver.Position, m engine.Move) (Ply, error) {
	p := Ply{Seat: m.Seat, Card: m.Action.Cards.Lowest()}
	thirdsDepth, pointsDepth := depthsOf(deal)
	budget := maxNodes
	if position.Tricks() <= thirdsDepth {
		budget = unlimited
	}
	err := a.thirds(ctx, position, budget, deal.Prompt(m.Seat).Pick.From, &p)
	if err == nil && position.Tricks() <= pointsDepth {
		err = a.points(ctx, deal, &p)
	}
	return p, err
}

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

func (a *Analyst) points(ctx context.Context, deal *engine.Deal, p *Ply) error {
	a.solver.Budget = maxNodes
	values, err := a.solver.Points(ctx, deal)
	if err != nil {
		return unlessUnsolved(err)
	}
	p.Points = make(map[card.Card]float64)
	for c := range values.Cards.All() {
		p.Points[c] = float64(values.Values[c]) / float64(values.OtherSeats)
	}
	return nil
}

func unlessUnsolved(err error) error {
	if errors.Is(err, solver.ErrUnsolved) || errors.Is(err, solver.ErrBudget) {
		return nil
	}
	return err
}
