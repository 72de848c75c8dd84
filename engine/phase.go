package engine

// Phase is one part of a deal of a game whose rounds are R. Its methods do the same as those of Round. The seat of Do
// must be one in Waiting, too.
type Phase[R any] interface {
	Name() Name
	Waiting(R) Seats
	Prompt(R, Seat) Prompt
	// Do also returns the phase that follows, which may be the same.
	Do(R, Seat, Action) ([]Event, Phase[R])
}

// The names of the phases that several games have. Each game names its other phases.
const (
	Exchanging      Name = "exchange" // seats exchange cards with their personal talons
	Bidding         Name = "auction"
	AnnouncingEarly Name = "before" // seats announce and double before the talon is turned up
	ChoosingPacket  Name = "talon"
	Discarding      Name = "discard"
	AnnouncingLate  Name = "after" // seats announce and double after the talon
	Playing         Name = "play"  // seats play tricks
	Finished        Name = "over"
)

// Over is the phase after the end of the deal.
type Over[R any] struct{}

// Name returns Finished.
func (Over[R]) Name() Name { return Finished }

// Waiting returns nobody.
func (Over[R]) Waiting(R) Seats { return 0 }

// Prompt returns an empty prompt.
func (Over[R]) Prompt(R, Seat) Prompt { return Prompt{} }

// Do does nothing, because no prompt allows an action.
func (Over[R]) Do(R, Seat, Action) ([]Event, Phase[R]) { return nil, Over[R]{} }
