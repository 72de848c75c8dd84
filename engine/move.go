package engine

// Move is an action with the seat that did it.
type Move struct {
	Seat   Seat
	Action Action
}

// usualMoves is room for the moves of most deals.
const usualMoves = 64
