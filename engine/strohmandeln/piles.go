package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// pile is a Strohmann, with the card dealt first on top.
type pile struct {
	cards       [pileSize]card.Card
	next, count int8 // count cards were dealt, cards[next] is the top
	open        bool // the top is face up
}

func (p *pile) empty() bool { return p.next == p.count }

func (p *pile) shown() engine.Pile {
	s := engine.Pile{N: int(p.count - p.next), FaceUp: p.open}
	if p.open {
		s.Top = p.cards[p.next]
	}
	return s
}

type seatPiles struct {
	piles [pileCount]pile
	known card.Set // cards that went to the hand openly, or were declared
	fresh card.Set // cards that went to the hand since the last trick
}

func (s *seatPiles) tops() (open card.Set) {
	for i := range s.piles {
		if p := &s.piles[i]; p.open {
			open |= p.cards[p.next].Bit()
		}
	}
	return open
}

func (s *seatPiles) removeTop(c card.Card) {
	for i := range s.piles {
		if p := &s.piles[i]; p.open && p.cards[p.next] == c {
			p.open = false
			p.next++
		}
	}
}

// uncover turns up the face-down tops, first's piles before the other's (RULES 3.3).
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

func turnedUp(events []engine.Event) (cards []engine.Uncovered) {
	for _, e := range events {
		cards = append(cards, e.(engine.Uncovered))
	}
	return cards
}

const toHand = card.AllTarocks | card.Kings

// turnUp turns up the top, and the next card after each that goes to the hand.
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

// uncovered holds all events by seat, pile and card. That saves a tenth of a deal's time.
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
