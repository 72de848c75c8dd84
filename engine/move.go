package engine

// Move is an action with the seat that did it.
type Move struct {
	Seat   Seat
	Action Action
}

// usualMoves and usualEvents are room for the moves of most deals, and for what is seen
// of them.
const (
	usualMoves  = 64
	usualEvents = 80
)
