package illustrated

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// leave ends the deal when a player resigns or loses by time (RULES 2).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	var items []engine.Item
	switch {
	case r.playsTrischaken():
		items = trischakenLeft(s)
	case r.Declarer == engine.Nobody:
		items = unbidLeft(s, r.rules.tariff.BidValue(&r.Auction))
	default:
		items = r.leftContract(s)
	}
	return r.makeResult(events, items, engine.End{Reason: engine.Name(how.String()), Seat: s})
}

// trischakenLeft returns the items of Trischaken when a player leaves: the leaver loses and all others win.
func trischakenLeft(leaver engine.Seat) (items []engine.Item) {
	for s := range engine.Seat(seats) {
		items = append(items, trischakenItem(s, s != leaver))
	}
	return items
}

// unbidLeft returns the items when a player leaves the auction: every other player wins the value.
func unbidLeft(leaver engine.Seat, value int) (items []engine.Item) {
	for s := range engine.Seat(seats) {
		if s != leaver {
			items = append(items, engine.Item{Item: engine.TheGame, By: s, Won: true, Value: value})
		}
	}
	return items
}

// leftContract returns the items of a contract that a player leaves. The leaver's side loses the game and keeps the cards
// that count for it so far (RULES 2): for the defenders these are their tricks and the rest of the talon.
func (r *round) leftContract(leaver engine.Seat) []engine.Item {
	kept := r.declarerCards()
	if leaver != r.Declarer {
		kept = r.rest()
		for s := next(r.Declarer); s != r.Declarer; s = next(s) {
			kept |= r.Play.WonCards[s]
		}
	}
	return r.tally().ItemsOnLeave(leaver, kept.Thirds(), r.decided)
}

// decided returns the verdict on the claim so far. Where a Without concerns only the cards dealt, no packet spoils it
// (R24).
func (r *round) decided(c engine.Claim) engine.Verdict {
	return r.ClaimVerdict(c, !r.rules.withoutByDealtHand)
}

// forWithout returns the seat's cards that decide about a Without, whose cards may not be among them: the cards dealt or
// the cards with which the play begins.
func (r *round) forWithout(s engine.Seat) card.Set {
	if r.rules.withoutByDealtHand {
		return r.dealt[s]
	}
	return r.Hands[s]
}
