package robot

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/solver"
)

// Limits of a trial with open cards.
const (
	openWorlds = 24
	openDraws  = 256
	openTricks = 3 // the solver's search depth
)

// expectedThirds returns the seat's card points in the whole deal, in thirds. The other seat's first answer is
// heuristic, because a real rival doesn't see the seat's cards. From then on both play best with open cards.
func (s *strong) expectedThirds(p *playout, seat engine.Seat) (int, error) {
	if err := p.playOn(seat.Bit()); err != nil {
		return 0, err
	}
	won := p.deal.PublicView().Thirds[seat]
	if p.deal.Waiting() == 0 {
		return won, nil
	}
	position, err := solver.PositionOf(p.deal)
	if err != nil {
		return 0, err
	}
	later, err := s.open.Estimate(context.Background(), &position, openTricks)
	return won + later, err
}
