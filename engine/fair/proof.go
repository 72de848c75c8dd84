package fair

import (
	"crypto/ed25519"
	"slices"

	"tarockbot/engine/card"
)

// Receipt commits the host to a deck. It is published before anybody sees a card of the deck.
type Receipt struct {
	Protocol   string  `json:"protocol"` // Version
	Anchor     Anchor  `json:"anchor"`
	Context    Context `json:"context"`
	Commitment Hash    `json:"commitment"`
	// Previous is the signature of the chain's receipt before this one; for the first, the anchor's.
	Previous  Signature `json:"previous"`
	Key       Key       `json:"key"`
	Signature Signature `json:"signature"`
}

// Commit returns the signed receipt of the deck with the context. previous is the signature of the chain's receipt
// before it, or the anchor's.
func (c Chain) Commit(a Anchor, ctx Context, previous Signature, key ed25519.PrivateKey) Receipt {
	r := Receipt{Protocol: Version, Anchor: a, Context: ctx, Previous: previous, Key: KeyOf(key)}
	r.Commitment = commitment(ctx.Bytes(), c.Seed(ctx.Number))
	r.Signature = ed25519.Sign(key, r.message())
	return r
}

// message returns the bytes that the receipt's signature signs.
func (r Receipt) message() []byte {
	return lengthPrefixed(Version+"/receipt", string(r.Commitment[:]), string(r.Context.Bytes()), string(r.Previous))
}

// Short returns the beginning of the commitment, for people.
func (r Receipt) Short() string { return r.Commitment.String()[:shortHash] }

// commitment returns a hash that fixes the deck's seed without revealing it.
func commitment(ctx []byte, seed Hash) Hash { return hashOf("/commit", string(ctx), string(seed[:])) }

// Cut is a seat's contribution to a deck.
type Cut struct {
	Seat int `json:"seat"`
	// Text is what the seat typed, "" if nothing, nil if erased.
	Text *string `json:"text"`
	Hash Hash    `json:"hash"`
	// Sealed and Nonce are set on level ByAll only; Nonce is erased with Text. See SealedCut.
	Sealed *Hash `json:"sealed,omitempty"`
	Nonce  *Hash `json:"nonce,omitempty"`
}

// MaxText is the greatest length of a typed text, in bytes.
const MaxText = 128

// NewCut returns the seat's cut with the text that its player typed, "" if nothing.
func (c Context) NewCut(seat int, text string) Cut {
	return Cut{Seat: seat, Text: &text, Hash: CutHash(c.Bytes(), c.Seats[seat], text)}
}

// CutHash returns the hash of a cut, which the deck depends on. The key is the player's random id; the text is empty if
// the player types nothing.
func CutHash(ctx []byte, key, text string) Hash { return hashOf("/cut", string(ctx), key, text) }

// SealedCut returns a hash that fixes a seat's text without revealing it. It is for level ByAll.
func SealedCut(ctx []byte, seat int, nonce Hash, text string) Hash {
	return hashOf("/cc", string(ctx), encodeUint32(seat), string(nonce[:]), text)
}

// Proof has all that a deck was made of. It is published when nothing of the deck is secret any longer.
type Proof struct {
	Receipt
	Seed Hash  `json:"seed"`
	Cuts []Cut `json:"cuts"`
	// Beacon is the signature of the public randomness source. It is set on level ByBeacon only.
	Beacon string `json:"beacon,omitempty"`
	// Revealed is the signature by Reveal, with the key RevealedBy.
	Revealed   Signature `json:"revealed"`
	RevealedBy Key       `json:"revealed_by"`
	// Draws are the draws that chose the first deal's dealer.
	Draws []Proof `json:"draws,omitempty"`
}

// Reveal signs the proof and the outcome of its deck. A draw's outcome is TextOf the deck; a deal's is verify.Outcome of
// the record.
func (p *Proof) Reveal(outcome string, key ed25519.PrivateKey) {
	p.RevealedBy = KeyOf(key)
	p.Revealed = ed25519.Sign(key, p.message(outcome))
}

// message returns the bytes that Reveal signs.
func (p Proof) message(outcome string) []byte {
	parts := []string{Version + "/reveal", string(p.Signature), string(p.Seed[:])}
	for _, c := range p.Cuts {
		parts = append(parts, string(c.Hash[:]))
		if c.Sealed != nil {
			parts = append(parts, string(c.Sealed[:]))
		}
	}
	return lengthPrefixed(append(parts, p.Beacon, outcome)...)
}

// Deck returns the pack in dealing order, shuffled with the seed and the hashes of the cuts.
func (p Proof) Deck(pack card.Set) []card.Card {
	ctx := p.Context.Bytes()
	salted := [][]byte{ctx}
	for i := range p.Cuts {
		salted = append(salted, p.Cuts[i].Hash[:])
	}
	if p.Beacon != "" {
		beacon := beaconHash(ctx, p.Beacon)
		salted = append(salted, beacon[:])
	}
	return deckOf(p.Seed, salted, pack)
}

// beaconHash returns the hash of a beacon's signature, which the deck depends on.
func beaconHash(ctx []byte, signature string) Hash { return hashOf("/beacon", string(ctx), signature) }

// Typed returns the cuts with a typed text. Players must compare the texts with what they typed: nothing else shows
// that the host made up none.
func (p Proof) Typed() []Cut {
	return slices.DeleteFunc(slices.Clone(p.Cuts), func(c Cut) bool { return c.Text == nil || *c.Text == "" })
}

// EffectiveLevel returns the level that the proof supports. ByCutter counts as ByHost unless a typed text is present,
// because the hash of an erased text proves nothing. Check the proof first.
func (p Proof) EffectiveLevel() Level {
	if p.Context.Level == ByCutter && len(p.Typed()) == 0 {
		return ByHost
	}
	return p.Context.Level
}
