package illustrated

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// leave settles a resignation or a loss by time (RULES 2).
func (r *round) leave(s engine.Seat, how engine.Verb) ([]engine.Event, phase) {
	events := []engine.Event{engine.Left{Seat: s, How: how}}
	items := r.leftItems(s)
	return r.end(events, items, engine.End{How: engine.Name(how.String()), Seat: s})
}

func (r *round) leftItems(leaver engine.Seat) []engine.Item {
	switch {
	case r.trischaken:
		return r.eachOther(leaver, engine.Item{Item: engine.Trischaken, By: leaver, Value: trischakenLoss},
			engine.Item{Item: engine.Trischaken, Won: true, Value: trischakenGain})
	case r.declarer == engine.Nobody:
		return r.eachOther(leaver, engine.Item{}, engine.Item{Item: engine.TheGame, Won: true, Value: r.standingValue()})
	default:
		return r.leftContract(leaver)
	}
}

// eachOther gives the leaver one item, unless it is worth nothing, and every
// other seat the other, by seat.
func (r *round) eachOther(leaver engine.Seat, own, others engine.Item) (items []engine.Item) {
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

// standingValue is G × M of the standing bid, without one what a Dreiblatt
// is worth.
func (r *round) standingValue() int {
	if r.auction.Leader == engine.Nobody {
		return unbidValue
	}
	return r.game() * contracts[r.auction.Standing].times
}

// leftContract: the leaver's side has lost the game, with all cards that are
// not in tricks yet counted for the other side. What is decided stays decided;
// of what is still open the declarer's and the leaver's is settled, the other
// defender's counts nothing.
func (r *round) leftContract(leaver engine.Seat) []engine.Item {
	won := leaver != r.declarer
	items := []engine.Item{r.gameItem(won, max(1, r.excess(r.leftThirds(leaver))))}
	for _, c := range r.claims.List[1:] {
		switch {
		case r.decided(c.Bonus, c.Seat):
			items = append(items, r.claimItem(c, r.made(c.Bonus, c.Seat)))
		case c.Seat == r.declarer:
			items = append(items, r.claimItem(c, won))
		case c.Seat == leaver:
			items = append(items, r.claimItem(c, false))
		}
	}
	return items
}

// leftThirds is what the declarer counts when somebody leaves: of the cards
// not in tricks all, if it is a defender. The rest of the talon stays the
// defenders'.
func (r *round) leftThirds(leaver engine.Seat) int {
	if leaver == r.declarer {
		return r.declarerThirds()
	}
	theirs := r.rest()
	for s := range seats {
		if engine.Seat(s) != r.declarer {
			theirs |= r.play.Won[s]
		}
	}
	return (card.Full &^ theirs).Thirds()
}

// decided: nothing can change the announcement any more. A bird's is, once its
// trick is over or it fell before; what is held, at once; a Without, when a
// packet spoiled it; a Valat, when a trick is lost; points at the end only.
func (r *round) decided(b engine.Word, s engine.Seat) bool {
	switch row := b.Bonus(); row.Making {
	case engine.ByHolding:
		return true
	case engine.ByBird:
		return r.play.BirdDone(b) || r.play.BirdWasted(b, r.hand(s))
	case engine.ByWithout:
		return r.forWithout(s)&row.Cards != 0
	case engine.ByAll:
		return int(r.play.Count[s]) < len(r.play.Tricks)
	default:
		return false
	}
}

// forWithout are the cards that a Without asks for: those dealt, or those that
// the play begins with.
func (r *round) forWithout(s engine.Seat) card.Set {
	if r.rules.dealtWithout {
		return r.dealt[s]
	}
	return r.hands[s]
}
