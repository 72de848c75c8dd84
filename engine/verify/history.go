package verify

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/fair"
)

// entry is the receipt of a deck of the file, or a kept receipt.
type entry struct {
	fair.Receipt
	deck     *Deck        // nil for a kept receipt
	violated bool         // the deck has faults of its own, found without its history
	faults   *fair.Faults // takes the entry's faults: the deck's list, or the report's for a kept receipt
}

// history has the decks of all tables of a file, and the kept receipts.
type history struct {
	entries []entry              // sorted by table, chain and number
	signed  map[string]entry     // by signature; an anchor's leads to an entry that stands for deck 0
	counts  map[string]dealCount // by signature; see countDeals
	dealt   map[string]entry     // by signature; see lastDealt
}

// checkHistory looks for missing decks, and checks that all decks and kept receipts of a table are parts of one
// history. The checks ignore decks that are violated by themselves, because such decks prove nothing about others.
func (r *Report) checkHistory(receipts []fair.Receipt) {
	h := r.collect(receipts)
	r.Holes = h.holes()
	h.annotate()
	h.entries = slices.DeleteFunc(h.entries, func(e entry) bool { return e.violated }) // h.signed still has them
	h.dealt = h.lastDealt()
	h.checkOrder()
}

// collect returns the history of the report's decks and the kept receipts.
func (r *Report) collect(receipts []fair.Receipt) history {
	h := history{signed: make(map[string]entry), counts: make(map[string]dealCount)}
	for i := range r.Decks {
		if d := &r.Decks[i]; d.Proof != nil {
			h.entries = append(h.entries, entry{Receipt: d.Proof.Receipt, deck: d, violated: d.Verdict() == Violated, faults: &d.Faults})
		}
	}
	for _, receipt := range receipts {
		h.entries = append(h.entries, entry{Receipt: receipt, faults: &r.Faults})
	}
	slices.SortStableFunc(h.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Context.Table, b.Context.Table), bytes.Compare(a.Anchor.Signature, b.Anchor.Signature),
			cmp.Compare(a.Context.Number, b.Context.Number))
	})
	for _, e := range slices.Backward(h.entries) { // of entries with the same signature the first stays
		deck0 := fair.Receipt{Anchor: e.Anchor, Context: fair.Context{Table: e.Anchor.Table}, Signature: e.Anchor.Signature}
		h.signed[string(e.Anchor.Signature)] = entry{Receipt: deck0}
		h.signed[string(e.Signature)] = e
	}
	return h
}

// holes returns the decks that are missing from the file, up to the last known deck of each chain.
func (h history) holes() (missing []Hole) {
	inFile := make(map[string]bool) // by table: the file has a deck of the table
	for _, e := range h.entries {
		inFile[e.Context.Table] = inFile[e.Context.Table] || e.deck != nil
	}
	next, begun := 1, false
	for i, e := range h.entries {
		if i == 0 || !isSameChain(h.entries[i-1], e) {
			next, begun = 1, false
		}
		n := e.Context.Number
		last := n - 1
		if e.deck == nil {
			last = n // a receipt alone reveals nothing
		}
		if next <= last {
			missing = append(missing, Hole{Table: e.Context.Table, First: next, Last: last, TableAbsent: !inFile[e.Context.Table], Skipped: begun})
		}
		next, begun = max(next, n+1), begun || e.deck != nil
	}
	return missing
}

// annotate sets the number of each deck's deal in its match, and adds the remarks about the deck's predecessor.
func (h history) annotate() {
	for _, e := range h.entries {
		if e.deck != nil {
			e.deck.addRemark(h.linkRemark(e))
			e.deck.Number = h.dealNumber(e)
		}
	}
}

// checkOrder checks each entry against the entry before it at its table, and against the entries that its signatures
// name.
func (h history) checkOrder() {
	for i, e := range h.entries {
		if i > 0 && h.entries[i-1].Context.Table == e.Context.Table {
			h.checkNeighbours(h.entries[i-1], e)
		}
		h.checkPreviousReceipt(e)
	}
}

// lastDealt returns, by the signature of each entry, the last deck of its chain up to the entry whose deal the file has.
func (h history) lastDealt() map[string]entry {
	dealt := make(map[string]entry)
	for i, e := range h.entries {
		last, found := e, e.deck != nil && e.deck.deal != nil
		if !found && i > 0 && isSameChain(h.entries[i-1], e) {
			last, found = dealt[string(h.entries[i-1].Signature)]
		}
		if found {
			dealt[string(e.Signature)] = last
		}
	}
	return dealt
}

// checkNeighbours checks an entry against the entry sorted before it, which is of the same table.
func (h history) checkNeighbours(before, e entry) {
	n, table := e.Context.Number, e.Context.Table
	switch {
	case !isSameChain(before, e):
		e.faults.Require(h.continuesChain(e.Anchor) || h.continuesChain(before.Anchor), FaultTwice, "table %.40q has two chains, and neither follows the last deck of the other", table)
	case before.Context.Number == n:
		e.faults.Require(isSameReceipt(before.Receipt, e.Receipt), FaultTwice, "table %.40q has two receipts for deck %d", table, n)
		e.faults.Require(before.deck == nil || e.deck == nil || bytes.Equal(before.deck.Proof.Revealed, e.deck.Proof.Revealed),
			FaultTwice, "table %.40q has two outcomes of deck %d", table, n)
	default:
		h.checkSameMatch(before, e)
		e.faults.Require(before.Context.Number != n-1 || bytes.Equal(e.Previous, before.Signature), fair.FaultLink, "deck %d of table %.40q doesn't follow deck %d", n, table, n-1)
	}
}

// checkPreviousReceipt checks an entry against the entry that its receipt names as the previous one. It checks the
// first entry of a chain also against the last entry of the chain before.
func (h history) checkPreviousReceipt(e entry) {
	n, table := e.Context.Number, e.Context.Table
	if before, found := h.signed[string(e.Previous)]; found && !before.violated {
		e.faults.Require(isSameChain(before, e) && before.Context.Number == n-1, fair.FaultLink, "deck %d of table %.40q follows another than deck %d", n, table, n-1)
	}
	if before, found := h.signed[string(e.Anchor.Previous)]; found && n == 1 && before.Context.Table == table && !before.violated {
		h.checkSameMatch(before, e)
	}
}

// checkSameMatch checks an entry against an earlier entry of its match. The players, the rules and the options must be
// the same, the match must not be over, and the rules must make the seat the next dealer. No draw may follow a deal.
func (h history) checkSameMatch(before, e entry) {
	a, b := before.Context, e.Context
	require := func(holds bool, format string) {
		e.faults.Require(holds, FaultMatch, format, b.Number, b.Table, a.Number)
	}
	require(a.Rules == b.Rules && slices.EqualFunc(b.Seats, a.Seats, isSamePlayer), "deck %d of table %.40q is for other people or rules than deck %d")
	require(a.Kind == fair.ForDraw || b.Kind == fair.ForDeal, "deck %d of table %.40q is drawn from after the deal of deck %d")
	last, found := h.dealt[string(before.Signature)]
	if !found {
		return
	}
	d := last.deck.deal
	a = last.Context
	require(d.record.Result != nil, "deck %d of table %.40q was dealt after it was broken off: deck %d")
	if next := d.nextDealer(); next != engine.Nobody && b.Kind == fair.ForDeal && bytes.Equal(e.previousSignature(), last.Signature) {
		require(int(next) == b.Dealer, "deck %d of table %.40q isn't dealt by the one that deals after deck %d")
	}
	if e.deck != nil && e.deck.deal != nil {
		later := e.deck.deal
		require(maps.Equal(later.record.Options, d.record.Options), "deck %d of table %.40q is played with other options than deck %d")
		require(later.edition >= d.edition && later.record.Edition >= d.record.Edition, "deck %d of table %.40q is settled by older rules than deck %d")
	}
}

// isSamePlayer reports whether a seat may have the later player after the earlier one. The computer, "", takes over
// when people leave.
func isSamePlayer(later, earlier string) bool { return later == earlier || later == "" }

// isSameReceipt reports whether two receipts are one.
func isSameReceipt(a, b fair.Receipt) bool {
	return a.Commitment == b.Commitment && a.Key == b.Key &&
		bytes.Equal(a.Context.Bytes(), b.Context.Bytes()) && bytes.Equal(a.Signature, b.Signature)
}

// isSameChain reports whether two entries are of one chain.
func isSameChain(a, b entry) bool { return bytes.Equal(a.Anchor.Signature, b.Anchor.Signature) }

// continuesChain reports whether the anchor names the last deck of a chain that is used up.
func (h history) continuesChain(a fair.Anchor) bool {
	return slices.ContainsFunc(h.entries, func(e entry) bool {
		return bytes.Equal(e.Signature, a.Previous) && e.Context.Number == e.Anchor.Length
	})
}

// previousSignature returns the signature of the deck before this one. For the first deck of a chain that is the last
// deck of the chain before; empty if there is none.
func (e entry) previousSignature() fair.Signature {
	if e.Context.Number == 1 {
		return e.Anchor.Previous
	}
	return e.Previous
}

// previous returns the entry of the deck before this one. sameTable reports whether it was found and is of the same
// table; a deck of another table belongs to the match before a rematch.
func (h history) previous(e entry) (before entry, found, sameTable bool) {
	before, found = h.signed[string(e.previousSignature())]
	return before, found, found && before.Context.Table == e.Context.Table
}

// linkRemark reports why a deck cannot be joined to its predecessor; "" if it can. Then decks may have been skipped,
// or the first dealer chosen.
func (h history) linkRemark(e entry) Remark {
	before, found, sameTable := h.previous(e)
	switch {
	case !sameTable && e.Context.Number > 1, !found && len(e.previousSignature()) > 0 && e.Context.Kind == fair.ForDeal:
		return RemarkUnlinked
	case e.Context.Kind == fair.ForDeal && (!sameTable || before.Context.Kind == fair.ForDraw) && len(e.deck.Proof.Draws) == 0:
		return RemarkNoDraw
	}
	return ""
}

// dealCount is the number of a match's deals up to a deck, including the deck's own. It isn't ok if an earlier deck is
// unknown.
type dealCount struct {
	n  int
	ok bool
}

// dealNumber returns the number in its match of the deal that the deck is for; 0 if an earlier deck is unknown.
func (h history) dealNumber(e entry) int {
	count := h.countDeals(e)
	if count.ok && e.Context.Kind == fair.ForDraw {
		count.n++ // the draw is for the next deal
	}
	return count.n
}

// countDeals returns the number of the match's deals up to the entry. It goes back to the first entry of the match, or
// to one that has been counted. The entries of a forged file may form a cycle; their count isn't ok.
func (h history) countDeals(e entry) (count dealCount) {
	var uncounted []entry // from e backwards
	for {
		if known, counted := h.counts[string(e.Signature)]; counted {
			count = known
			break
		}
		uncounted = append(uncounted, e)
		h.counts[string(e.Signature)] = dealCount{} // ends a cycle
		before, found, sameTable := h.previous(e)
		// The match begins with the first deck of the first chain, with a draw, or after a deck of another table.
		count.ok = e.Context.Number == 1 && (len(e.previousSignature()) == 0 || e.Context.Kind == fair.ForDraw || found && !sameTable)
		if count.ok || !sameTable {
			break
		}
		e = before
	}
	for _, e := range slices.Backward(uncounted) {
		if count.ok && e.Context.Kind == fair.ForDeal {
			count.n++
		}
		h.counts[string(e.Signature)] = count
	}
	return count
}
