package fair

import "fmt"

// FaultKind says which part of a proof is wrong. The values are stable: render/words has a text for each.
type FaultKind string

// Faults of a single receipt or proof.
const (
	FaultProtocol   FaultKind = "protocol"
	FaultAnchor     FaultKind = "anchor"
	FaultContext    FaultKind = "context" // unknown deck number, seat or dealer
	FaultReceipt    FaultKind = "receipt"
	FaultLink       FaultKind = "link"
	FaultReveal     FaultKind = "reveal"
	FaultSeed       FaultKind = "seed"
	FaultCommitment FaultKind = "commitment"
	FaultCutter     FaultKind = "cutter"
	FaultCut        FaultKind = "cut"
	FaultLevel      FaultKind = "level" // contradicts the cuts or the beacon
)

// FaultKinds returns the faults of a receipt or proof.
func FaultKinds() []FaultKind {
	return []FaultKind{
		FaultProtocol, FaultAnchor, FaultContext, FaultReceipt, FaultLink, FaultReveal, FaultSeed,
		FaultCommitment, FaultCutter, FaultCut, FaultLevel,
	}
}

// Fault is a fault of a receipt, a proof or a history.
type Fault struct {
	Kind FaultKind
	Text string // in English
}

// Faults is a list of faults.
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

// These limits keep the check of a forged context cheap.
const (
	maxSeats     = 8
	maxTableName = 64 // bytes
)

// Check returns the faults of the receipt alone.
func (r Receipt) Check() (f Faults) {
	c, a := r.Context, r.Anchor
	f.Require(r.Protocol == Version, FaultProtocol, "the protocol is %.40q, not %q", r.Protocol, Version)
	f.Require(a.Table == c.Table, FaultAnchor, "the anchor is of table %.40q, not %.40q", a.Table, c.Table)
	f.Require(a.Key.verifies(a.message(), a.Signature), FaultAnchor, "the anchor isn't signed")
	f.Require(a.Length > 0 && a.Length <= MaxLength, FaultAnchor, "a chain of %d decks", a.Length)
	f.Require(c.Number > 0 && c.Number <= a.Length, FaultContext, "deck %d of a chain of %d", c.Number, a.Length)
	f.Require(len(c.Table) <= maxTableName && len(c.Seats) <= maxSeats,
		FaultContext, "a table's name of %d bytes, and %d seats", len(c.Table), len(c.Seats))
	f.Require(c.Dealer >= 0 && c.Dealer < len(c.Seats), FaultContext, "there is no dealer %d", c.Dealer)
	f.Require(c.Level >= LevelHost && c.Level <= LevelBeacon, FaultLevel, "there is no level %d", c.Level)
	f.Require((c.Level == LevelBeacon) == (c.Beacon != ""), FaultLevel, "level %d contradicts the beacon %.40q", c.Level, c.Beacon)
	f.Require(r.Key.verifies(r.message(), r.Signature), FaultReceipt, "the receipt isn't signed")
	f.Require(c.Number != 1 || r.Previous.Equal(a.Signature), FaultLink, "the first receipt doesn't follow the anchor")
	return f
}

// Check returns the faults of the receipt, or else those of the proof. Outcome is the text that Reveal signed.
func (p Proof) Check(outcome string) Faults {
	f := p.Receipt.Check()
	if len(f) > 0 {
		return f
	}
	c := p.Context
	f.Require(p.RevealedBy.verifies(p.message(outcome), p.Revealed), FaultReveal, "the outcome isn't the signed one")
	upToDeck := Chain{Table: c.Table, Length: c.Number, LastSeed: p.Seed}
	f.Require(upToDeck.Seed(0) == p.Anchor.Hash, FaultSeed, "the seed isn't the chain's for deck %d", c.Number)
	f.Require(commitment(c.Bytes(), p.Seed) == p.Commitment, FaultCommitment, "the seed differs from the commitment")
	f.Require((c.Level == LevelBeacon) == (p.Beacon != ""), FaultLevel, "level %d contradicts the beacon's signature %.40q", c.Level, p.Beacon)
	return append(f, c.check(p.Cuts)...)
}

func (c Context) check(cuts []Cut) (f Faults) {
	seats, ctx := c.Cutters(), c.Bytes()
	if !f.Require(len(cuts) == len(seats), FaultCutter, "%d cuts, not %d", len(cuts), len(seats)) {
		return f
	}
	typed := false // a player typed a cut, perhaps erased by now
	for i, cut := range cuts {
		if !f.Require(cut.Seat == seats[i], FaultCutter, "seat %d cut, not seat %d", cut.Seat+1, seats[i]+1) {
			continue
		}
		typed = typed || cut.Hash != CutHash(ctx, c.Seats[cut.Seat], "")
		f.Require(c.Seats[cut.Seat] != "" || cut.Hash == CutHash(ctx, "", ""),
			FaultCutter, "seat %d is the computer's, which doesn't cut", cut.Seat+1)
		f.Require(c.cutMatchesText(ctx, cut), FaultCut, "seat %d's cut differs from its text", cut.Seat+1)
		f.Require(c.sealMatchesText(ctx, cut), FaultCut, "seat %d's text differs from its seal", cut.Seat+1)
	}
	f.Require(c.Level >= LevelCutter || !typed, FaultLevel, "somebody cut on level %d", c.Level)
	return f
}

// cutMatchesText accepts an erased text: its hash is signed.
func (c Context) cutMatchesText(ctx []byte, cut Cut) bool {
	return cut.Text == nil || len(*cut.Text) <= MaxText && CutHash(ctx, c.Seats[cut.Seat], *cut.Text) == cut.Hash
}

// sealMatchesText accepts an erased text if its nonce is erased and its seal isn't.
func (c Context) sealMatchesText(ctx []byte, cut Cut) bool {
	switch {
	case c.Level != LevelAll, cut.Text == nil:
		return (cut.Sealed != nil) == (c.Level == LevelAll) && cut.Nonce == nil
	case cut.Sealed == nil || cut.Nonce == nil:
		return false
	}
	return SealedCut(ctx, cut.Seat, *cut.Nonce, *cut.Text) == *cut.Sealed
}
