package kosakeln

import "tarockbot/engine"

// bidding is the auction (RULES 1.3, 1.9).
type bidding struct{}

func (bidding) Name() engine.Name             { return engine.Bidding }
func (bidding) Waiting(r *round) engine.Seats { return r.Auction.Turn.Bit() }

func (bidding) Prompt(r *round, _ engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: engine.Bidding, Choices: r.Auction.Choices(r.rules.auction)}
}

func (p bidding) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := engine.SpokeEvents(s, a)
	if ended := r.Auction.Do(r.rules.auction, a); !ended {
		return events, p
	}
	if r.Auction.Leader == engine.Nobody {
		r.result = engine.NewResult(seats, engine.End{})
		return append(events, engine.Ended{Result: r.result}), over{}
	}
	r.StartContract()
	if r.IsSolo() {
		return events, afterTalon
	}
	return events, beforeTalon
}
