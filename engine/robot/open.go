package robot

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/solver"
)

// How worlds with open cards are searched where card points alone count.
const (
	openWorlds   = 24
	openDraws    = 256
	openTricks   = 3 // looked ahead, where it is too far to the end
	solverMemory = 4 << 20
)

// thirds are what the seat wins in the world from the card on, if the other answers by the
// model until it is the seat's turn again, and from there both play best with open cards.
// The answers of one who sees no cards are what open cards alone would not reckon with.
func (s *strong) thirds(w *world, seat engine.Seat, a engine.Action) (int, error) {
	p := w.clone()
	before := p.deal.PublicView().Thirds[seat]
	if err := p.act(seat, a); err != nil {
		return 0, err
	}
	for p.deal.Waiting() != 0 && !p.deal.Waiting().Has(seat) {
		for other := range p.deal.Waiting().All() {
			if err := p.act(other, p.decide(s.model, other)); err != nil {
				return 0, err
			}
		}
	}
	won := p.deal.PublicView().Thirds[seat] - before
	if p.deal.Waiting() == 0 {
		return won, nil
	}
	position, err := solver.Open(p.deal)
	if err != nil {
		return 0, err
	}
	later, err := s.solver.Estimate(context.Background(), &position, openTricks)
	return won + later, err
}
