package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// pile is a Strohmann: the cards in front of a seat, the first dealt on top.
type pile struct {
	cards [pileSize]card.Card
	at, n int8 // the top is card at of n
	open  bool // the top lies face up
}

// empty reports whether all its cards are gone.
func (p *pile) empty() bool { return p.at == p.n }

// shown returns the pile as everybody sees it.
func (p *pile) shown() engine.Pile {
	s := engine.Pile{N: int(p.n - p.at), FaceUp: p.open}
	if p.open {
		s.Top = p.cards[p.at]
	}
	return s
}

// side is what lies in front of one seat, and what has come from there.
type side struct {
	piles [pileCount]pile
	known card.Set // went from the piles to the hand
	fresh card.Set // of them, those since the last trick
}

// tops returns the open cards.
func (s *side) tops() (open card.Set) {
	for i := range s.piles {
		if p := &s.piles[i]; p.open {
			open |= p.cards[p.at].Bit()
		}
	}
	return open
}

// use takes the card off its pile if it is a top.
func (s *side) use(c card.Card) {
	for i := range s.piles {
		if p := &s.piles[i]; p.open && p.cards[p.at] == c {
			p.open = false
			p.at++
		}
	}
}

// uncover turns the tops that lie face down, first's piles from the left before
// the other's (RULES 3.3).
func (r *round) uncover(first engine.Seat, events []engine.Event) []engine.Event {
	before := len(events)
	for _, s := range from(first) {
		r.side[s].fresh = 0
		for i := range r.side[s].piles {
			if p := &r.side[s].piles[i]; !p.open && !p.empty() {
				events = r.turnUp(s, i, events)
			}
		}
	}
	r.turned = events[before:len(events):len(events)]
	return events
}

// toHand are the cards that don't stay on their pile.
const toHand = card.AllTarocks | card.Kings

// turnUp turns the pile's top, and the next as long as it goes to the hand.
func (r *round) turnUp(s engine.Seat, i int, events []engine.Event) []engine.Event {
	p := &r.side[s].piles[i]
	for !p.empty() {
		c := p.cards[p.at]
		r.play.Hands[s] |= c.Bit()
		events = append(events, uncovered[s][i][c])
		if !toHand.Has(c) {
			p.open = true
			break
		}
		r.side[s].known |= c.Bit()
		r.side[s].fresh |= c.Bit()
		p.at++
	}
	return events
}

// uncovered holds what everybody sees of a card turned up, made once: by seat,
// pile and card.
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
