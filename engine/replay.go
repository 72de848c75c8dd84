package engine

import (
	"fmt"
	"slices"
)

// Replay returns the deal that the record tells of. It ignores the record's result:
// compare it with the deal's, or see Recall. The error comes from NewDeal, or says which
// action the deal refuses and wraps the *Refusal.
func Replay(g Game, r Record) (*Deal, error) {
	d, err := NewDeal(g, r.Rules, r.Options, Cards{Deck: r.Deck, Dealer: r.Dealer})
	if err != nil {
		return nil, err
	}
	for i, m := range r.Actions {
		if _, err := d.Act(m.Seat, m.Action); err != nil && !d.insertImpliedMove(m) {
			return nil, fmt.Errorf("engine: action %d, %q: %w", i, m, err)
		}
	}
	return d, nil
}

// Recall replays a deal that is over. Unlike Replay it keeps the result that the record states, whatever
// today's rules make of the moves. For a record without a result, or with moves that don't end the deal, it
// does the same as Replay. It returns an error for a result that no deal with so many seats can have.
func Recall(g Game, r Record) (*Deal, error) {
	d, err := Replay(g, r)
	if err != nil || r.Result == nil || d.Result() == nil {
		return d, err
	}
	if computed := d.Result(); !computed.Matches(*r.Result) {
		if !computed.hasSameSeats(*r.Result) {
			return nil, fmt.Errorf("engine: the recorded result is not one for %d seats", len(computed.Score))
		}
		merged := computed.withRecorded(*r.Result)
		d.recordedResult = &merged
	}
	return d, nil
}

// hasSameSeats reports whether the recorded result has as many seats as r, and names no
// other seat.
func (r Result) hasSameSeats(recorded Result) bool {
	seated := func(s Seat) bool { return s >= 0 && int(s) < len(r.Score) }
	counted := func(n, want int) bool { return n == 0 || n == want } // the cards of a deal that was left are not counted
	return len(recorded.Score) == len(r.Score) &&
		counted(len(recorded.Thirds), len(r.Thirds)) && counted(len(recorded.Tricks), len(r.Tricks)) &&
		(recorded.Declarer == Nobody || seated(recorded.Declarer)) &&
		!slices.ContainsFunc(recorded.Items, func(x Item) bool { return !seated(x.By) })
}

// withRecorded returns the recorded result together with what records leave out: how the deal ended,
// and the breakdown of each item that r has, too. The breakdown of another item says only which seats get its
// value.
func (r Result) withRecorded(recorded Result) Result {
	recorded = recorded.Clone()
	recorded.End, recorded.Drawn = r.End, r.Drawn
	for i := range recorded.Items {
		item := &recorded.Items[i]
		same := slices.IndexFunc(r.Items, func(x Item) bool { return x.recorded() == item.recorded() })
		item.Breakdown = Breakdown{To: recorded.gainers(*item)}
		if same >= 0 {
			item.Breakdown = r.Items[same].Breakdown
		}
	}
	return recorded
}

// gainers returns the seats that get the value of a lost item: the other side, unless the item's owner pays it. In
// such a deal the scores sum to 0.
func (r Result) gainers(i Item) Seats {
	sum := 0
	for _, score := range r.Score {
		sum += score
	}
	if i.Won || sum == 0 {
		return 0
	}
	return otherSide(i.By, r.Declarer, len(r.Score))
}
