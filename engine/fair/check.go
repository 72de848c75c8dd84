package fair

import "fmt"

// FaultKind says which part of a proof is wrong. It is stable: catalogues tell it to people.
type FaultKind string

// The kinds of faults that a receipt and a proof have by themselves.
const (
	FaultProtocol   FaultKind = "protocol"   // it is of another one
	FaultAnchor     FaultKind = "anchor"     // it isn't the table's, or isn't signed
	FaultContext    FaultKind = "context"    // there is no such deck
	FaultReceipt    FaultKind = "receipt"    // it isn't signed
	FaultLink       FaultKind = "link"       // it doesn't follow what was before it
	FaultReveal     FaultKind = "reveal"     // what came of the deck isn't what was signed
	FaultSeed       FaultKind = "seed"       // it isn't the chain's
	FaultCommitment FaultKind = "commitment" // the seed is another than was committed to
	FaultCutter     FaultKind = "cutter"     // others have cut than had to
	FaultCut        FaultKind = "cut"        // it isn't made of its text
	FaultLevel      FaultKind = "level"      // it isn't that by which the deck was made
)

// Fault is one thing that is wrong.
type Fault struct {
	Kind FaultKind
	Text string // for whoever looks into it, in English
}

// Faults are all that is wrong.
type Faults []Fault

// Require adds a fault unless the condition holds.
func (f *Faults) Require(holds bool, kind FaultKind, format string, args ...any) {
	if !holds {
		*f = append(*f, Fault{kind, fmt.Sprintf(format, args...)})
	}
}

// What a context may have, lest a check of it take long.
const (
	maxSeats = 8
	maxTable = 64 // bytes
)

// Check returns what is wrong with the receipt by itself.
func (r Receipt) Check() (f Faults) {
	c, a := r.Context, r.Anchor
	f.Require(r.Protocol == Version, FaultProtocol, "the protocol is %.40q, not %q", r.Protocol, Version)
	f.Require(a.Table == c.Table, FaultAnchor, "the anchor is of table %.40q, not %.40q", a.Table, c.Table)
	f.Require(a.Key.signed(a.message(), a.Signature), FaultAnchor, "the anchor isn't signed")
	f.Require(a.Length > 0 && a.Length <= MaxLength, FaultAnchor, "a chain of %d decks", a.Length)
	f.Require(c.Number > 0 && c.Number <= a.Length, FaultContext, "deck %d of a chain of %d", c.Number, a.Length)
	f.Require(len(c.Table) <= maxTable && len(c.Seats) <= maxSeats, FaultContext, "a table's name of %d bytes, and %d seats", len(c.Table), len(c.Seats))
	f.Require(c.Dealer >= 0 && c.Dealer < len(c.Seats), FaultContext, "there is no dealer %d", c.Dealer)
	f.Require(c.Level >= ByHost && c.Level <= ByBeacon, FaultLevel, "there is no level %d", c.Level)
	f.Require((c.Level == ByBeacon) == (c.Beacon != ""), FaultLevel, "level %d and the beacon %.40q", c.Level, c.Beacon)
	f.Require(r.Key.signed(r.message(), r.Signature), FaultReceipt, "the receipt isn't signed")
	f.Require(c.Number != 1 || string(r.Previous) == string(a.Signature), FaultLink, "the first receipt doesn't follow the anchor")
	return f
}

// Check returns what is wrong with the proof. Nothing is, if the seed is the chain's and was fixed by the
// receipt, the cuts are by the seats that had to cut, and all is signed. Outcome is what came of the deck,
// as it was signed.
func (p Proof) Check(outcome string) Faults {
	f := p.Receipt.Check()
	if len(f) > 0 {
		return f // what follows is about the deck that it names
	}
	c := p.Context
	f.Require(p.RevealedBy.signed(p.message(outcome), p.Revealed), FaultReveal, "what came of the deck isn't what was signed")
	f.Require(anchorOf(c.Table, c.Number, p.Seed) == p.Anchor.Hash, FaultSeed, "the seed isn't that of deck %d of the chain", c.Number)
	f.Require(commitment(c.Bytes(), p.Seed) == p.Commitment, FaultCommitment, "the seed isn't that which was committed to")
	f.Require((c.Level == ByBeacon) == (p.Beacon != ""), FaultLevel, "level %d and the beacon's signature %.40q", c.Level, p.Beacon)
	return append(f, c.check(p.Cuts)...)
}

// check returns what is wrong with the cuts.
func (c Context) check(cuts []Cut) (f Faults) {
	seats, ctx := c.Cutters(), c.Bytes()
	if f.Require(len(cuts) == len(seats), FaultCutter, "%d cuts, not %d", len(cuts), len(seats)); f != nil {
		return f
	}
	for i, cut := range cuts {
		if f.Require(cut.Seat == seats[i], FaultCutter, "seat %d cut, not seat %d", cut.Seat+1, seats[i]+1); cut.Seat != seats[i] {
			continue
		}
		f.Require(c.Seats[cut.Seat] != "" || cut.Hash == CutHash(ctx, "", ""), FaultCutter, "seat %d is the computer's, which doesn't cut", cut.Seat+1)
		f.Require(c.made(ctx, cut), FaultCut, "seat %d's cut isn't made of its text", cut.Seat+1)
		f.Require(c.opened(ctx, cut), FaultCut, "seat %d hasn't opened what it sealed", cut.Seat+1)
	}
	f.Require(c.Level >= ByCutter || !c.typed(cuts), FaultLevel, "somebody cut on level %d", c.Level)
	return f
}

// made reports whether the cut is that of its text. What has been erased is believed: its
// hash is signed.
func (c Context) made(ctx []byte, cut Cut) bool {
	return cut.Text == nil || len(*cut.Text) <= MaxText && CutHash(ctx, c.Seats[cut.Seat], *cut.Text) == cut.Hash
}

// opened reports whether the cut is what its seat had sealed, on level ByAll; elsewhere
// nothing is sealed.
func (c Context) opened(ctx []byte, cut Cut) bool {
	switch {
	case c.Level != ByAll, cut.Text == nil:
		return (cut.Sealed != nil) == (c.Level == ByAll) && cut.Nonce == nil
	case cut.Sealed == nil || cut.Nonce == nil:
		return false
	}
	return SealedCut(ctx, cut.Seat, *cut.Nonce, *cut.Text) == *cut.Sealed
}
