package robot

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/solver"
)

// How worlds with open cards are searched where card points alone count.
const (
	openWorlds = 24
	openDraws  = 256
	openTricks = 3 // looked ahead, where it is too far to the end
)

// thirds are what the seat wins in the whole deal, if the other answers by the model until
// it is the seat's turn again, and from there both play best with open cards. The answers
// of one who sees no cards are what open cards alone would not reckon with.
func (s *strong) thirds(p *playout, seat engine.Seat) (int, error) {
	if err := p.playOn(s.model, seat.Bit()); err != nil {
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
