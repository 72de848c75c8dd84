package engine

import "tarockbot/engine/card"

// Event is something that everybody saw happen. The set of events is closed. No event
// has a field that could hold a hidden card.
type Event interface{ event() }

// The events of a deal.
type (
	// Exchanged: the seat has finished its exchange. Others see the number of its cards and its tarocks
	// when all have finished.
	Exchanged struct{ Seat Seat }
	// ExchangeShown: all have finished. The seat has exchanged N cards. The tarocks among them lie face up.
	ExchangeShown struct {
		Seat    Seat
		N       int
		Tarocks card.Set
	}
	// Spoke: the seat bid, held, passed, announced, doubled, said "done", or said a word of the card that it
	// plays next.
	Spoke struct {
		Seat   Seat
		Action Action
	}
	// TalonTurned: the talon lies face up, in dealing order.
	TalonTurned struct{ Cards [TalonSize]card.Card }
	// TalonTaken: the declarer took the packet.
	TalonTaken struct {
		Seat   Seat
		Packet int
		Cards  card.Set
	}
	// Discarded: the declarer has put away N cards. The tarocks among them lie face up.
	Discarded struct {
		Seat    Seat
		N       int
		Tarocks card.Set
	}
	// Uncovered: the top card of a pile in front of the seat was turned up.
	// InHand says that the card went to the seat's hand, so that the next one is turned.
	Uncovered struct {
		Seat   Seat
		Pile   int // from 0
		Card   card.Card
		InHand bool
	}
	// Played: the seat played a card.
	Played struct {
		Seat Seat
		Card card.Card
	}
	// TrickTaken: the trick is complete, and the seat has taken it.
	TrickTaken struct{ Seat Seat }
	// TalonAdded: the next card of the talon went with the trick to its taker.
	TalonAdded struct {
		Seat Seat
		Card card.Card
	}
	// Left: the seat resigned or lost by time; Verb is Resign or Timeout.
	Left struct {
		Seat Seat
		Verb Verb
	}
	// Ended: the deal is over and this is the result.
	Ended struct{ Result *Result }
)

// playedEvents holds what everybody sees of a card played: by seat, card, and
// the taker of the trick that the card completes, Nobody first. They are few,
// so they are made once and not at every play.
var playedEvents = func() (events [MaxSeats][card.Count][MaxSeats + 1][]Event) {
	for s := range events {
		for c := range events[s] {
			played := Event(Played{Seat(s), card.Card(c)})
			events[s][c][0] = []Event{played}
			for taker := range Seat(MaxSeats) {
				events[s][c][taker+1] = []Event{played, TrickTaken{taker}}
			}
		}
	}
	return events
}()

// spokeEvents holds what everybody sees of something said, by
// seat, verb and word. They are made once, too.
var spokeEvents = func() (events [MaxSeats][len(notation)][len(words)][]Event) {
	for s := range events {
		for v := range events[s] {
			for w := range events[s][v] {
				events[s][v][w] = []Event{Spoke{Seat(s), Say(Verb(v), Word(w))}}
			}
		}
	}
	return events
}()

// SpokeEvents returns what everybody sees of an action that only says a verb and a word. The caller must not change
// the slice.
func SpokeEvents(s Seat, a Action) []Event { return spokeEvents[s][a.Verb][a.Word] }

func (Exchanged) event()     {}
func (ExchangeShown) event() {}
func (Spoke) event()         {}
func (TalonTurned) event()   {}
func (TalonTaken) event()    {}
func (Discarded) event()     {}
func (Uncovered) event()     {}
func (Played) event()        {}
func (TrickTaken) event()    {}
func (TalonAdded) event()    {}
func (Left) event()          {}
func (Ended) event()         {}
