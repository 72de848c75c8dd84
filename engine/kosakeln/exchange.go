package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// exchanging is the exchange with the personal talon: both seats at once, in
// any order (RULES 1.2).
type exchanging struct{}

func (exchanging) Name() engine.Name { return engine.Exchanging }

func (exchanging) Waiting(r *round) engine.Seats {
	return (engine.Seat(0).Bit() | engine.Seat(1).Bit()) &^ r.exchanged
}

func (exchanging) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: engine.Exchanging, Pick: r.exchange.law(r.hands[s])}
}

func (p exchanging) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	r.laid[s] = a.Cards
	r.hands[s] &^= a.Cards
	if !r.exchange.pickOnce {
		r.pickUp(s, a.Cards.Len())
	}
	r.exchanged |= s.Bit()
	events := []engine.Event{engine.Exchanged{Seat: s}}
	if r.exchanged.Len() < seats {
		return events, p
	}
	for s := range engine.Seat(seats) {
		shown := engine.LayDown(r.laid[s])
		events = append(events, engine.ExchangeShown{Seat: s, N: shown.N, Tarocks: shown.Tarocks})
	}
	r.before = [seats]card.Set{r.hands[0], r.hands[1]}
	r.auction = engine.StartAuction(r.forehand())
	return events, bidding{}
}

// pickUp takes n top cards of the personal talon into the hand.
func (r *round) pickUp(s engine.Seat, n int) {
	r.fresh[s] = card.SetOf(r.personal[s][:n]...)
	r.hands[s] |= r.fresh[s]
	r.picked[s] = n
}

// unpicked is what is left of the personal talon; it counts to its owner.
func (r *round) unpicked(s engine.Seat) card.Set {
	return card.SetOf(r.personal[s][r.picked[s]:]...)
}
