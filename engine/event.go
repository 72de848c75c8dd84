package engine

import "tarockbot/engine/card"

// Event is something that everybody saw happen. The set of events is closed;
// none has room for a hidden card.
type Event interface{ event() }

// The events of a deal.
type (
	// Exchanged: the seat has finished its exchange; what and how much shows
	// when all have.
	Exchanged struct{ Seat Seat }
	// ExchangeShown: all have finished; how many cards the seat exchanged and
	// the tarocks among them, which lie face up.
	ExchangeShown struct {
		Seat    Seat
		N       int
		Tarocks card.Set
	}
	// Spoke: a bid, a hold, a pass, an announcement, a doubling, or "done".
	Spoke struct {
		Seat   Seat
		Action Action
	}
	// TalonTurned: the talon lies face up, in dealing order.
	TalonTurned struct{ Cards [6]card.Card }
	// TalonTaken: the declarer took the packet.
	TalonTaken struct {
		Seat   Seat
		Packet int
		Cards  card.Set
	}
	// Discarded: the declarer has put away as many cards; tarocks lie face up.
	Discarded struct {
		Seat    Seat
		N       int
		Tarocks card.Set
	}
	// Played: a card fell.
	Played struct {
		Seat Seat
		Card card.Card
	}
	// TrickTaken: the trick is complete.
	TrickTaken struct {
		Seat  Seat
		Trick Trick
	}
	// Left: the seat resigned or lost by time; How is Resign or Timeout.
	Left struct {
		Seat Seat
		How  Name
	}
	// Ended: the deal is over and this is the result.
	Ended struct{ Result *Result }
)

// playedAlone holds what everybody sees of a card that completes no trick:
// nothing in it changes, so one is made for each and not one a play.
var playedAlone = func() (events [MaxSeats][card.Count][]Event) {
	for s := range events {
		for c := range events[s] {
			events[s][c] = []Event{Played{Seat(s), card.Card(c)}}
		}
	}
	return events
}()

// PlayedAlone is the event of a card that completes no trick. The caller must
// not change the slice.
func PlayedAlone(s Seat, c card.Card) []Event { return playedAlone[s][c] }

func (Exchanged) event()     {}
func (ExchangeShown) event() {}
func (Spoke) event()         {}
func (TalonTurned) event()   {}
func (TalonTaken) event()    {}
func (Discarded) event()     {}
func (Played) event()        {}
func (TrickTaken) event()    {}
func (Left) event()          {}
func (Ended) event()         {}

// revealing says whether the events told anybody anything that taking the
// action back couldn't unsay.
func revealing(events []Event) bool {
	for _, e := range events {
		switch e := e.(type) {
		case Exchanged:
		case Discarded:
			if e.Tarocks != 0 {
				return true
			}
		default:
			return true
		}
	}
	return false
}
