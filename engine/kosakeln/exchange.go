package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// exchanging is the exchange with the personal talons, in any order (RULES 1.2).
type exchanging struct{}

func (exchanging) Name() engine.Name { return engine.Exchanging }

func (exchanging) Waiting(r *round) engine.Seats {
	return (engine.Seat(0).Bit() | engine.Seat(1).Bit()) &^ r.exchanged
}

func (exchanging) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: engine.Exchanging, Pick: r.settings.exchange.law(r.Hands[s])}
}

func (p exchanging) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	r.cardsOf[s].putAway = a.Cards
	r.Hands[s] &^= a.Cards
	if !r.settings.exchange.pickOnce {
		r.pickUp(s, a.Cards.Len())
	}
	r.exchanged |= s.Bit()
	events := []engine.Event{engine.Exchanged{Seat: s}}
	if r.exchanged.Len() < seats {
		return events, p
	}
	for s := range engine.Seat(seats) {
		r.cardsOf[s].bidHand = r.Hands[s]
		shown := engine.LayDown(r.cardsOf[s].putAway)
		events = append(events, engine.ExchangeShown{Seat: s, N: shown.N, Tarocks: shown.Tarocks})
	}
	r.Auction = engine.NewAuction(r.forehand())
	return events, bidding{}
}

func (r *round) pickUp(s engine.Seat, n int) {
	of := &r.cardsOf[s]
	of.fresh, of.picked = card.SetOf(of.personal[:n]...), n
	r.Hands[s] |= of.fresh
}

// unpicked returns the rest of the personal talon.
func (r *round) unpicked(s engine.Seat) card.Set {
	return card.SetOf(r.cardsOf[s].personal[r.cardsOf[s].picked:]...)
}
