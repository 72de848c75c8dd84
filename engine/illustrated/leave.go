package illustrated

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// leave settles a resignation or a loss by time (RULES 2).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	var items []engine.Item
	switch {
	case r.trischaken():
		items = eachOther(s, engine.Item{Item: engine.Trischaken, By: s, Value: trischakenLoss},
			engine.Item{Item: engine.Trischaken, Won: true, Value: trischakenGain})
	case r.declarer == engine.Nobody:
		items = eachOther(s, engine.Item{}, engine.Item{Item: engine.TheGame, Won: true, Value: r.rules.tariff.Bid(&r.auction)})
	default:
		items = r.leftContract(s)
	}
	return r.makeResult(events, items, engine.End{Reason: engine.Name(how.String()), Seat: s})
}

// eachOther gives the leaver one item, unless it is worth nothing, and every
// other seat the other, by seat.
func eachOther(leaver engine.Seat, own, others engine.Item) (items []engine.Item) {
	for s := range engine.Seat(seats) {
		item := others
		item.By = s
		if s == leaver {
			item = own
		}
		if item.Value != 0 {
			items = append(items, item)
		}
	}
	return items
}

// leftContract returns the items of a contract that a player leaves: the leaver's side has lost the game.
// It keeps what it has counted so far (RULES 2); for the defenders that is their tricks and the rest of
// the talon.
func (r *round) leftContract(leaver engine.Seat) []engine.Item {
	kept := r.declarerCards()
	if leaver != r.declarer {
		kept = r.rest()
		for s := next(r.declarer); s != r.declarer; s = next(s) {
			kept |= r.play.Won[s]
		}
	}
	return r.tally().Left(leaver, kept.Thirds(), r.decided)
}

// decided returns the verdict on the announcement so far. Where a Without concerns the dealt cards alone,
// no packet spoils it (R24).
func (r *round) decided(c engine.Claim) engine.Verdict {
	packet := r.talon.Packet
	if r.rules.dealtWithout {
		packet = 0
	}
	return r.play.Decided(c.Bonus, c.Seat, r.hand(c.Seat), packet)
}

// forWithout returns the cards that a Without asks for: those dealt, or those
// that the play begins with.
func (r *round) forWithout(s engine.Seat) card.Set {
	if r.rules.dealtWithout {
		return r.dealt[s]
	}
	return r.hands[s]
}
