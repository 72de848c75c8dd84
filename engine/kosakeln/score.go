package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// scoring is how a rule set counts.
type scoring interface {
	// items returns the items of a finished deal, left those of a deal that a seat leaves after the auction.
	items(r *round) []engine.Item
	left(r *round, leaver engine.Seat) []engine.Item
	// spoiledByTalon returns the items of a deal that the declarer's packet ends; nil if the deal goes on.
	spoiledByTalon(r *round) []engine.Item
	// credit adds the items to the scores.
	credit(items []engine.Item, declarer engine.Seat, score []int)
	// bid returns the worth of the standing bid, or of a deal without a bid. said returns the worth of an
	// announcement or a doubling.
	bid(a *engine.Auction) engine.Worth
	said(r *round, s engine.Seat, a engine.Action, p announcing) engine.Worth
	// show fills in the worth of the standing bid where bids have levels.
	show(t *engine.PublicView, a *engine.Auction)
}

// finish ends a deal that was played out, and scores it (RULES 1.8).
func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	return r.makeResult(events, r.rules.scoring.items(r), engine.End{})
}

// leave ends the deal when a player resigns or loses by time. Before there is a declarer the opponent wins what the
// standing bid is worth (R10).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	end := engine.End{Reason: engine.Name(how.String()), Seat: s}
	if r.Declarer == engine.Nobody {
		game := engine.Item{Item: engine.TheGame, By: other(s), Won: true, Value: r.rules.scoring.bid(&r.Auction).Now}
		return r.makeResult(events, []engine.Item{game}, end)
	}
	return r.makeResult(events, r.rules.scoring.left(r, s), end)
}

// decided returns the verdict on the claim so far. Where a Without concerns the hand with which the seat bids, no packet
// spoils it (R24, R27).
func (r *round) decided(c engine.Claim) engine.Verdict {
	return r.ClaimVerdict(c, !r.rules.withoutByOpeningHand)
}

// forWithout returns the seat's cards that decide about a Without: none of its cards may be among them.
func (r *round) forWithout(s engine.Seat) card.Set {
	if r.rules.withoutByOpeningHand {
		return r.cardsOf[s].bidHand
	}
	return r.Hands[s]
}

// makeResult builds the result and ends the deal. It allocates one array for all counts, because computers make
// results by the million.
func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	res := &engine.Result{Declarer: r.Declarer, Contract: r.ContractName(), Items: items, End: how}
	counts := [3 * seats]int{
		r.counted(0).Thirds(), r.counted(1).Thirds(), int(r.Play.WonTricks[0]), int(r.Play.WonTricks[1]),
	}
	res.Thirds, res.Tricks, res.Score = counts[:2:2], counts[2:4:4], counts[4:]
	r.rules.scoring.credit(items, r.Declarer, res.Score)
	r.result = res
	return append(events, engine.Ended{Result: res}), over{}
}

// counted returns every card that counts for the seat (RULES 1.8).
func (r *round) counted(s engine.Seat) card.Set {
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
		return r.rules.scoring.bid(&after)
	case announces && a.Verb != engine.Done:
		return r.rules.scoring.said(r, s, a, p)
	}
	return engine.Worth{}
}
