package verify

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/fair"
)

// entry is the receipt of a deck, or a kept receipt.
type entry struct {
	fair.Receipt
	deck     *Deck // nil for a kept receipt
	violated bool  // has faults of its own, regardless of its history
	faults   *fair.Faults
}

func (e entry) require(holds bool, kind fair.FaultKind, format string, other int) {
	e.faults.Require(holds, kind, "deck %d of table %.40q "+format, e.Context.Number, e.Context.Table, other)
}

type history struct {
	entries []entry          // sorted by table, chain and number
	signed  map[string]entry // by signature; an anchor leads to an entry for deck 0
}

func (r *Report) checkHistory() {
	all := r.history()
	r.Holes = all.holes()
	all.annotate()
	all.withoutViolated().check()
}

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
	for _, e := range slices.Backward(h.entries) { // the first of equal signatures stays
		deck0 := fair.Receipt{Anchor: e.Anchor, Context: fair.Context{Table: e.Anchor.Table}, Signature: e.Anchor.Signature}
		h.signed[string(e.Anchor.Signature)] = entry{Receipt: deck0}
		h.signed[string(e.Signature)] = e
	}
	return h
}

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

func (h history) holes() (missing []Hole) {
	inFile := make(map[string]bool)
	for _, e := range h.entries {
		inFile[e.Context.Table] = inFile[e.Context.Table] || e.deck != nil
	}
	for _, chain := range h.chains() {
		next, skipped := 1, false
		for _, e := range chain {
			table, last := e.Context.Table, e.Context.Number
			if e.deck != nil {
				last-- // this deck is in the file; a kept receipt's deck isn't
			}
			if next <= last {
				missing = append(missing, Hole{Table: table, First: next, Last: last, TableAbsent: !inFile[table], Skipped: skipped})
			}
			next, skipped = max(next, e.Context.Number+1), skipped || e.deck != nil
		}
	}
	return missing
}

func (h history) annotate() {
	counts := make(map[string]dealCount)
	for _, e := range h.entries {
		if e.deck != nil {
			e.deck.addRemark(h.linkRemark(e))
			e.deck.Number = h.dealNumber(e, counts)
		}
	}
}

// soundHistory omits the decks whose own checks failed, because they prove nothing about others.
type soundHistory struct {
	history
	lastDeal map[string]entry // by signature: the chain's last deal up to the entry
}

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

func (s soundHistory) check() {
	for i, e := range s.entries {
		if i > 0 && s.entries[i-1].Context.Table == e.Context.Table {
			s.checkNeighbours(s.entries[i-1], e)
		}
		s.checkPreviousReceipt(e)
	}
}

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

func (s soundHistory) checkPreviousReceipt(e entry) {
	n := e.Context.Number
	if before, found := s.signed[string(e.Previous)]; found {
		e.require(isSameChain(before, e) && before.Context.Number == n-1, fair.FaultLink, "follows another deck than deck %d", n-1)
	}
	if before, found := s.signed[string(e.Anchor.Previous)]; found && n == 1 && before.Context.Table == e.Context.Table {
		s.checkSameMatch(before, e)
	}
}

func (s soundHistory) checkSameMatch(before, e entry) {
	a, b := before.Context, e.Context
	same := a.Rules == b.Rules && slices.EqualFunc(b.Seats, a.Seats, isSamePlayer)
	e.require(same, FaultMatch, "is for other people or rules than deck %d", a.Number)
	e.require(a.Kind == fair.ForDraw || b.Kind == fair.ForDeal, FaultMatch, "is for a draw after the deal of deck %d", a.Number)
	if last, found := s.lastDeal[string(before.Signature)]; found {
		e.checkNextDealer(last)
		e.checkSameTerms(last)
	}
}

func (e entry) checkNextDealer(last entry) {
	d, n := last.deck.deal, last.Context.Number
	e.require(d.record.Result != nil, FaultMatch, "was dealt although the match ended with the broken-off deck %d", n)
	next := d.nextDealer()
	if next != engine.Nobody && e.Context.Kind == fair.ForDeal && e.previousSignature().Equal(last.Signature) {
		e.require(int(next) == e.Context.Dealer, FaultMatch, "has another dealer than the rules choose after deck %d", n)
	}
}

func (e entry) checkSameTerms(last entry) {
	if e.deck == nil || e.deck.deal == nil {
		return
	}
	a, b, n := last.deck.deal, e.deck.deal, last.Context.Number
	e.require(maps.Equal(b.record.Options, a.record.Options), FaultMatch, "is played with other options than deck %d", n)
	notOlder := b.edition >= a.edition && b.record.Edition >= a.record.Edition
	e.require(notOlder, FaultMatch, "is settled by older rules than deck %d", n)
}

// isSamePlayer allows the computer, "", to replace a player.
func isSamePlayer(later, earlier string) bool { return later == earlier || later == "" }

func isSameReceipt(a, b fair.Receipt) bool {
	return a.Commitment == b.Commitment && a.Key == b.Key &&
		bytes.Equal(a.Context.Bytes(), b.Context.Bytes()) && a.Signature.Equal(b.Signature)
}

func isSameChain(a, b entry) bool { return a.Anchor.Signature.Equal(b.Anchor.Signature) }

func (s soundHistory) continuesChain(a fair.Anchor) bool {
	return slices.ContainsFunc(s.entries, func(e entry) bool {
		return e.Signature.Equal(a.Previous) && e.Context.Number == e.Anchor.Length
	})
}

// previousSignature returns the signature of the deck before, even in another chain.
func (e entry) previousSignature() fair.Signature {
	if e.Context.Number == 1 {
		return e.Anchor.Previous
	}
	return e.Previous
}

type place int

const (
	unknown    place = iota
	otherTable       // before a rematch
	sameTable
)

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

func (e entry) beginsMatch(where place) bool {
	return e.Context.Number == 1 && (len(e.Anchor.Previous) == 0 || e.Context.Kind == fair.ForDraw || where == otherTable)
}

// linkRemark reports that decks may have been skipped, or the first dealer chosen.
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

type dealCount struct {
	n  int
	ok bool
}

// dealNumber returns 0 if an earlier deck is unknown.
func (h history) dealNumber(e entry, counts map[string]dealCount) int {
	count := h.countDeals(e, counts)
	if count.ok && e.Context.Kind == fair.ForDraw {
		count.n++ // the draw is for the next deal
	}
	return count.n
}

// countDeals goes back to the match's first entry, or to a counted one. A forged cycle isn't ok.
func (h history) countDeals(e entry, counts map[string]dealCount) (count dealCount) {
	var uncounted []entry
	for {
		if known, counted := counts[string(e.Signature)]; counted {
			count = known
			break
		}
		uncounted = append(uncounted, e)
		counts[string(e.Signature)] = dealCount{}
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
