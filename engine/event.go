package engine

import "tarockbot/engine/card"

// Event is something that all players saw. No event can hold a hidden card.
type Event interface{ event() }

type (
	// Exchanged reports that the seat has exchanged.
	Exchanged struct{ Seat Seat }
	// ExchangeShown reports the number of cards exchanged, and their tarocks, once all seats have exchanged.
	ExchangeShown struct {
		Seat    Seat
		N       int
		Tarocks card.Set
	}
	// Spoke reports that the seat said a word, perhaps with the card that follows.
	Spoke struct {
		Seat   Seat
		Action Action
	}
	// TalonTurned reports that the talon lies face up, in dealing order.
	TalonTurned struct{ Cards [TalonSize]card.Card }
	// TalonTaken reports that the declarer took the packet.
	TalonTaken struct {
		Seat   Seat
		Packet int
		Cards  card.Set
	}
	// Discarded reports the number of cards put away by the declarer, and their tarocks, which are public.
	Discarded struct {
		Seat    Seat
		N       int
		Tarocks card.Set
	}
	// Uncovered reports that the top card of the seat's pile was turned up. If InHand, it went to the hand, and the next
	// card follows.
	Uncovered struct {
		Seat   Seat
		Pile   int // from 0
		Card   card.Card
		InHand bool
	}
	// Played reports that the seat played a card.
	Played struct {
		Seat Seat
		Card card.Card
	}
	// TrickTaken reports that the seat took the trick.
	TrickTaken struct{ Seat Seat }
	// TalonAdded reports that the talon's next card went to the trick's taker.
	TalonAdded struct {
		Seat Seat
		Card card.Card
	}
	// Left reports that the seat left, by Resign or Timeout.
	Left struct {
		Seat Seat
		Verb Verb
	}
	// Ended holds the result.
	Ended struct{ Result *Result }
)

// playedEvents saves allocations: the events by seat, card, and taker of the completed trick (Nobody first).
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

// SpokeEvents returns the event of a verb with a word. Don't change the slice.
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
