package match

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Rest is all tricks that are left of a table's deal, when a computer player has said with
// its lead that it takes every one of them.
type Rest struct{ t *Table }

// RestOf is that of the table.
func RestOf(t *Table) Rest { return Rest{t} }

// Set notes whether the seat that has just acted takes the rest.
func (r Rest) Set(s engine.Seat, takes bool) {
	r.t.Rest &^= s.Bit()
	if takes {
		r.t.Rest |= s.Bit()
	}
}

// By is the seat that takes the rest; Nobody if none does, or it has lost a trick since it
// has said so.
func (r Rest) By() engine.Seat {
	if r.t.Rest == 0 || r.t.Match.Deal == nil {
		return engine.Nobody
	}
	if lead := r.t.Match.Deal.PublicView().Trick.Lead; r.t.Rest.Has(lead) {
		return lead
	}
	return engine.Nobody
}

// MayYield says whether another takes the rest, and the seat still plays its cards itself.
func (r Rest) MayYield(s engine.Seat) bool {
	by := r.By()
	return by != engine.Nobody && by != s && !r.t.Chairs[s].Absent
}

// Yield lets the computer play the seat's cards too until the deal is over. A button may be
// good for one revision only.
func (r Rest) Yield(s engine.Seat, rev string) error {
	switch c := &r.t.Chairs[s]; {
	case r.t.IsOldRevision(rev):
		return chat.Refuse("stale")
	case c.Absent:
		return chat.Refuse("done-already")
	case !r.MayYield(s):
		return chat.Refuse("no-rest")
	default:
		r.t.Requests().dropUndo(s)
		c.Absent, c.Yields = true, true
		return nil
	}
}
