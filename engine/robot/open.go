package robot

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/solver"
)

// The limits of a trial with open cards, where only card points count.
const (
	openWorlds = 24
	openDraws  = 256
	openTricks = 3 // the solver's search depth in tricks, if the end is too far away
)

// expectedThirds returns the card points that the seat wins in the whole deal, in thirds. The
// other seat answers by the heuristics until the seat's next turn, and both play best with
// open cards from then on. The first answer is heuristic because a real rival doesn't see the
// seat's cards.
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
