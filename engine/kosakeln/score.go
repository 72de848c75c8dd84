package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

type scoring interface {
	finalItems(r *round) []engine.Item
	// after the auction
	itemsOnLeave(r *round, leaver engine.Seat) []engine.Item
	// itemsAtOnce returns the items if the taken packet loses the game, else nil.
	itemsAtOnce(r *round) []engine.Item
	// credit adds the items to the scores, and may set Item.To.
	credit(items []engine.Item, declarer engine.Seat, score []int)
	bidWorth(a *engine.Auction) engine.Worth
	announcementWorth(r *round, s engine.Seat, a engine.Action, p announcing) engine.Worth
	Show(t *engine.PublicView, a *engine.Auction)
}

func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	return r.makeResult(events, r.rules.scoring.finalItems(r), engine.End{})
}

// leave ends the deal for a player who resigns or loses by time. Without a declarer, the opponent wins the standing bid
// (R10).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	end := engine.End{Reason: engine.Name(how.String()), Seat: s}
	if r.Declarer == engine.Nobody {
		game := engine.Item{Item: engine.TheGame, By: other(s), Won: true, Value: r.rules.scoring.bidWorth(&r.Auction).Now}
		return r.makeResult(events, []engine.Item{game}, end)
	}
	return r.makeResult(events, r.rules.scoring.itemsOnLeave(r, s), end)
}

func (r *round) verdictSoFar(c engine.Claim) engine.Verdict {
	return r.ClaimVerdict(c, !r.rules.withoutByOpeningHand)
}

func (r *round) cardsForWithout(s engine.Seat) card.Set {
	if r.rules.withoutByOpeningHand {
		return r.cardsOf[s].bidHand
	}
	return r.Hands[s]
}

func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	r.result = engine.NewResult(seats, how)
	r.result.Declarer, r.result.Contract, r.result.Items = r.Declarer, r.ContractName(), items
	for s := range engine.Seat(seats) {
		r.result.Thirds[s], r.result.Tricks[s] = r.countedCards(s).Thirds(), int(r.Play.WonTricks[s])
	}
	r.rules.scoring.credit(items, r.Declarer, r.result.Score)
	return append(events, engine.Ended{Result: r.result}), over{}
}

// countedCards returns the cards that count for the seat (RULES 1.8).
func (r *round) countedCards(s engine.Seat) card.Set {
	cards := r.Play.WonCards[s] | r.cardsOf[s].putAway | r.unpicked(s)
	switch r.Declarer {
	case engine.Nobody:
		return cards
	case s:
		return cards | r.Talon.Discards
	default:
		return cards | r.Talon.Untaken()
	}
}

func (r *round) Worth(s engine.Seat, a engine.Action) engine.Worth {
	switch p, announces := r.phase.(announcing); {
	case a.Verb == engine.Bid, a.Verb == engine.TakeOver, a.Verb == engine.Hold:
		after := r.Auction.After(r.rules.auction, a)
		return r.rules.scoring.bidWorth(&after)
	case announces && a.Verb != engine.EndAnnouncing:
		return r.rules.scoring.announcementWorth(r, s, a, p)
	}
	return engine.Worth{}
}
