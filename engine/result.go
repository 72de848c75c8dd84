package engine

import (
	"encoding/json"
	"slices"

	"tarockbot/engine/card"
)

// Result is the outcome of a deal. All lists except Items are by seat.
type Result struct {
	Declarer Seat  // or Nobody
	Contract Word  // or 0
	Thirds   []int // card points that count, in thirds
	Tricks   []int
	InTricks []int // the part won in tricks; nil if unknown
	Items    []Item
	Score    []int
	// UntakenThirds is the untaken talon, which counts for two defenders together (RULES 2). HasUntaken tells that the
	// game has one.
	UntakenThirds int
	HasUntaken    bool
	// End and Drawn are not recorded. Drawn tells that neither seat won a simple game (RULES 3.5).
	End   End
	Drawn bool
}

// End tells how a deal ended; the zero value means that it was played out.
type End struct {
	Reason Name `json:"How"` // or the word of Resign or Timeout; bot/match stores it as How
	Seat   Seat
	Shown  card.Set `json:",omitzero"` // the hand that caused the end, if it must be shown
}

// LostAtOnce ends a deal whose declarer took cards that lose the game (R8).
const LostAtOnce Name = "at-once"

// Folded ends a deal that a seat needn't play.
const Folded Name = "fold"

// Redealt ends a deal that the same dealer deals again (RULES 2).
const Redealt Name = "redealt"

// WasCutShort reports whether the deal ended before its cards were counted.
func (e End) WasCutShort() bool { return e.Reason != "" && e.Reason != Redealt }

// NewResult returns an empty result.
func NewResult(seats int, how End) *Result {
	counts := make([]int, 3*seats)
	return &Result{
		Declarer: Nobody, Thirds: counts[:seats:seats], Tricks: counts[seats : 2*seats : 2*seats], Score: counts[2*seats:], End: how,
	}
}

// IsVoid reports whether the deal wasn't played.
func (r Result) IsVoid() bool { return r.Contract == 0 && len(r.Items) == 0 }

// Margin returns the seat's lead over the mean of the others, times their number.
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

// Item is a line of a result: the game, an announcement or a bonus.
type Item struct {
	Item      Word `json:"item"`
	By        Seat `json:"by"`
	Won       bool `json:"won"`
	Value     int  `json:"value"`            // in game points, doubled, above 0
	Silent    bool `json:"silent,omitempty"` // not announced
	Breakdown `json:"-"`
}

// Breakdown tells how a value arose: (Base + Excess) × Factor × Times, if Factor isn't 0. It is not recorded.
type Breakdown struct {
	Early   bool  `json:"early,omitempty"`
	Doubled int   `json:"doubled,omitempty"`
	Factor  int   `json:"factor,omitempty"`
	Base    int   `json:"base,omitempty"`
	Excess  int   `json:"excess,omitempty"` // E, or the Grand Point's (RULES 3.5)
	Grand   bool  `json:"grand,omitempty"`  // with the Grand Point
	Times   int   `json:"times,omitempty"`  // M (RULES 2)
	Gainers Seats `json:"to,omitempty"`     // the seats that each gain a lost item; 0 if its owner pays
}

// ComputeValue returns the value.
func (b Breakdown) ComputeValue() int { return (b.Base + b.Excess) * b.Factor * b.Times }

func (i Item) recorded() Item {
	i.Breakdown = Breakdown{}
	return i
}

type jsonResult struct {
	Declarer *Seat  `json:"declarer"`
	Contract *Word  `json:"contract"`
	Thirds   []int  `json:"thirds"`
	Tricks   []int  `json:"tricks"`
	Items    []Item `json:"items"`
	Score    []int  `json:"score"`
	Rest     *int   `json:"rest_thirds,omitempty"`
}

// MarshalJSON writes the recorded part.
func (r Result) MarshalJSON() ([]byte, error) {
	j := jsonResult{Thirds: r.Thirds, Tricks: r.Tricks, Items: r.Items, Score: r.Score}
	if r.Declarer != Nobody {
		j.Declarer = &r.Declarer
	}
	if r.Contract != 0 {
		j.Contract = &r.Contract
	}
	if r.HasUntaken {
		j.Rest = &r.UntakenThirds
	}
	if j.Items == nil {
		j.Items = []Item{}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads the recorded part.
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
		r.UntakenThirds, r.HasUntaken = *j.Rest, true
	}
	return nil
}

// Matches reports whether a recorded result equals r, in any order of items. If r was cut short, card points and tricks
// don't matter.
func (r Result) Matches(recorded Result) bool {
	mine, theirs := DiffItems(r.Items, recorded.Items)
	same := len(mine) == 0 && len(theirs) == 0 && slices.Equal(r.Score, recorded.Score) &&
		r.Declarer == recorded.Declarer && r.Contract == recorded.Contract
	if r.End.WasCutShort() {
		return same
	}
	return same && r.UntakenThirds == recorded.UntakenThirds &&
		slices.Equal(r.Thirds, recorded.Thirds) && slices.Equal(r.Tricks, recorded.Tricks)
}

// DiffItems returns the items that only one list has, ignoring breakdowns.
func DiffItems(a, b []Item) (onlyA, onlyB []Item) {
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
