package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// pile is a Strohmann: one of the piles in front of a seat, with the card dealt first on top.
type pile struct {
	cards       [pileSize]card.Card
	next, count int8 // the top is cards[next]; count cards were dealt
	open        bool // the top lies face up
}

// empty reports whether all its cards are gone.
func (p *pile) empty() bool { return p.next == p.count }

// shown returns the pile as everybody sees it.
func (p *pile) shown() engine.Pile {
	s := engine.Pile{N: int(p.count - p.next), FaceUp: p.open}
	if p.open {
		s.Top = p.cards[p.next]
	}
	return s
}

// seatPiles holds the piles of one seat, and the cards of its hand that everybody knows.
type seatPiles struct {
	piles [pileCount]pile
	known card.Set // all cards that went to the hand openly, or were declared
	fresh card.Set // the cards that went to the hand since the last trick
}

// tops returns the cards that lie face up on the piles.
func (s *seatPiles) tops() (open card.Set) {
	for i := range s.piles {
		if p := &s.piles[i]; p.open {
			open |= p.cards[p.next].Bit()
		}
	}
	return open
}

// removeTop removes the card from its pile if it is a top.
func (s *seatPiles) removeTop(c card.Card) {
	for i := range s.piles {
		if p := &s.piles[i]; p.open && p.cards[p.next] == c {
			p.open = false
			p.next++
		}
	}
}

// uncover turns up the tops that lie face down: the piles of first from the left, then the other seat's (RULES 3.3). It
// appends the Uncovered events to events.
func (r *round) uncover(first engine.Seat, events []engine.Event) []engine.Event {
	before := len(events)
	for _, s := range bothFrom(first) {
		r.piles[s].fresh = 0
		for i := range r.piles[s].piles {
			if p := &r.piles[s].piles[i]; !p.open && !p.empty() {
				events = r.turnUp(s, i, events)
			}
		}
	}
	r.turned = events[before:len(events):len(events)]
	return events
}

// turnedUp returns the events as Uncovered. Each of them must be one.
func turnedUp(events []engine.Event) (cards []engine.Uncovered) {
	for _, e := range events {
		cards = append(cards, e.(engine.Uncovered))
	}
	return cards
}

// toHand are the cards that go to the hand when they are turned up.
const toHand = card.AllTarocks | card.Kings

// turnUp turns up the top of the pile. A tarock or king goes to the hand, and the next card is turned up.
func (r *round) turnUp(s engine.Seat, i int, events []engine.Event) []engine.Event {
	p := &r.piles[s].piles[i]
	for !p.empty() {
		c := p.cards[p.next]
		r.play.Hands[s] |= c.Bit()
		events = append(events, uncovered[s][i][c])
		if !toHand.Has(c) {
			p.open = true
			break
		}
		r.piles[s].known |= c.Bit()
		r.piles[s].fresh |= c.Bit()
		p.next++
	}
	return events
}

// uncovered holds the event of each card turned up, by seat, pile and card. The events are made once: without this
// table and with a list of its own in round.turned, a deal has 69 allocations, not 28, and takes a tenth longer.
var uncovered = func() (events [seats][pileCount][card.Count]engine.Event) {
	for s := range events {
		for i := range events[s] {
			for c := range events[s][i] {
				events[s][i][c] = engine.Uncovered{Seat: engine.Seat(s), Pile: i, Card: card.Card(c), InHand: toHand.Has(card.Card(c))}
			}
		}
	}
	return events
}()
