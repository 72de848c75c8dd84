package verify

import (
	"slices"

	"tarockbot/engine/fair"
)

// Verdict is the outcome of a check.
type Verdict string

// The verdicts.
const (
	Fair      Verdict = "fair"
	Unchecked Verdict = "unchecked" // nothing wrong was found, but something could not be checked
	Violated  Verdict = "violated"
)

// The kinds of faults that package fair doesn't have.
const (
	FaultDeck        fair.FaultKind = "deck"    // the deck isn't the one that the proof leads to
	FaultRecord      fair.FaultKind = "record"  // the record and the proof are of different deals
	FaultMoves       fair.FaultKind = "moves"   // the moves aren't legal
	FaultResult      fair.FaultKind = "result"  // the rules give another result for the moves
	FaultDraw        fair.FaultKind = "draw"    // the draw didn't choose the dealer
	FaultMatch       fair.FaultKind = "match"   // the deck can't follow an earlier deck of its match
	FaultTwice       fair.FaultKind = "twice"   // two decks claim one number, or two chains claim one table
	FaultOtherAnchor fair.FaultKind = "foreign" // no deck has the kept anchor
	FaultKey         fair.FaultKind = "key"     // a key isn't one of the bot's
)

// FaultKinds returns all kinds of faults that a Report may have.
func FaultKinds() []fair.FaultKind {
	return append(fair.FaultKinds(),
		FaultDeck, FaultRecord, FaultMoves, FaultResult, FaultDraw, FaultMatch, FaultTwice, FaultOtherAnchor, FaultKey)
}

// Remark is a fact about a deck that is no fault.
type Remark string

// The remarks. The first four say why a deal can't be checked.
const (
	RemarkNoProof    Remark = "no-proof"   // the deal has no proof: it is older than proofs, or a record alone
	RemarkProtocol   Remark = "protocol"   // the proof is of an unknown protocol version
	RemarkUnreadable Remark = "unreadable" // the text is no deal
	RemarkReceipt    Remark = "receipt"    // the text is a receipt, which belongs in Evidence
	RemarkErased     Remark = "erased"     // the text of a cut is erased; its hash is left
	RemarkNoResult   Remark = "no-result"  // the deal was broken off
	RemarkOlder      Remark = "older"      // older rules gave the result; today's rules give another
	RemarkNewer      Remark = "newer"      // newer rules gave the result, so neither moves nor result can be checked
	RemarkUnbound    Remark = "unbound"    // the receipt doesn't fix the sealed cuts, or the beacon's signature
	RemarkUnlinked   Remark = "unlinked"   // the receipt before is unknown, so decks may have been skipped
	RemarkNoDraw     Remark = "no-draw"    // the first deal has no draw, so its dealer may have been chosen
)

// Remarks returns all remarks that a Deck may have.
func Remarks() []Remark { return append(slices.Clone(uncheckedRemarks), RemarkErased, RemarkNoResult) }

// uncheckedRemarks are the remarks that make a deck Unchecked.
var uncheckedRemarks = []Remark{
	RemarkNoProof, RemarkProtocol, RemarkUnreadable, RemarkReceipt, RemarkOlder, RemarkNewer, RemarkUnbound, RemarkUnlinked,
	RemarkNoDraw,
}

// Deck is the result of checking one deck.
type Deck struct {
	Deal    int         // the deal's place in the file, from 1; its draws have the same
	Number  int         // of the deal in its match, from 1; a draw has that of the next deal; 0 if an earlier deck is unknown
	Rules   string      // "" if the deal can't be read
	Proof   *fair.Proof // nil if the deck can't be checked
	Faults  fair.Faults
	Remarks []Remark
	Err     error // why the deal can't be read; nil if it can
	deal    *deal // nil for a draw, and if the deck can't be checked
}

// addRemark adds the remark unless it is "".
func (d *Deck) addRemark(r Remark) {
	if r != "" {
		d.Remarks = append(d.Remarks, r)
	}
}

// Verdict returns the deck's verdict.
func (d Deck) Verdict() Verdict {
	switch {
	case len(d.Faults) > 0:
		return Violated
	case d.Proof == nil, slices.ContainsFunc(d.Remarks, func(r Remark) bool { return slices.Contains(uncheckedRemarks, r) }):
		return Unchecked
	}
	return Fair
}

// Report is the result of checking a file.
type Report struct {
	Decks  []Deck      // in file order, each deal's draws before it
	Faults fair.Faults // of the evidence
	Holes  []Hole
	// Announced reports that the kept evidence names a deck of this file, so the file was not made up later.
	Announced bool
	Err       error          // what can't be read of the file or the evidence; nil if all can
	kept      []fair.Receipt // the receipts of the evidence, without those of foreign keys
}

// Hole is a range of a table's decks that are missing from the file.
type Hole struct {
	Table       string
	First, Last int  // their numbers
	TableAbsent bool // the file has no deck of the table, so the receipt of a missing deck says nothing about the file
	// Skipped reports that the file has an earlier deck of the chain. The operator may have discarded the missing decks
	// after seeing them.
	Skipped bool
}

// Verdict returns the worst verdict of the decks, of how they fit together, and of the evidence.
func (r Report) Verdict() Verdict {
	has := func(v Verdict) bool {
		return slices.ContainsFunc(r.Decks, func(d Deck) bool { return d.Verdict() == v })
	}
	switch {
	case len(r.Faults) > 0, has(Violated):
		return Violated
	case r.Err != nil, len(r.Decks) == 0, has(Unchecked), r.ReceiptsUnrelated(),
		slices.ContainsFunc(r.Holes, func(h Hole) bool { return h.Skipped }):
		return Unchecked
	}
	return Fair
}

// ReceiptsUnrelated reports whether there are kept receipts, and all are of chains that the file has no deck of.
func (r Report) ReceiptsUnrelated() bool {
	return len(r.kept) > 0 && !slices.ContainsFunc(r.kept, r.hasChainOf)
}

// Keys returns all keys that the decks and the kept receipts are signed with, each once.
func (r Report) Keys() (keys []fair.Key) {
	for _, d := range r.Decks {
		keys = append(keys, d.keys()...)
	}
	return distinct(append(keys, keysOf(r.kept)...))
}

// keysOf returns the keys that the receipts are signed with.
func keysOf(receipts []fair.Receipt) (keys []fair.Key) {
	for _, r := range receipts {
		keys = append(keys, r.Anchor.Key, r.Key)
	}
	return keys
}

// keys returns the keys that the deck is signed with; none if it can't be checked.
func (d Deck) keys() []fair.Key {
	if d.Proof == nil {
		return nil
	}
	return []fair.Key{d.Proof.Anchor.Key, d.Proof.Key, d.Proof.RevealedBy}
}

// distinct sorts the keys and returns each once.
func distinct(keys []fair.Key) []fair.Key {
	slices.SortFunc(keys, func(a, b fair.Key) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(keys)
}

// hasChainOf reports whether the file has a deck of the receipt's chain.
func (r Report) hasChainOf(kept fair.Receipt) bool {
	return slices.ContainsFunc(r.Decks, func(d Deck) bool { return d.Proof != nil && d.Proof.Anchor.Hash == kept.Anchor.Hash })
}
