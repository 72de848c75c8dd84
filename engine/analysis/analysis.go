// Package analysis tells what was lost by the cards of a deal that was played: what each
// card that might have been played was worth, had all hands been open. Start at Analyst.
package analysis

import (
	"context"
	"errors"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/solver"
)

// Ply is one card played. Values are for the side of the seat that played it: the thirds
// of the running trick, cards already in it included, and of all later tricks that the side
// takes if the card is played and both sides then play best for their own thirds.
type Ply struct {
	Number int         `json:"ply"` // from 1 in the deal
	Seat   engine.Seat `json:"seat"`
	Card   card.Card   `json:"card"`
	Exact  bool        `json:"exact"` // the position was solved; else there are no values
	// Thirds are the values of all cards that might have been played.
	Thirds map[card.Card]int `json:"thirds,omitempty"`
	Lost   *int              `json:"lost,omitempty"` // the best value less that of the card played
	// Points are, in the last tricks, the game points by which the side's score of the deal
	// exceeds the mean of the others' if both sides then play best for that difference.
	Points map[card.Card]float64 `json:"points,omitempty"`
}

// searchDepths are how many of the last tricks are searched.
type searchDepths struct {
	thirds int // for thirds, however long that takes; with more tricks left up to mostNodes
	points int // for game points
}

// Budgets of the solver.
const (
	mostNodes = 2_000_000 // cards played, after which a search gives up
	unlimited = 0
)

// depthsOf returns those of the deal's game.
func depthsOf(deal *engine.Deal) searchDepths {
	switch {
	case deal.Game().Seats > 2:
		return searchDepths{thirds: 10, points: 5}
	case deal.PublicView().Piles != nil:
		return searchDepths{thirds: 14, points: 5}
	default:
		return searchDepths{thirds: 16, points: 8}
	}
}

// solverMemory is the size of the solver's table in bytes.
const solverMemory = 32 << 20

// Analyst analyses deals, one at a time. The zero value is ready.
type Analyst struct{ solver *solver.Solver }

// Deal analyses all cards of the deal that were played. There are no plies where
// nobody plays for card points, as in Trischaken (RULES 2.3). The error is the context's, of
// engine.Replay, or of a move that isn't legal.
func (a *Analyst) Deal(ctx context.Context, deal *engine.Deal) ([]Ply, error) {
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

// ply values the cards that may be played now.
func (a *Analyst) ply(ctx context.Context, deal *engine.Deal, position *solver.Position, m engine.Move) (Ply, error) {
	p := Ply{Seat: m.Seat, Card: m.Action.Cards.Lowest()}
	depths, tricks := depthsOf(deal), position.Tricks()
	a.solver.Budget = mostNodes
	if tricks <= depths.thirds {
		a.solver.Budget = unlimited
	}
	err := a.thirds(ctx, position, deal.Prompt(m.Seat).Pick.From, &p)
	if err == nil && tricks <= depths.points {
		err = a.points(ctx, deal, &p)
	}
	return p, err
}

// thirds fills in the values of the legal cards in thirds, if the solver finds them.
func (a *Analyst) thirds(ctx context.Context, position *solver.Position, legal card.Set, p *Ply) error {
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

// points fills in the game points of the legal cards, if the solver finds them.
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

// unlessUnsolved returns the error unless it says that there is no value.
func unlessUnsolved(err error) error {
	if errors.Is(err, solver.ErrUnsolved) || errors.Is(err, solver.ErrBudget) {
		return nil
	}
	return err
}
