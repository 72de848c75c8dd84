package engine

import (
	"fmt"
	"slices"
)

// Replay returns the record's deal without the recorded result. The error may wrap a *Refusal.
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

// ReplayWithResult replays a finished deal and keeps the recorded result, even if today's rules give another. A result
// for another number of seats is an error.
func ReplayWithResult(g Game, r Record) (*Deal, error) {
	d, err := Replay(g, r)
	if err != nil || r.Result == nil || d.Result() == nil {
		return d, err
	}
	if computed := d.Result(); !computed.Matches(*r.Result) {
		if !computed.hasSameSeats(*r.Result) {
			return nil, fmt.Errorf("engine: the recorded result is not for %d seats", len(computed.Score))
		}
		merged := computed.withRecorded(*r.Result)
		d.recordedResult = &merged
	}
	return d, nil
}

func (r Result) hasSameSeats(recorded Result) bool {
	seated := func(s Seat) bool { return s >= 0 && int(s) < len(r.Score) }
	counted := func(n, want int) bool { return n == 0 || n == want } // the cards of a deal that was left are not counted
	return len(recorded.Score) == len(r.Score) &&
		counted(len(recorded.Thirds), len(r.Thirds)) && counted(len(recorded.Tricks), len(r.Tricks)) &&
		(recorded.Declarer == Nobody || seated(recorded.Declarer)) &&
		!slices.ContainsFunc(recorded.Items, func(x Item) bool { return !seated(x.By) })
}

// withRecorded completes the recorded result from r: its end, and the breakdowns of equal items. Other items only get
// their gainers.
func (r Result) withRecorded(recorded Result) Result {
	recorded = recorded.Clone()
	recorded.End, recorded.Drawn = r.End, r.Drawn
	for i := range recorded.Items {
		item := &recorded.Items[i]
		same := slices.IndexFunc(r.Items, func(x Item) bool { return x.recorded() == item.recorded() })
		item.Breakdown = Breakdown{Gainers: recorded.gainers(*item)}
		if same >= 0 {
			item.Breakdown = r.Items[same].Breakdown
		}
	}
	return recorded
}

// gainers returns the seats that gain a lost item. It returns 0 if the item's owner pays instead; then the
// scores sum to 0.
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
