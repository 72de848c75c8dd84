package engine

import (
	"encoding/json"
	"slices"

	"tarockbot/engine/card"
)

// Result is how a deal ended. Its lists are by seat, but for Items.
type Result struct {
	Declarer Seat  // Nobody if there was none
	Contract Word  // 0 if none was played
	Thirds   []int // the card points that count for each seat, in thirds
	Tricks   []int
	InTricks []int // the part of Thirds that each seat won in tricks; nil if that isn't stored
	Items    []Item
	Score    []int // the change of each seat's total
	// RestThirds counts for a side but no single seat, in thirds: with two defenders,
	// the untaken talon (RULES 2). HasRest says that the game has such a rest,
	// even of 0.
	RestThirds int
	HasRest    bool
	// End and Drawn are no part of a record's result. Drawn says that nobody undertook the deal,
	// that it was played out, and that neither seat won its game (RULES 3.5). Bonuses may have
	// been won.
	End   End
	Drawn bool
}

// End is how a deal ended. The zero value says that it was played out.
type End struct {
	Reason Name     `json:"How"` // the word of Resign or Timeout, AtOnce, Folded, Redealt or ""; bot/match stores it as How
	Seat   Seat     // the seat that ended the deal, by its action or its hand
	Shown  card.Set `json:",omitzero"` // the seat's hand, if that is the reason and has to be shown
}

// AtOnce ends a deal whose declarer took cards that the game can't be won with (R8).
const AtOnce Name = "at-once"

// Folded ends a deal that a seat needn't play by the hand it was dealt.
const Folded Name = "fold"

// Redealt ends a deal before the first action. The same dealer deals
// again (RULES 2), and End.Seat has the hand that is the reason.
const Redealt Name = "redealt"

// CutShort reports whether the deal ended before its cards were counted.
func (e End) CutShort() bool { return e.Reason != "" && e.Reason != Redealt }

// NewResult returns a result without declarer, contract and items, with counts of 0 for so many seats. A deal that
// isn't played has such a result. The counts share one array, because computers make results by the million.
func NewResult(seats int, how End) *Result {
	counts := make([]int, 3*seats)
	return &Result{
		Declarer: Nobody, Thirds: counts[:seats:seats], Tricks: counts[seats : 2*seats : 2*seats], Score: counts[2*seats:], End: how,
	}
}

// Void reports whether nothing was played because the deal was dealt again, folded or
// thrown in.
func (r Result) Void() bool { return r.Contract == 0 && len(r.Items) == 0 }

// Margin returns the seat's score above the mean of the other seats, times their number. That
// keeps it a whole number.
func (r Result) Margin(seat Seat) int {
	margin := len(r.Score) * r.Score[seat]
	for _, score := range r.Score {
		margin -= score
	}
	return margin
}

// Clone returns an independent copy.
func (r Result) Clone() Result {
	r.Thirds = slices.Clone(r.Thirds)
	r.Tricks, r.InTricks = slices.Clone(r.Tricks), slices.Clone(r.InTricks)
	r.Items = slices.Clone(r.Items)
	r.Score = slices.Clone(r.Score)
	return r
}

// Item is one line of a result: the game, an announcement or a bonus of one seat.
type Item struct {
	Item      Word `json:"item"`
	By        Seat `json:"by"` // the seat that stood for the item
	Won       bool `json:"won"`
	Value     int  `json:"value"`            // game points with all doublings, always more than 0
	Silent    bool `json:"silent,omitempty"` // scored without an announcement
	Breakdown `json:"-"`
}

// Breakdown is how an item's value came about, and which seats get it. It is no part of a record's
// result. If Factor is not 0, the value is (Base + Excess) × Factor × Times.
type Breakdown struct {
	Early   bool  `json:"early,omitempty"`   // announced before the talon
	Doubled int   `json:"doubled,omitempty"` // how often: contra 1, re 2, sub 3
	Factor  int   `json:"factor,omitempty"`  // the factor of these doublings
	Base    int   `json:"base,omitempty"`    // the worth of the contract or bonus by the rules
	Excess  int   `json:"excess,omitempty"`  // what the card points add to a game (RULES 2, E; 3.5, Grand Point)
	Grand   bool  `json:"grand,omitempty"`   // with the Grand Point (RULES 3.5)
	Times   int   `json:"times,omitempty"`   // the factor of the contract (RULES 2, M)
	To      Seats `json:"to,omitempty"`      // the seats that each get the value of a lost item; none if its owner pays it
}

// Reckon returns base and excess, multiplied by the factors of doublings and contract.
func (b Breakdown) Reckon() int { return (b.Base + b.Excess) * b.Factor * b.Times }

// recorded returns the item without its breakdown, as a record tells of it.
func (i Item) recorded() Item {
	i.Breakdown = Breakdown{}
	return i
}

// jsonResult is the form of a result in records.
type jsonResult struct {
	Declarer *Seat  `json:"declarer"`
	Contract *Word  `json:"contract"`
	Thirds   []int  `json:"thirds"`
	Tricks   []int  `json:"tricks"`
	Items    []Item `json:"items"`
	Score    []int  `json:"score"`
	Rest     *int   `json:"rest_thirds,omitempty"` // nil if the game has no rest
}

// MarshalJSON writes the form of the result in records.
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

// UnmarshalJSON reads the form of the result in records.
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
// of items doesn't matter. If r was cut short, Matches compares only declarer, contract, items and
// score.
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

// ItemsApart returns the items that only one of the two lists has. It doesn't compare breakdowns, and the
// order doesn't matter. An item may stand in a list twice.
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
