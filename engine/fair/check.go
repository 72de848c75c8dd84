package fair

import "fmt"

// FaultKind says which part of a proof is wrong. The values are stable: catalogues have a text for each.
type FaultKind string

// The faults of a single receipt or proof.
const (
	FaultProtocol   FaultKind = "protocol"   // unknown protocol version
	FaultAnchor     FaultKind = "anchor"     // wrong table or length, or bad signature
	FaultContext    FaultKind = "context"    // no such deck, seat or dealer
	FaultReceipt    FaultKind = "receipt"    // bad signature of the receipt
	FaultLink       FaultKind = "link"       // wrong predecessor
	FaultReveal     FaultKind = "reveal"     // outcome differs from the signed one
	FaultSeed       FaultKind = "seed"       // seed is not in the chain
	FaultCommitment FaultKind = "commitment" // seed differs from the commitment
	FaultCutter     FaultKind = "cutter"     // cut by a wrong seat
	FaultCut        FaultKind = "cut"        // hash of a cut differs from its text
	FaultLevel      FaultKind = "level"      // level contradicts the cuts or the beacon
)

// FaultKinds returns the kinds of faults of a single receipt or proof.
func FaultKinds() []FaultKind {
	return []FaultKind{
		FaultProtocol, FaultAnchor, FaultContext, FaultReceipt, FaultLink, FaultReveal, FaultSeed,
		FaultCommitment, FaultCutter, FaultCut, FaultLevel,
	}
}

// Fault is one thing that is wrong with a receipt, a proof or a history of decks.
type Fault struct {
	Kind FaultKind
	Text string // an explanation in English
}

// Faults is a list of faults; empty if nothing is wrong.
type Faults []Fault

// Add adds a fault.
func (f *Faults) Add(kind FaultKind, format string, args ...any) {
	*f = append(*f, Fault{kind, fmt.Sprintf(format, args...)})
}

// Require adds a fault unless the condition holds. It returns the condition.
func (f *Faults) Require(holds bool, kind FaultKind, format string, args ...any) bool {
	if !holds {
		f.Add(kind, format, args...)
	}
	return holds
}

// Limits of a context, so that checking a forged one stays cheap.
const (
	maxSeats = 8
	maxTable = 64 // bytes
)

// Check returns the faults of the receipt. It compares the receipt with no other.
func (r Receipt) Check() (f Faults) {
	c, a := r.Context, r.Anchor
	f.Require(r.Protocol == Version, FaultProtocol, "the protocol is %.40q, not %q", r.Protocol, Version)
	f.Require(a.Table == c.Table, FaultAnchor, "the anchor is of table %.40q, not %.40q", a.Table, c.Table)
	f.Require(a.Key.verifies(a.message(), a.Signature), FaultAnchor, "the anchor isn't signed")
	f.Require(a.Length > 0 && a.Length <= MaxLength, FaultAnchor, "a chain of %d decks", a.Length)
	f.Require(c.Number > 0 && c.Number <= a.Length, FaultContext, "deck %d of a chain of %d", c.Number, a.Length)
	f.Require(len(c.Table) <= maxTable && len(c.Seats) <= maxSeats,
		FaultContext, "a table's name of %d bytes, and %d seats", len(c.Table), len(c.Seats))
	f.Require(c.Dealer >= 0 && c.Dealer < len(c.Seats), FaultContext, "there is no dealer %d", c.Dealer)
	f.Require(c.Level >= ByHost && c.Level <= ByBeacon, FaultLevel, "there is no level %d", c.Level)
	f.Require((c.Level == ByBeacon) == (c.Beacon != ""), FaultLevel, "level %d and the beacon %.40q", c.Level, c.Beacon)
	f.Require(r.Key.verifies(r.message(), r.Signature), FaultReceipt, "the receipt isn't signed")
	f.Require(c.Number != 1 || r.Previous.Equal(a.Signature), FaultLink, "the first receipt doesn't follow the anchor")
	return f
}

// Check returns the faults of the proof. Without faults the seed is in the chain and is the one that the receipt
// commits to, the right seats cut, and all signatures are valid. Outcome is the text that Reveal signed. If the
// receipt has faults, Check returns only these.
func (p Proof) Check(outcome string) Faults {
	f := p.Receipt.Check()
	if len(f) > 0 {
		return f // the other checks rely on a valid context
	}
	c := p.Context
	f.Require(p.RevealedBy.verifies(p.message(outcome), p.Revealed), FaultReveal, "what came of the deck isn't what was signed")
	upToDeck := Chain{Table: c.Table, Length: c.Number, Last: p.Seed}
	f.Require(upToDeck.Seed(0) == p.Anchor.Hash, FaultSeed, "the seed isn't that of deck %d of the chain", c.Number)
	f.Require(commitment(c.Bytes(), p.Seed) == p.Commitment, FaultCommitment, "the seed isn't that which was committed to")
	f.Require((c.Level == ByBeacon) == (p.Beacon != ""), FaultLevel, "level %d and the beacon's signature %.40q", c.Level, p.Beacon)
	return append(f, c.check(p.Cuts)...)
}

// check returns the faults of the cuts.
func (c Context) check(cuts []Cut) (f Faults) {
	seats, ctx := c.Cutters(), c.Bytes()
	if !f.Require(len(cuts) == len(seats), FaultCutter, "%d cuts, not %d", len(cuts), len(seats)) {
		return f
	}
	typed := false // whether a seat typed a text; the hash shows it even if the text is erased
	for i, cut := range cuts {
		if !f.Require(cut.Seat == seats[i], FaultCutter, "seat %d cut, not seat %d", cut.Seat+1, seats[i]+1) {
			continue
		}
		typed = typed || cut.Hash != CutHash(ctx, c.Seats[cut.Seat], "")
		f.Require(c.Seats[cut.Seat] != "" || cut.Hash == CutHash(ctx, "", ""),
			FaultCutter, "seat %d is the computer's, which doesn't cut", cut.Seat+1)
		f.Require(c.cutMatchesText(ctx, cut), FaultCut, "seat %d's cut isn't made of its text", cut.Seat+1)
		f.Require(c.sealMatchesText(ctx, cut), FaultCut, "seat %d hasn't opened what it sealed", cut.Seat+1)
	}
	f.Require(c.Level >= ByCutter || !typed, FaultLevel, "somebody cut on level %d", c.Level)
	return f
}

// cutMatchesText reports whether the cut's hash is that of its text. An erased text can't be compared and
// counts as a match; the hash is signed.
func (c Context) cutMatchesText(ctx []byte, cut Cut) bool {
	return cut.Text == nil || len(*cut.Text) <= MaxText && CutHash(ctx, c.Seats[cut.Seat], *cut.Text) == cut.Hash
}

// sealMatchesText reports whether the cut's text is the one that its seat sealed. On levels other than ByAll it
// reports whether nothing is sealed. An erased text counts as a match if its seal is there and its nonce isn't.
func (c Context) sealMatchesText(ctx []byte, cut Cut) bool {
	switch {
	case c.Level != ByAll, cut.Text == nil:
		return (cut.Sealed != nil) == (c.Level == ByAll) && cut.Nonce == nil
	case cut.Sealed == nil || cut.Nonce == nil:
		return false
	}
	return SealedCut(ctx, cut.Seat, *cut.Nonce, *cut.Text) == *cut.Sealed
}
