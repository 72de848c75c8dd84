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
	Unchecked Verdict = "unchecked" // no fault found, but something isn't proved
	Violated  Verdict = "violated"
)

// Kinds of faults that package fair doesn't have.
const (
	FaultDeck        fair.FaultKind = "deck"
	FaultRecord      fair.FaultKind = "record"
	FaultMoves       fair.FaultKind = "moves"
	FaultResult      fair.FaultKind = "result"
	FaultDraw        fair.FaultKind = "draw"
	FaultMatch       fair.FaultKind = "match"
	FaultTwice       fair.FaultKind = "twice" // two decks claim one number, or two chains one table
	FaultOtherAnchor fair.FaultKind = "foreign"
	FaultKey         fair.FaultKind = "key"
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
	RemarkNoProof    Remark = "no-proof" // the record is older than proofs, or was stored without its proof
	RemarkProtocol   Remark = "protocol"
	RemarkUnreadable Remark = "unreadable"
	RemarkReceipt    Remark = "receipt"   // a receipt, which belongs in Evidence
	RemarkErased     Remark = "erased"    // the text of a cut is erased
	RemarkNoResult   Remark = "no-result" // the deal was broken off
	RemarkOlder      Remark = "older"     // today's rules give another result
	RemarkNewer      Remark = "newer"     // neither moves nor result can be checked
	RemarkUnbound    Remark = "unbound"   // the receipt doesn't fix the sealed cuts, or the beacon's signature
	RemarkUnlinked   Remark = "unlinked"  // decks may have been skipped
	RemarkNoDraw     Remark = "no-draw"   // the first dealer may have been chosen
)

// Remarks returns all remarks of decks.
func Remarks() []Remark { return append(slices.Clone(uncheckedRemarks), RemarkErased, RemarkNoResult) }

var uncheckedRemarks = []Remark{
	RemarkNoProof, RemarkProtocol, RemarkUnreadable, RemarkReceipt, RemarkOlder, RemarkNewer, RemarkUnbound, RemarkUnlinked,
	RemarkNoDraw,
}

// Deck is the result of checking one deck.
type Deck struct {
	Deal    int // position in the file, from 1; a deal's draws have its number
	Number  int // position in the match, from 1; a draw has the next deal's number; 0 if an earlier deck is unknown
	Rules   string
	Proof   *fair.Proof // nil if the deck can't be checked
	Faults  fair.Faults
	Remarks []Remark
	Err     error
	deal    *deal // nil for a draw, and if the deck can't be checked
}

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
	Decks  []Deck
	Faults fair.Faults // faults of the evidence
	Holes  []Hole
	// MatchesEvidence reports that the kept evidence names a deck of this file, so the file was not made up later.
	MatchesEvidence bool
	Err             error
	kept            []fair.Receipt // without receipts of foreign keys
}

// Hole is a range of a table's missing decks.
type Hole struct {
	Table       string
	First, Last int
	TableAbsent bool // the file has no deck of the table
	// Skipped reports that the file has an earlier deck of the chain. The operator may have discarded the missing ones.
	Skipped bool
}

// Verdict returns the worst verdict of all checks.
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

// ReceiptsUnrelated reports whether there are kept receipts, but none of the file's chains.
func (r Report) ReceiptsUnrelated() bool {
	return len(r.kept) > 0 && !slices.ContainsFunc(r.kept, r.hasChainOf)
}

// Keys returns all signers' keys, each once.
func (r Report) Keys() (keys []fair.Key) {
	for _, d := range r.Decks {
		keys = append(keys, d.keys()...)
	}
	return distinct(append(keys, keysOf(r.kept)...))
}

func keysOf(receipts []fair.Receipt) (keys []fair.Key) {
	for _, r := range receipts {
		keys = append(keys, r.Anchor.Key, r.Key)
	}
	return keys
}

func (d Deck) keys() []fair.Key {
	if d.Proof == nil {
		return nil
	}
	return []fair.Key{d.Proof.Anchor.Key, d.Proof.Key, d.Proof.RevealedBy}
}

func distinct(keys []fair.Key) []fair.Key {
	slices.SortFunc(keys, func(a, b fair.Key) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(keys)
}

func (r Report) hasChainOf(kept fair.Receipt) bool {
	return slices.ContainsFunc(r.Decks, func(d Deck) bool { return d.Proof != nil && d.Proof.Anchor.Hash == kept.Anchor.Hash })
}
