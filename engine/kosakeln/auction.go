package kosakeln

import "tarockbot/engine"

// bidding is the auction (RULES 1.3, 1.9).
type bidding struct{}

func (bidding) Name() engine.Name             { return "auction" }
func (bidding) Waiting(r *round) engine.Seats { return r.auction.Turn.Bit() }

func (bidding) Prompt(r *round, _ engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: "auction", Words: r.auction.Words(r.rules.auction)}
}

func (p bidding) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := engine.SpokeEvents(s, a)
	if over := r.auction.Do(r.rules.auction, a); !over {
		return events, p
	}
	if r.auction.Leader == engine.Nobody {
		r.result = engine.NewUnplayedResult(seats, engine.End{})
		return append(events, engine.Ended{Result: r.result}), over{}
	}
	r.declarer, r.contract = r.auction.Leader, r.auction.Contract
	r.talon.Size = engine.Contracts[r.contract].Packet
	r.claims = engine.StartClaims(r.declarer)
	r.turn = r.declarer
	if r.solo() {
		return events, announcing{}
	}
	return events, announcing{early: true}
}

// solo reports whether the talon stays down, so that there is one round of announcements and nothing to
// take (RULES 1.4).
func (r *round) solo() bool { return r.talon.Size == 0 }
