package verify

import (
	"bytes"
	"cmp"
	"slices"

	"tarockbot/engine/fair"
)

// entry is a deck of the file, or a receipt that was kept.
type entry struct {
	fair.Receipt
	deck *Deck // nil of a receipt
}

// checkHistory checks that all decks of a table are one history, and the receipts that
// were kept are of it. Decks that are wrong by themselves tell nothing of it.
func (r *Report) checkHistory(receipts []fair.Receipt) {
	var all []entry
	for i := range r.Decks {
		if d := &r.Decks[i]; d.Proof != nil {
			all = append(all, entry{d.Proof.Receipt, d})
		}
	}
	for _, receipt := range receipts {
		all = append(all, entry{Receipt: receipt})
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Context.Table, b.Context.Table), bytes.Compare(a.Anchor.Signature, b.Anchor.Signature),
			cmp.Compare(a.Context.Number, b.Context.Number))
	})
	r.Holes = holes(all)
	all = slices.DeleteFunc(all, func(e entry) bool { return e.deck != nil && e.deck.Verdict() == Violated })
	for i := 1; i < len(all); i++ {
		if all[i-1].Context.Table == all[i].Context.Table {
			r.follow(all[i-1], all[i], all)
		}
	}
}

// follow says what is wrong between an entry and the one before it of its table.
func (r *Report) follow(before, e entry, all []entry) {
	n, table := e.Context.Number, e.Context.Table
	switch {
	case !bytes.Equal(before.Anchor.Signature, e.Anchor.Signature):
		r.Faults.Want(succeeds(e.Anchor, all) || succeeds(before.Anchor, all), FaultTwice, "table %.40q has two chains, and neither follows the last deck of the other", table)
	case before.Context.Number == n:
		r.Faults.Want(same(before.Receipt, e.Receipt), FaultTwice, "table %.40q has two receipts for deck %d", table, n)
		r.Faults.Want(before.deck == nil || e.deck == nil || bytes.Equal(before.deck.Proof.Revealed, e.deck.Proof.Revealed),
			FaultTwice, "table %.40q has two outcomes of deck %d", table, n)
	default:
		r.goesOn(before, e)
		r.Faults.Want(before.Context.Number != n-1 || bytes.Equal(e.Previous, before.Signature), fair.FaultLink, "deck %d of table %.40q doesn't follow deck %d", n, table, n-1)
	}
}

// goesOn says what is wrong between a deck and a later one of its chain: the match is the same,
// and it isn't over.
func (r *Report) goesOn(before, e entry) {
	a, b := before.Context, e.Context
	r.Faults.Want(a.Rules == b.Rules && slices.EqualFunc(b.Seats, a.Seats, samePerson), fair.FaultLink, "deck %d of table %.40q is for other people or rules than deck %d", b.Number, b.Table, a.Number)
	r.Faults.Want(before.deck == nil || !slices.Contains(before.deck.Notes, NoResult), fair.FaultLink, "deck %d of table %.40q was dealt after deck %d, which was broken off", b.Number, b.Table, a.Number)
}

// same says whether the two are one receipt.
func same(a, b fair.Receipt) bool {
	return a.Commitment == b.Commitment && a.Key == b.Key &&
		bytes.Equal(a.Context.Bytes(), b.Context.Bytes()) && bytes.Equal(a.Signature, b.Signature)
}

// succeeds says whether the anchor follows the last deck of a chain that was used up.
func succeeds(a fair.Anchor, all []entry) bool {
	return slices.ContainsFunc(all, func(e entry) bool {
		return bytes.Equal(e.Signature, a.Previous) && e.Context.Number == e.Anchor.Length
	})
}

// holes are the decks of each chain, up to the last that is known, which aren't in the file.
func holes(all []entry) (missing []Hole) {
	here := make(map[string]bool) // tables that the file has decks of
	for _, e := range all {
		here[e.Context.Table] = here[e.Context.Table] || e.deck != nil
	}
	next := 1
	for i, e := range all {
		if i == 0 || !bytes.Equal(e.Anchor.Signature, all[i-1].Anchor.Signature) {
			next = 1
		}
		n := e.Context.Number
		last := n - 1
		if e.deck == nil {
			last = n // a receipt alone reveals nothing
		}
		if next <= last {
			missing = append(missing, Hole{e.Context.Table, next, last, !here[e.Context.Table]})
		}
		next = max(next, n+1)
	}
	return missing
}
