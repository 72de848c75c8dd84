package engine

// Phase is one part of a deal of a game whose rounds are R.
type Phase[R any] interface {
	Name() Name
	Waiting(R) Seats
	Prompt(R, Seat) Prompt                  // of a seat that is waited for
	Do(R, Seat, Action) ([]Event, Phase[R]) // and the phase that follows
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

// Prompt asks nothing.
func (Over[R]) Prompt(R, Seat) Prompt { return Prompt{} }

// Do does nothing: nothing is offered any more.
func (Over[R]) Do(R, Seat, Action) ([]Event, Phase[R]) { return nil, Over[R]{} }
