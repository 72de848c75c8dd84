package engine

// Phase is a part of a deal with rounds of type R. Its methods do what Round's do.
type Phase[R any] interface {
	Name() Name
	Waiting(R) Seats
	Prompt(R, Seat) Prompt
	// Do also returns the next phase.
	Do(R, Seat, Action) ([]Event, Phase[R])
}

// The phases that several games have.
const (
	Exchanging      Name = "exchange"
	Bidding         Name = "auction"
	AnnouncingEarly Name = "before" // before the talon is turned up
	ChoosingPacket  Name = "talon"
	Discarding      Name = "discard"
	AnnouncingLate  Name = "after"
	Playing         Name = "play"
	Finished        Name = "over"
)

// OverPhase is the phase after the end.
type OverPhase[R any] struct{}

// Name returns Finished.
func (OverPhase[R]) Name() Name { return Finished }

// Waiting returns no seats.
func (OverPhase[R]) Waiting(R) Seats { return 0 }

// Prompt returns an empty prompt.
func (OverPhase[R]) Prompt(R, Seat) Prompt { return Prompt{} }

// Do does nothing.
func (OverPhase[R]) Do(R, Seat, Action) ([]Event, Phase[R]) { return nil, OverPhase[R]{} }
