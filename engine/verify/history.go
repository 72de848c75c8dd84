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

// require adds a fault unless the condition holds. The format goes on after the entry's deck and table, and gets the
// number of another deck.
func (e entry) require(holds bool, kind fair.FaultKind, format string, other int) {
	e.faults.Require(holds, kind, "deck %d of table %.40q "+format, e.Context.Number, e.Context.Table, other)
}

// history has the decks of all tables of a file, and the kept receipts.
type history struct {
	entries []entry          // sorted by table, chain and number
	signed  map[string]entry // by signature; an anchor's leads to an entry that stands for deck 0
}

// checkHistory looks for missing decks, and checks that all decks and kept receipts of a table are parts of one
// history.
func (r *Report) checkHistory() {
	all := r.history()
	r.Holes = all.holes()
	all.annotate()
	all.withoutViolated().check()
}

// history returns the history of the report's decks and the kept receipts.
func (r *Report) history() history {
	h := history{signed: make(map[string]entry)}
	for i := range r.Decks {
		if d := &r.Decks[i]; d.Proof != nil {
			h.entries = append(h.entries, entry{d.Proof.Receipt, d, d.Verdict() == Violated, &d.Faults})
		}
	}
	for _, receipt := range r.kept {
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

// chains returns the entries by chain.
func (h history) chains() (chains [][]entry) {
	for i, e := range h.entries {
		if i == 0 || !isSameChain(h.entries[i-1], e) {
			chains = append(chains, nil)
		}
		last := &chains[len(chains)-1]
		*last = append(*last, e)
	}
	return chains
}

// holes returns the decks that are missing from the file, up to the last known deck of each chain.
func (h history) holes() (missing []Hole) {
	inFile := make(map[string]bool) // by table: the file has a deck of the table
	for _, e := range h.entries {
		inFile[e.Context.Table] = inFile[e.Context.Table] || e.deck != nil
	}
	for _, chain := range h.chains() {
		next, skipped := 1, false // skipped: of holes from here on, see Hole
		for _, e := range chain {
			table, last := e.Context.Table, e.Context.Number
			if e.deck != nil {
				last-- // a receipt alone reveals nothing, so its own deck is missing
			}
			if next <= last {
				missing = append(missing, Hole{Table: table, First: next, Last: last, TableAbsent: !inFile[table], Skipped: skipped})
			}
			next, skipped = max(next, e.Context.Number+1), skipped || e.deck != nil
		}
	}
	return missing
}

// annotate sets the number of each deck's deal in its match, and adds the remarks about the deck's predecessor.
func (h history) annotate() {
	counts := make(map[string]dealCount)
	for _, e := range h.entries {
		if e.deck != nil {
			e.deck.addRemark(h.linkRemark(e))
			e.deck.Number = h.dealNumber(e, counts)
		}
	}
}

// soundHistory is a history without the decks that are violated by themselves, because such decks prove nothing about
// others.
type soundHistory struct {
	history
	lastDeal map[string]entry // by signature: the last deck of the chain up to the entry whose deal the file has
}

// withoutViolated returns what the decks can be checked against.
func (h history) withoutViolated() soundHistory {
	s := soundHistory{history{slices.Clone(h.entries), maps.Clone(h.signed)}, make(map[string]entry)}
	s.entries = slices.DeleteFunc(s.entries, func(e entry) bool { return e.violated })
	maps.DeleteFunc(s.signed, func(_ string, e entry) bool { return e.violated })
	for _, chain := range s.chains() {
		var last entry
		for _, e := range chain {
			if e.deck != nil && e.deck.deal != nil {
				last = e
			}
			if last.deck != nil {
				s.lastDeal[string(e.Signature)] = last
			}
		}
	}
	return s
}

// check checks each entry against the entry before it at its table, and against the entries that its signatures name.
func (s soundHistory) check() {
	for i, e := range s.entries {
		if i > 0 && s.entries[i-1].Context.Table == e.Context.Table {
			s.checkNeighbours(s.entries[i-1], e)
		}
		s.checkPreviousReceipt(e)
	}
}

// checkNeighbours checks an entry against the entry sorted before it, which is of the same table.
func (s soundHistory) checkNeighbours(before, e entry) {
	n, table := e.Context.Number, e.Context.Table
	switch {
	case !isSameChain(before, e):
		e.faults.Require(s.continuesChain(e.Anchor) || s.continuesChain(before.Anchor),
			FaultTwice, "table %.40q has two chains, and neither follows the last deck of the other", table)
	case before.Context.Number == n:
		e.faults.Require(isSameReceipt(before.Receipt, e.Receipt), FaultTwice, "table %.40q has two receipts for deck %d", table, n)
		e.faults.Require(before.deck == nil || e.deck == nil || before.deck.Proof.Revealed.Equal(e.deck.Proof.Revealed),
			FaultTwice, "table %.40q has two outcomes of deck %d", table, n)
	default:
		s.checkSameMatch(before, e)
		e.require(before.Context.Number != n-1 || e.Previous.Equal(before.Signature), fair.FaultLink, "doesn't follow deck %d", n-1)
	}
}

// checkPreviousReceipt checks an entry against the entry that its receipt names as the previous one. It checks the
// first entry of a chain also against the last entry of the chain before.
func (s soundHistory) checkPreviousReceipt(e entry) {
	n := e.Context.Number
	if before, found := s.signed[string(e.Previous)]; found {
		e.require(isSameChain(before, e) && before.Context.Number == n-1, fair.FaultLink, "follows another than deck %d", n-1)
	}
	if before, found := s.signed[string(e.Anchor.Previous)]; found && n == 1 && before.Context.Table == e.Context.Table {
		s.checkSameMatch(before, e)
	}
}

// checkSameMatch checks an entry against an earlier entry of its match. The players and the rules must be the same, and
// no draw may follow a deal.
func (s soundHistory) checkSameMatch(before, e entry) {
	a, b := before.Context, e.Context
	same := a.Rules == b.Rules && slices.EqualFunc(b.Seats, a.Seats, isSamePlayer)
	e.require(same, FaultMatch, "is for other people or rules than deck %d", a.Number)
	e.require(a.Kind == fair.ForDraw || b.Kind == fair.ForDeal, FaultMatch, "is drawn from after the deal of deck %d", a.Number)
	if last, found := s.lastDeal[string(before.Signature)]; found {
		e.checkNextDealer(last)
		e.checkSameTerms(last)
	}
}

// checkNextDealer checks an entry against the last deal before it: the match must not be over, and the rules must make
// the seat the next dealer.
func (e entry) checkNextDealer(last entry) {
	d, n := last.deck.deal, last.Context.Number
	e.require(d.record.Result != nil, FaultMatch, "was dealt although the match ended with the broken-off deck %d", n)
	next := d.nextDealer()
	if next != engine.Nobody && e.Context.Kind == fair.ForDeal && e.previousSignature().Equal(last.Signature) {
		e.require(int(next) == e.Context.Dealer, FaultMatch, "isn't dealt by the seat that deals after deck %d", n)
	}
}

// checkSameTerms checks the entry's deal against the last deal before it: the options must be the same, and the rules
// must not be older.
func (e entry) checkSameTerms(last entry) {
	if e.deck == nil || e.deck.deal == nil {
		return
	}
	a, b, n := last.deck.deal, e.deck.deal, last.Context.Number
	e.require(maps.Equal(b.record.Options, a.record.Options), FaultMatch, "is played with other options than deck %d", n)
	notOlder := b.edition >= a.edition && b.record.Edition >= a.record.Edition
	e.require(notOlder, FaultMatch, "is settled by older rules than deck %d", n)
}

// isSamePlayer reports whether a seat may have the later player after the earlier one. The computer, "", takes over
// when people leave.
func isSamePlayer(later, earlier string) bool { return later == earlier || later == "" }

// isSameReceipt reports whether two receipts are one.
func isSameReceipt(a, b fair.Receipt) bool {
	return a.Commitment == b.Commitment && a.Key == b.Key &&
		bytes.Equal(a.Context.Bytes(), b.Context.Bytes()) && a.Signature.Equal(b.Signature)
}

// isSameChain reports whether two entries are of one chain.
func isSameChain(a, b entry) bool { return a.Anchor.Signature.Equal(b.Anchor.Signature) }

// continuesChain reports whether the anchor names the last deck of a chain that is used up.
func (s soundHistory) continuesChain(a fair.Anchor) bool {
	return slices.ContainsFunc(s.entries, func(e entry) bool {
		return e.Signature.Equal(a.Previous) && e.Context.Number == e.Anchor.Length
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

// place says at which table the deck before another one is.
type place int

const (
	unknown    place = iota // the deck isn't in the history
	otherTable              // that of the match before a rematch
	sameTable
)

// previous returns the entry of the deck before this one, and where it is.
func (h history) previous(e entry) (before entry, where place) {
	before, found := h.signed[string(e.previousSignature())]
	switch {
	case !found:
		return before, unknown
	case before.Context.Table != e.Context.Table:
		return before, otherTable
	default:
		return before, sameTable
	}
}

// beginsMatch reports whether the deck is surely the first of its match: the first of a chain that continues no other,
// that begins with a draw, or that continues the chain of another table.
func (e entry) beginsMatch(where place) bool {
	return e.Context.Number == 1 && (len(e.Anchor.Previous) == 0 || e.Context.Kind == fair.ForDraw || where == otherTable)
}

// linkRemark reports why a deck cannot be joined to its predecessor; "" if it can. Then decks may have been skipped,
// or the first dealer chosen.
func (h history) linkRemark(e entry) Remark {
	before, where := h.previous(e)
	isFirstDeal := e.Context.Kind == fair.ForDeal && (where != sameTable || before.Context.Kind == fair.ForDraw)
	switch {
	case where != sameTable && !e.beginsMatch(where):
		return RemarkUnlinked
	case isFirstDeal && len(e.deck.Proof.Draws) == 0:
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
func (h history) dealNumber(e entry, counts map[string]dealCount) int {
	count := h.countDeals(e, counts)
	if count.ok && e.Context.Kind == fair.ForDraw {
		count.n++ // the draw is for the next deal
	}
	return count.n
}

// countDeals returns the number of the match's deals up to the entry. It goes back to the first entry of the match, or
// to one that is in counts, by signature. The entries of a forged file may form a cycle; their count isn't ok.
func (h history) countDeals(e entry, counts map[string]dealCount) (count dealCount) {
	var uncounted []entry // from e backwards
	for {
		if known, counted := counts[string(e.Signature)]; counted {
			count = known
			break
		}
		uncounted = append(uncounted, e)
		counts[string(e.Signature)] = dealCount{} // ends a cycle
		before, where := h.previous(e)
		count.ok = e.beginsMatch(where)
		if count.ok || where != sameTable {
			break
		}
		e = before
	}
	for _, e := range slices.Backward(uncounted) {
		if count.ok && e.Context.Kind == fair.ForDeal {
			count.n++
		}
		counts[string(e.Signature)] = count
	}
	return count
}
