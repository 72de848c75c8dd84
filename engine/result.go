package engine

import (
	"encoding/json"
	"slices"

	"tarockbot/engine/card"
)

// Result is how a deal ended. By seat, in playing order.
type Result struct {
	Declarer Seat // Nobody if there was none
	Contract Word // 0 if none was played
	Thirds   []int
	Tricks   []int
	InTricks []int // of Thirds, what was won in tricks; nil where that isn't kept
	Items    []Item
	Score    []int // change of each seat's total
	// RestThirds counts for a side but no single seat, in thirds: with two defenders,
	// the untaken talon (RULES 2). HasRest reports whether the game has such a rest,
	// even of 0.
	RestThirds int
	HasRest    bool
	// End and Drawn are no part of a record's result. Drawn: nobody undertook the deal,
	// it was played out, and neither seat won its game (RULES 3.5). Bonuses may have
	// been won.
	End   End
	Drawn bool
}

// End is how a deal ended. The zero value says that it was played out.
type End struct {
	Reason Name     `json:"How"` // the word of Resign or Timeout, AtOnce, Folded, Redealt or ""
	Seat   Seat     // whose doing it was
	Shown  card.Set `json:",omitzero"` // the seat's hand, if that was the reason and has to be shown
}

// AtOnce ends a deal whose declarer took what the game can't be won with (R8).
const AtOnce Name = "at-once"

// Folded ends a deal that a seat needn't play by the hand it was dealt.
const Folded Name = "fold"

// Redealt ends a deal before anything was done in it: the same dealer deals
// again (RULES 2). The seat is that of the hand which is the reason.
const Redealt Name = "redealt"

// CutShort reports whether the deal ended before its cards were counted.
func (e End) CutShort() bool { return e.Reason != "" && e.Reason != Redealt }

// NewUnplayedResult returns the result of a deal among so many seats that isn't played.
func NewUnplayedResult(seats int, how End) *Result {
	return &Result{
		Declarer: Nobody, Thirds: make([]int, seats), Tricks: make([]int, seats), Score: make([]int, seats), End: how,
	}
}

// Void reports whether nothing was played: the deal was dealt again, folded or
// thrown in.
func (r Result) Void() bool { return r.Contract == 0 && len(r.Items) == 0 }

// Clone returns an independent copy.
func (r Result) Clone() Result {
	r.Thirds = slices.Clone(r.Thirds)
	r.Tricks, r.InTricks = slices.Clone(r.Tricks), slices.Clone(r.InTricks)
	r.Items = slices.Clone(r.Items)
	r.Score = slices.Clone(r.Score)
	return r
}

// Item is one line of a result: what, whose, whether it succeeded and what it
// is worth with all doublings, always more than 0.
type Item struct {
	Item      Word `json:"item"`
	By        Seat `json:"by"`
	Won       bool `json:"won"`
	Value     int  `json:"value"`
	Silent    bool `json:"silent,omitempty"` // scored without having been said
	Breakdown `json:"-"`
}

// Breakdown is how an item's value came about, and who gets it; no part of a record's
// result. Where Factor is not 0 the value is (Base + Excess) × Factor × Times.
type Breakdown struct {
	Early   bool  `json:"early,omitempty"`   // announced before the talon
	Doubled int   `json:"doubled,omitempty"` // how often: contra 1, re 2, sub 3
	Factor  int   `json:"factor,omitempty"`  // by which that multiplied it
	Base    int   `json:"base,omitempty"`    // what the contract or bonus is worth by the rules
	Excess  int   `json:"excess,omitempty"`  // what the card points add to a game (RULES 2, E; 3.5, Grand Point)
	Grand   bool  `json:"grand,omitempty"`   // with the Grand Point (RULES 3.5)
	Times   int   `json:"times,omitempty"`   // by which the contract multiplied it (RULES 2, M)
	To      Seats `json:"to,omitempty"`      // who gets the value of an item lost, each of them, where nobody pays it
}

// Reckon returns base and excess, multiplied as the doublings and the contract
// do.
func (h Breakdown) Reckon() int { return (h.Base + h.Excess) * h.Factor * h.Times }

// recorded returns the item as far as a record tells of it.
func (i Item) recorded() Item {
	i.Breakdown = Breakdown{}
	return i
}

// jsonResult is the form in records, where nothing is null.
type jsonResult struct {
	Declarer *Seat  `json:"declarer"`
	Contract *Word  `json:"contract"`
	Thirds   []int  `json:"thirds"`
	Tricks   []int  `json:"tricks"`
	Items    []Item `json:"items"`
	Score    []int  `json:"score"`
	Rest     *int   `json:"rest_thirds,omitempty"` // where there is a rest that is nobody's
}

// MarshalJSON writes the form of the deal record.
func (r Result) MarshalJSON() ([]byte, error) {
	j := jsonResult{Thirds: r.Thirds, Tricks: r.Tricks, Items: r.Items, Score: r.Score}
	if r.Declarer != Nobody {
		j.Declarer = &r.Declarer
	}
	if r.Contract != 0 {
		j.Contract = &r.Contract
	}
	if r.HasRest {
		j.Rest = &r.RestThirds
	}
	if j.Items == nil {
		j.Items = []Item{}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads the form of the deal record.
func (r *Result) UnmarshalJSON(data []byte) error {
	var j jsonResult
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*r = Result{Declarer: Nobody, Thirds: j.Thirds, Tricks: j.Tricks, Items: j.Items, Score: j.Score}
	if j.Declarer != nil {
		r.Declarer = *j.Declarer
	}
	if j.Contract != nil {
		r.Contract = *j.Contract
	}
	if j.Rest != nil {
		r.RestThirds, r.HasRest = *j.Rest, true
	}
	return nil
}

// Matches reports whether a recorded result is the result r of today's rules. The order
// of items doesn't matter. Where r was cut short, only declarer, contract, items and
// score are compared.
func (r Result) Matches(recorded Result) bool {
	mine, theirs := ItemsApart(r.Items, recorded.Items)
	same := len(mine) == 0 && len(theirs) == 0 && slices.Equal(r.Score, recorded.Score) &&
		r.Declarer == recorded.Declarer && r.Contract == recorded.Contract
	if r.End.CutShort() {
		return same
	}
	return same && r.RestThirds == recorded.RestThirds &&
		slices.Equal(r.Thirds, recorded.Thirds) && slices.Equal(r.Tricks, recorded.Tricks)
}

// ItemsApart returns the items that only one of the two lists has, as far as a record tells of them. Their
// order doesn't matter; an item may stand in a list twice.
func ItemsApart(a, b []Item) (onlyA, onlyB []Item) {
	onlyB = slices.Clone(b)
	for _, item := range a {
		i := slices.IndexFunc(onlyB, func(other Item) bool { return other.recorded() == item.recorded() })
		if i < 0 {
			onlyA = append(onlyA, item)
		} else {
			onlyB = slices.Delete(onlyB, i, i+1)
		}
	}
	return onlyA, onlyB
}
