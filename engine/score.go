package engine

import (
	"encoding/json"
	"slices"
)

// NeededThirds is what a declarer needs to win: 35 points and two leaves
// (RULES 0, Winning).
const NeededThirds = 107

// Result is how a deal ended. By seat, in playing order.
type Result struct {
	Declarer Seat // Nobody if there was none
	Contract Name // "" if none was played
	Thirds   []int
	Tricks   []int
	Items    []Item
	Score    []int // change of each seat's total
	Short    bool  // the count was not finished: a seat left, or the game was lost at once
}

// Clone is an independent copy.
func (r Result) Clone() Result {
	r.Thirds = slices.Clone(r.Thirds)
	r.Tricks = slices.Clone(r.Tricks)
	r.Items = slices.Clone(r.Items)
	r.Score = slices.Clone(r.Score)
	return r
}

// Item is one line of a result: what, whose, whether it succeeded and what it
// is worth with all doublings, always more than 0.
type Item struct {
	Item   Name `json:"item"`
	By     Seat `json:"by"`
	Won    bool `json:"won"`
	Value  int  `json:"value"`
	Silent bool `json:"silent,omitempty"` // scored without having been said
}

// jsonResult is the form in records, where nothing is null.
type jsonResult struct {
	Declarer *Seat  `json:"declarer"`
	Contract *Name  `json:"contract"`
	Thirds   []int  `json:"thirds"`
	Tricks   []int  `json:"tricks"`
	Items    []Item `json:"items"`
	Score    []int  `json:"score"`
}

// MarshalJSON writes the form of the deal record.
func (r Result) MarshalJSON() ([]byte, error) {
	j := jsonResult{Thirds: r.Thirds, Tricks: r.Tricks, Items: r.Items, Score: r.Score}
	if r.Declarer != Nobody {
		j.Declarer = &r.Declarer
	}
	if r.Contract != "" {
		j.Contract = &r.Contract
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
	return nil
}

// Same says whether a recorded result is r. Where r's count was not finished
// only items and score are compared.
func (r Result) Same(recorded Result) bool {
	same := slices.Equal(r.Items, recorded.Items) && slices.Equal(r.Score, recorded.Score) &&
		r.Declarer == recorded.Declarer && r.Contract == recorded.Contract
	if r.Short {
		return same
	}
	return same && slices.Equal(r.Thirds, recorded.Thirds) && slices.Equal(r.Tricks, recorded.Tricks)
}
