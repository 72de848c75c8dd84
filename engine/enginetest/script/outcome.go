package script

import (
	"slices"
	"testing"

	"tarockbot/engine"
)

// Outcome is the end of one deal of a transcript.
type Outcome struct {
	Name   string
	Rules  string
	Covers []string
	Left   engine.Name // the phase in which somebody left; "" if nobody did
	Table  engine.PublicView
}

// Taken returns the card points in the seat's tricks, in thirds.
func (o Outcome) Taken(seat engine.Seat) (thirds int) {
	for i := range o.Table.Tricks {
		trick := &o.Table.Tricks[i]
		if trick.By(trick.BestIndex(), len(o.Table.WonTricks)) == seat {
			thirds += trick.Set().Thirds()
		}
	}
	return thirds
}

// Item returns the result's item for the word.
func (o Outcome) Item(t *testing.T, word engine.Word) engine.Item {
	t.Helper()
	items := o.Table.Result.Items
	i := slices.IndexFunc(items, func(item engine.Item) bool { return item.Item == word })
	if i < 0 {
		t.Fatalf("%s: the result has no %s", o.Name, word)
	}
	return items[i]
}

// Said reports whether the seat announced the bonus (ok), and whether before the talon (early).
func (o Outcome) Said(seat engine.Seat, bonus engine.Word) (early, ok bool) {
	i := slices.IndexFunc(o.Table.Claims, func(c engine.Claim) bool { return c.Seat == seat && c.Bonus == bonus })
	if i < 0 {
		return false, false
	}
	return o.Table.Claims[i].Early, true
}
