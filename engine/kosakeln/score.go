package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// scoring is how a rule set counts.
type scoring interface {
	// finalItems returns the items of a deal played to its end.
	finalItems(r *round) []engine.Item
	// itemsOnLeave returns the items of a deal that leaver leaves after the auction.
	itemsOnLeave(r *round, leaver engine.Seat) []engine.Item
	// itemsAtOnce returns the items of a deal that the declarer loses by taking the packet; nil if play goes on.
	itemsAtOnce(r *round) []engine.Item
	// credit adds the values of the items to the scores. It may note in the items which seats get them.
	credit(items []engine.Item, declarer engine.Seat, score []int)
	// bidWorth returns the worth of the standing bid, or of a deal without a bid.
	bidWorth(a *engine.Auction) engine.Worth
	// announcementWorth returns the worth of the seat's announcement in the phase, or the factor of its doubling.
	announcementWorth(r *round, s engine.Seat, a engine.Action, p announcing) engine.Worth
	// Show fills in the worth of the standing bid, where it depends on more than the contract.
	Show(t *engine.PublicView, a *engine.Auction)
}

// finish ends a deal that was played out, and scores it (RULES 1.8).
func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	return r.makeResult(events, r.rules.scoring.finalItems(r), engine.End{})
}

// leave ends the deal when a player resigns or loses by time. Before there is a declarer the opponent wins what the
// standing bid is worth (R10).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	end := engine.End{Reason: engine.Name(how.String()), Seat: s}
	if r.Declarer == engine.Nobody {
		game := engine.Item{Item: engine.TheGame, By: other(s), Won: true, Value: r.rules.scoring.bidWorth(&r.Auction).Now}
		return r.makeResult(events, []engine.Item{game}, end)
	}
	return r.makeResult(events, r.rules.scoring.itemsOnLeave(r, s), end)
}

// verdictSoFar returns the verdict on the claim so far. Where a Without concerns the hand with which the seat bids, no
// packet spoils it (R24, R27).
func (r *round) verdictSoFar(c engine.Claim) engine.Verdict {
	return r.ClaimVerdict(c, !r.rules.withoutByOpeningHand)
}

// cardsForWithout returns the seat's cards that decide about a Without. None of the Without's cards may be among them.
func (r *round) cardsForWithout(s engine.Seat) card.Set {
	if r.rules.withoutByOpeningHand {
		return r.cardsOf[s].bidHand
	}
	return r.Hands[s]
}

// makeResult builds the result and ends the deal.
func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	r.result = engine.NewResult(seats, how)
	r.result.Declarer, r.result.Contract, r.result.Items = r.Declarer, r.ContractName(), items
	for s := range engine.Seat(seats) {
		r.result.Thirds[s], r.result.Tricks[s] = r.countedCards(s).Thirds(), int(r.Play.WonTricks[s])
	}
	r.rules.scoring.credit(items, r.Declarer, r.result.Score)
	return append(events, engine.Ended{Result: r.result}), over{}
}

// countedCards returns every card that counts for the seat (RULES 1.8).
func (r *round) countedCards(s engine.Seat) card.Set {
	cards := r.Play.WonCards[s] | r.cardsOf[s].putAway | r.unpicked(s)
	switch r.Declarer {
	case engine.Nobody:
		return cards
	case s:
		return cards | r.Talon.Discards
	default:
		return cards | r.Talon.Rest()
	}
}

// Worth returns what a bid's contract (RULES 1.3) or an announcement (RULES 1.7) counts.
func (r *round) Worth(s engine.Seat, a engine.Action) engine.Worth {
	switch p, announces := r.phase.(announcing); {
	case a.Verb == engine.Bid, a.Verb == engine.Take, a.Verb == engine.Hold:
		after := r.Auction.After(r.rules.auction, a)
		return r.rules.scoring.bidWorth(&after)
	case announces && a.Verb != engine.Done:
		return r.rules.scoring.announcementWorth(r, s, a, p)
	}
	return engine.Worth{}
}
