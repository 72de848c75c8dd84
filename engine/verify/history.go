package verify

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/fair"
)

// entry is a deck of the file, or a receipt that was kept.
type entry struct {
	fair.Receipt
	deck *Deck // nil of a receipt
}

// history is the decks of all tables of a file, and the receipts that were kept.
type history struct {
	all    []entry                // in order
	signed map[string]entry       // by their signatures
	dealt  map[string]entry       // by signatures: the last deck of the chain up to there whose deal is known
	faults map[*Deck]*fair.Faults // found between decks; those of nil are of a receipt
}

// checkHistory checks that all decks of a table are one history, and the receipts that
// were kept are of it. Decks that are wrong by themselves tell nothing of it.
func (r *Report) checkHistory(receipts []fair.Receipt) {
	h := history{faults: map[*Deck]*fair.Faults{nil: &r.Faults}}
	for i := range r.Decks {
		if d := &r.Decks[i]; d.Proof != nil {
			h.all = append(h.all, entry{d.Proof.Receipt, d})
			h.faults[d] = new(fair.Faults)
		}
	}
	for _, receipt := range receipts {
		h.all = append(h.all, entry{Receipt: receipt})
	}
	slices.SortStableFunc(h.all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Context.Table, b.Context.Table), bytes.Compare(a.Anchor.Signature, b.Anchor.Signature),
			cmp.Compare(a.Context.Number, b.Context.Number))
	})
	r.Holes = holes(h.all)
	h.signed = bySignature(h.all)
	deals := counted{h.signed, make(map[string]int)}
	for _, e := range h.all {
		if e.deck != nil {
			e.deck.Remarks = append(e.deck.Remarks, e.gap(h.signed)...)
			e.deck.Number = deals.number(e)
		}
	}
	h.all = slices.DeleteFunc(h.all, entry.wrong)
	h.dealt = lastDealt(h.all)
	for i, e := range h.all {
		if i > 0 && h.all[i-1].Context.Table == e.Context.Table {
			h.follow(h.all[i-1], e)
		}
		h.link(e)
	}
	for deck, faults := range h.faults {
		if deck != nil {
			deck.Faults = append(deck.Faults, *faults...)
		}
	}
}

// want adds a fault of an entry unless it holds. It is the deck's once all are compared.
func (h history) want(e entry, holds bool, kind fair.FaultKind, format string, args ...any) {
	h.faults[e.deck].Require(holds, kind, format, args...)
}

// link checks an entry against the one that its receipt names as the one before it.
func (h history) link(e entry) {
	n, table := e.Context.Number, e.Context.Table
	if before, known := h.signed[string(e.Previous)]; known && !before.wrong() {
		h.want(e, e.follows(before), fair.FaultLink, "deck %d of table %.40q follows another than deck %d", n, table, n-1)
	}
	if before, known := h.signed[string(e.Anchor.Previous)]; known && n == 1 && before.Context.Table == table && !before.wrong() {
		h.goesOn(before, e)
	}
}

// wrong reports whether it is a deck that is wrong by itself.
func (e entry) wrong() bool { return e.deck != nil && e.deck.Verdict() == Violated }

// bySignature finds the entries, and their anchors as those of deck 0.
func bySignature(all []entry) map[string]entry {
	signed := make(map[string]entry)
	add := func(e entry) {
		if _, twice := signed[string(e.Signature)]; !twice {
			signed[string(e.Signature)] = e
		}
	}
	for _, e := range all {
		add(e)
		add(entry{Receipt: fair.Receipt{Anchor: e.Anchor, Context: fair.Context{Table: e.Anchor.Table}, Signature: e.Anchor.Signature}})
	}
	return signed
}

// lastDealt finds, by the signature of each entry, the last deck of its chain up to there whose deal the file has.
func lastDealt(all []entry) map[string]entry {
	dealt := make(map[string]entry)
	for i, e := range all {
		last, known := e, e.deck != nil && e.deck.deal != nil
		if !known && i > 0 && bytes.Equal(all[i-1].Anchor.Signature, e.Anchor.Signature) {
			last, known = dealt[string(all[i-1].Signature)]
		}
		if known {
			dealt[string(e.Signature)] = last
		}
	}
	return dealt
}

// follows reports whether the other entry is of the deck before this one in its
// chain.
func (e entry) follows(before entry) bool {
	return bytes.Equal(before.Anchor.Signature, e.Anchor.Signature) && before.Context.Number == e.Context.Number-1
}

// before returns the signature of the deck before this one: for the first of a chain it is the last of the
// chain before; empty if there is none.
func (e entry) before() fair.Signature {
	if e.Context.Number == 1 {
		return e.Anchor.Previous
	}
	return e.Previous
}

// counted counts the deals of matches.
type counted struct {
	signed map[string]entry
	deals  map[string]int // up to each deck, and with it, by its signature; -1 while and where that can't be told
}

// number returns the deal that the deck is for in its match; 0 if decks before it aren't known.
func (c counted) number(e entry) int {
	n := c.until(e)
	if e.Context.Kind == fair.ForDraw {
		n++
	}
	return max(n, 0)
}

// until counts the deals up to a deck, and with it; -1 if decks before it aren't known. A forged file may lead
// in a circle.
func (c counted) until(e entry) int {
	id := string(e.Signature)
	if n, known := c.deals[id]; known {
		return n
	}
	c.deals[id] = -1
	n := -1
	before, known := c.signed[string(e.before())]
	here := before.Context.Table == e.Context.Table
	switch {
	case e.Context.Number == 1 && (len(e.before()) == 0 || e.Context.Kind == fair.ForDraw || known && !here): // the match begins
		n = 0
	case known && here:
		n = c.until(before)
	}
	if n >= 0 && e.Context.Kind == fair.ForDeal {
		n++
	}
	c.deals[id] = n
	return n
}

// gap returns what keeps a deck of the file from being joined to the one before it at its table: then
// decks may have been skipped, or the first dealer may have been chosen.
func (e entry) gap(signed map[string]entry) []Remark {
	before, known := signed[string(e.before())]
	here := known && before.Context.Table == e.Context.Table
	switch {
	case !here && e.Context.Number > 1, !known && len(e.before()) > 0 && e.Context.Kind == fair.ForDeal:
		return []Remark{RemarkUnlinked}
	case e.Context.Kind == fair.ForDeal && (!here || before.Context.Kind == fair.ForDraw) && len(e.deck.Proof.Draws) == 0:
		return []Remark{RemarkNoDraw}
	}
	return nil
}

// follow checks an entry against the one before it of its table.
func (h history) follow(before, e entry) {
	n, table := e.Context.Number, e.Context.Table
	switch {
	case !bytes.Equal(before.Anchor.Signature, e.Anchor.Signature):
		h.want(e, succeeds(e.Anchor, h.all) || succeeds(before.Anchor, h.all), FaultTwice, "table %.40q has two chains, and neither follows the last deck of the other", table)
	case before.Context.Number == n:
		h.want(e, same(before.Receipt, e.Receipt), FaultTwice, "table %.40q has two receipts for deck %d", table, n)
		h.want(e, before.deck == nil || e.deck == nil || bytes.Equal(before.deck.Proof.Revealed, e.deck.Proof.Revealed),
			FaultTwice, "table %.40q has two outcomes of deck %d", table, n)
	default:
		h.goesOn(before, e)
		h.want(e, before.Context.Number != n-1 || bytes.Equal(e.Previous, before.Signature), fair.FaultLink, "deck %d of table %.40q doesn't follow deck %d", n, table, n-1)
	}
}

// samePerson reports whether a seat has the same player later, or the computer, which takes over when
// people leave.
func samePerson(later, before string) bool { return later == before || later == "" }

// goesOn checks a deck against a later one of its match: the match must be the same and not over, and the
// deal must have passed on by the rules. Nobody draws again for the deal.
func (h history) goesOn(before, e entry) {
	a, b := before.Context, e.Context
	want := func(holds bool, wrong string) {
		h.want(e, holds, FaultMatch, "deck %d of table %.40q %s deck %d", b.Number, b.Table, wrong, a.Number)
	}
	want(a.Rules == b.Rules && slices.EqualFunc(b.Seats, a.Seats, samePerson), "is for other people or rules than")
	want(a.Kind == fair.ForDraw || b.Kind == fair.ForDeal, "is drawn from after the deal of")
	last, known := h.dealt[string(before.Signature)]
	if !known {
		return
	}
	d := last.deck.deal
	a = last.Context
	want(d.record.Result != nil, "was dealt after it was broken off:")
	if next := d.nextDealer(); next != engine.Nobody && b.Kind == fair.ForDeal && bytes.Equal(e.before(), last.Signature) {
		want(int(next) == b.Dealer, "isn't dealt by the one that deals after")
	}
	if e.deck != nil && e.deck.deal != nil {
		later := e.deck.deal
		want(maps.Equal(later.record.Options, d.record.Options), "is played with other options than")
		want(later.edition >= d.edition && later.record.Edition >= d.record.Edition, "is settled by older rules than")
	}
}

// same reports whether the two are one receipt.
func same(a, b fair.Receipt) bool {
	return a.Commitment == b.Commitment && a.Key == b.Key &&
		bytes.Equal(a.Context.Bytes(), b.Context.Bytes()) && bytes.Equal(a.Signature, b.Signature)
}

// succeeds reports whether the anchor follows the last deck of a chain that was used
// up.
func succeeds(a fair.Anchor, all []entry) bool {
	return slices.ContainsFunc(all, func(e entry) bool {
		return bytes.Equal(e.Signature, a.Previous) && e.Context.Number == e.Anchor.Length
	})
}

// holes returns the decks of each chain, up to the last that is known, which aren't in the
// file.
func holes(all []entry) (missing []Hole) {
	here := make(map[string]bool) // tables that the file has decks of
	for _, e := range all {
		here[e.Context.Table] = here[e.Context.Table] || e.deck != nil
	}
	next, begun := 1, false
	for i, e := range all {
		if i == 0 || !bytes.Equal(e.Anchor.Signature, all[i-1].Anchor.Signature) {
			next, begun = 1, false
		}
		n := e.Context.Number
		last := n - 1
		if e.deck == nil {
			last = n // a receipt alone reveals nothing
		}
		if next <= last {
			missing = append(missing, Hole{e.Context.Table, next, last, !here[e.Context.Table], begun})
		}
		next, begun = max(next, n+1), begun || e.deck != nil
	}
	return missing
}
