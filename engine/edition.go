package engine

import (
	"fmt"
	"slices"
)

// Edition is the edition of the rules that this program settles deals by. A change
// that leads from the same record to another result raises it and says here what
// it was. A deal that is over stays as it was settled; see Recall.
//
// It is one for all games. Raising it makes all finished deals Older, also those of
// games that didn't change: they keep their results, too, and are still replayed to
// their end, but nobody compares the results with today's rules any more.
//
//	1  the first
//	2  Leaving: what is decided stays decided in all games, whoever leaves; a Valat
//	   once its side has lost a trick, too (RULES R24). Löw: when the declarer leaves,
//	   a defender's open Pagat or Uhu is won; when a defender leaves, the other's
//	   counts nothing. Illustrated: E is how far the side that is given the game is
//	   past 35, at least 1, never the distance the other way (RULES 2).
//	   Löw: only an announced 50 takes the place of E, a 40 doesn't (RULES R13).
const Edition = 2

// FirstEdition is the edition of deals that were kept before their edition was.
const FirstEdition = 1

// Older reports whether an edition of the rules before this one has settled the
// deal: its result may be another than today's. A record that doesn't say is taken
// for one of this edition.
func (r Record) Older() bool { return r.Edition >= FirstEdition && r.Edition < Edition }

// Newer reports whether later rules than this program's have settled the deal: it can't judge the result.
func (r Record) Newer() bool { return r.Edition > Edition }

// Recall replays a deal that is over. Unlike Replay it keeps the result that the record states, whatever
// today's rules make of the moves. For a record without a result, or whose moves don't end the deal, it
// does the same as Replay. It returns an error for a result that no deal with so many seats can have.
func Recall(g Game, r Record) (*Deal, error) {
	d, err := Replay(g, r)
	if err != nil || r.Result == nil || d.Result() == nil {
		return d, err
	}
	if computed := d.Result(); !computed.Matches(*r.Result) {
		if !computed.fits(*r.Result) {
			return nil, fmt.Errorf("engine: the recorded result is not one for %d seats", len(computed.Score))
		}
		settled := computed.as(*r.Result)
		d.settled = &settled
	}
	return d, nil
}

// fits reports whether the recorded result has as many seats, and names no
// other.
func (r Result) fits(recorded Result) bool {
	seated := func(s Seat) bool { return s >= 0 && int(s) < len(r.Score) }
	counted := func(n, want int) bool { return n == 0 || n == want } // what was left was not counted to its end
	return len(recorded.Score) == len(r.Score) && counted(len(recorded.Thirds), len(r.Thirds)) && counted(len(recorded.Tricks), len(r.Tricks)) &&
		(recorded.Declarer == Nobody || seated(recorded.Declarer)) &&
		!slices.ContainsFunc(recorded.Items, func(x Item) bool { return !seated(x.By) })
}

// as returns the recorded result with what records leave out: how the deal ended,
// and how the items came about that r has, too. Of another item only who gets it is
// known.
func (r Result) as(recorded Result) Result {
	settled := recorded.Clone()
	settled.End, settled.Drawn = r.End, r.Drawn
	for i := range settled.Items {
		item := &settled.Items[i]
		same := slices.IndexFunc(r.Items, func(x Item) bool { return x.recorded() == item.recorded() })
		if same >= 0 {
			item.Breakdown = r.Items[same].Breakdown
		} else {
			item.Breakdown = Breakdown{To: settled.gainers(*item)}
		}
	}
	return settled
}

// gainers returns the seats that get the value of a lost item: the other side, unless its owner pays it,
// which makes the scores sum to 0.
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
