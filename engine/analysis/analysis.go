// Package analysis tells what was lost by the cards of a deal that was played: what each
// card that might have been played was worth, had all hands been open. Start at Deal.
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
	Ply   int         `json:"ply"` // from 1 in the deal
	Seat  engine.Seat `json:"seat"`
	Card  card.Card   `json:"card"`
	Exact bool        `json:"exact"` // the position was solved; else there are no values
	// Thirds are the values of all cards that might have been played.
	Thirds map[card.Card]int `json:"thirds,omitempty"`
	Lost   *int              `json:"lost,omitempty"` // the best value less that of the card played
}

// mostNodes is how many cards are played in the search for one ply at most, where the
// game has positions that take too long.
const mostNodes = 2_000_000

// solverMemory is in bytes.
const solverMemory = 32 << 20

// Analyst analyses deals, one at a time. The zero value is ready.
type Analyst struct{ solver *solver.Solver }

// Deal analyses all cards of the deal that were played. There are no plies of a game in
// which it is best to win nothing (RULES 2.3). The error is the context's, or of
// engine.Replay.
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
	plies := []Ply{}
	for _, m := range deal.Moves() {
		if m.Action.Verb == engine.PlayCard && solvable(deal) {
			ply, err := a.ply(ctx, again, m)
			if err != nil {
				return nil, err
			}
			ply.Ply = len(plies) + 1
			plies = append(plies, ply)
		}
		if _, err := again.Act(m.Seat, m.Action); err != nil {
			return nil, err
		}
	}
	return plies, nil
}

// solvable says whether the sides of the deal want their own thirds.
func solvable(deal *engine.Deal) bool { return deal.Table().Contract != engine.Trischaken }

// ply values the cards that may be played now.
func (a *Analyst) ply(ctx context.Context, deal *engine.Deal, m engine.Move) (Ply, error) {
	p := Ply{Seat: m.Seat, Card: m.Action.Cards.Lowest()}
	position := open(deal)
	a.solver.Budget = 0
	if position.Seats != 2 {
		a.solver.Budget = mostNodes
	}
	values, err := a.solver.Values(ctx, &position)
	switch {
	case errors.Is(err, solver.ErrUnsolved), errors.Is(err, solver.ErrBudget):
		return p, nil
	case err != nil:
		return p, err
	}
	p.Exact, p.Thirds = true, make(map[card.Card]int)
	for c := range deal.Prompt(m.Seat).Pick.From.All() {
		p.Thirds[c] = int(values.Thirds[c])
	}
	lost := values.Best() - p.Thirds[p.Card]
	p.Lost = &lost
	return p, nil
}

// open is the position of a deal in its tricks.
func open(deal *engine.Deal) solver.Position {
	t := deal.Table()
	p := solver.Position{Seats: len(t.HandSize), Trick: t.Trick}
	copy(p.Kept[:], t.Kept)
	for s := range engine.Seat(p.Seats) {
		p.Hands[s] = deal.View(s).Hand.Cards
		if t.Waiting.Has(s) {
			p.Turn = s
		}
	}
	return p
}
