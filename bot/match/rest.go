package match

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// RestClaim is a computer player's claim of all remaining tricks.
type RestClaim struct{ t *Table }

// RestClaim returns the table's claim.
func (t *Table) RestClaim() RestClaim { return RestClaim{t} }

// Set records whether the seat claims the rest with its move.
func (r RestClaim) Set(s engine.Seat, takes bool) {
	r.t.RestClaimants &^= s.Bit()
	if takes {
		r.t.RestClaimants |= s.Bit()
	}
}

// Claimant returns the claiming seat; Nobody once it loses a trick.
func (r RestClaim) Claimant() engine.Seat {
	if r.t.RestClaimants == 0 || r.t.Match.Deal == nil {
		return engine.Nobody
	}
	if lead := r.t.Match.Deal.PublicView().Trick.Lead; r.t.RestClaimants.Has(lead) {
		return lead
	}
	return engine.Nobody
}

// CanYield reports whether the seat can yield to another's claim.
func (r RestClaim) CanYield(s engine.Seat) bool {
	by := r.Claimant()
	return by != engine.Nobody && by != s && !r.t.Chairs[s].Absent
}

// Yield lets the computer finish the deal. It refuses an old button.
func (r RestClaim) Yield(s engine.Seat, rev string) error {
	switch c := &r.t.Chairs[s]; {
	case r.t.IsOldRevision(rev):
		return chat.Refuse("stale")
	case c.Absent:
		return chat.Refuse("done-already")
	case !r.CanYield(s):
		return chat.Refuse("no-rest")
	default:
		r.t.Requests().dropUndo(s)
		c.Absent, c.Yields = true, true
		return nil
	}
}
