package illustrated

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

func (r *round) finish(events []engine.Event) ([]engine.Event, phase) {
	return r.makeResult(events, r.tally().Items(), engine.End{})
}

func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, Verb: how}}
	var items []engine.Item
	switch {
	case r.playsTrischaken():
		items = trischaken{}.itemsOnLeave(s)
	case r.Declarer == engine.Nobody:
		items = unbidItems(s, r.rules.tariff.BidValue(&r.Auction))
	default:
		items = r.itemsOnLeave(s)
	}
	return r.makeResult(events, items, engine.End{Reason: engine.Name(how.String()), Seat: s})
}

func unbidItems(leaver engine.Seat, value int) (items []engine.Item) {
	for s := range engine.Seat(seats) {
		if s != leaver {
			items = append(items, engine.Item{Item: engine.TheGame, By: s, Won: true, Value: value})
		}
	}
	return items
}

// itemsOnLeave lets the leaver's side lose the game and keep its cards, defenders with the rest of the talon (RULES 2).
func (r *round) itemsOnLeave(leaver engine.Seat) []engine.Item {
	kept := r.declarerCards()
	if leaver != r.Declarer {
		kept = r.rest()
		for s := next(r.Declarer); s != r.Declarer; s = next(s) {
			kept |= r.Play.WonCards[s]
		}
	}
	return r.tally().ItemsOnLeave(leaver, kept.Thirds(), r.verdictSoFar)
}

func (r *round) tally() *engine.PricedDeal {
	return r.PricedDeal(&r.rules.tariff, r.offered, r.cardsForWithout(r.Declarer), r.declarerCards().Thirds())
}

func (r *round) makeResult(events []engine.Event, items []engine.Item, how engine.End) ([]engine.Event, phase) {
	r.result = engine.NewResult(seats, how)
	r.result.Declarer, r.result.Contract, r.result.Items = r.Declarer, r.playedContract(), items
	r.result.UntakenThirds, r.result.HasUntaken = r.rest().Thirds(), r.result.Contract != 0
	for s := range seats {
		r.result.Thirds[s], r.result.Tricks[s] = r.Play.WonCards[s].Thirds(), int(r.Play.WonTricks[s])
	}
	if r.Declarer != engine.Nobody {
		r.result.Thirds[r.Declarer] = r.declarerCards().Thirds()
	}
	engine.AddToScores(items, r.Declarer, r.result.Score)
	return append(events, engine.Ended{Result: r.result}), over{}
}

func (r *round) declarerCards() card.Set { return r.Play.WonCards[r.Declarer] | r.Talon.Discards }

func (r *round) rest() card.Set {
	if r.Declarer == engine.Nobody {
		return 0
	}
	return r.Talon.Untaken()
}

func (r *round) verdictSoFar(c engine.Claim) engine.Verdict {
	return r.ClaimVerdict(c, !r.rules.withoutByDealtHand)
}

func (r *round) cardsForWithout(s engine.Seat) card.Set {
	if r.rules.withoutByDealtHand {
		return r.dealt[s]
	}
	return r.Hands[s]
}

func (r *round) Worth(s engine.Seat, a engine.Action) (w engine.Worth) {
	switch p, announces := r.phase.(announcing); {
	case a.Verb == engine.Bid, a.Verb == engine.TakeOver, a.Verb == engine.Hold:
		after := r.Auction.After(r.rules.auction, a)
		w.Now, w.PlusCardPoints = r.rules.tariff.BidValue(&after), true
	case announces && a.Verb != engine.EndAnnouncing:
		w = r.tally().Worth(s, a, p.beforeTalon, r.rules.earlyDoublingSquares)
	}
	return w
}
