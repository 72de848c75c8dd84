package engine

// Phase is one part of a deal of a game whose rounds are R.
type Phase[R any] interface {
	Name() Name
	Waiting(R) Seats
	Prompt(R, Seat) Prompt                  // of a seat that is waited for
	Do(R, Seat, Action) ([]Event, Phase[R]) // and the phase that follows
}

// Phases that have the same name in every game that has them; each game names
// its others.
const (
	Exchanging Name = "exchange" // cards with the personal talon
	Playing    Name = "play"     // the tricks
	Finished   Name = "over"     // nothing more
)

// Over is the phase after the end.
type Over[R any] struct{}

// Name returns Finished.
func (Over[R]) Name() Name { return Finished }

// Waiting returns nobody.
func (Over[R]) Waiting(R) Seats { return 0 }

// Prompt asks nothing.
func (Over[R]) Prompt(R, Seat) Prompt { return Prompt{} }

// Do does nothing: nothing is offered any more.
func (Over[R]) Do(R, Seat, Action) ([]Event, Phase[R]) { return nil, Over[R]{} }
