package fair

import (
	"crypto/ed25519"
	"encoding/hex"
	"slices"
	"strings"

	"tarockbot/engine/card"
)

// Signature is an Ed25519 signature; nil if there is none. Its text is hexadecimal.
type Signature []byte

// MarshalText writes the hexadecimal text.
func (s Signature) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s), nil }

// UnmarshalText reads the hexadecimal text.
func (s *Signature) UnmarshalText(text []byte) error {
	*s = nil
	if len(text) == 0 {
		return nil
	}
	*s = make(Signature, ed25519.SignatureSize)
	return readHex(*s, text)
}

// Key is an Ed25519 public key. Its text is hexadecimal.
type Key [ed25519.PublicKeySize]byte

// KeyOf returns the public half of the private key.
func KeyOf(private ed25519.PrivateKey) (k Key) {
	copy(k[:], private[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
	return k
}

// String returns the hexadecimal text.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText writes the hexadecimal text.
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText reads the hexadecimal text.
func (k *Key) UnmarshalText(text []byte) error { return readHex(k[:], text) }

// verifies reports whether the signature of the message is valid.
func (k Key) verifies(message []byte, s Signature) bool {
	return len(s) == ed25519.SignatureSize && ed25519.Verify(k[:], message, s)
}

// Anchor is the public part of a chain. It is published before anybody sits down.
type Anchor struct {
	Table  string `json:"table"`
	Length int    `json:"length"`
	Hash   Hash   `json:"hash"`
	// Previous is the signature of the last receipt of the chain that this one continues; empty if there is none.
	Previous  Signature `json:"previous,omitempty"`
	Key       Key       `json:"key"`
	Signature Signature `json:"signature"`
}

// Publish returns the chain's signed anchor. previous is the last receipt's signature of the chain that this one
// continues; nil if there is none.
func (c Chain) Publish(previous Signature, key ed25519.PrivateKey) Anchor {
	a := Anchor{Table: c.Table, Length: c.Length, Hash: c.Seed(0), Previous: previous, Key: KeyOf(key)}
	a.Signature = ed25519.Sign(key, a.message())
	return a
}

// message returns the bytes that the anchor's signature signs.
func (a Anchor) message() []byte {
	return lengthPrefixed(Version+"/anchor", a.Table, encodeUint32(a.Length), string(a.Hash[:]), string(a.Previous))
}

// shortHash is the number of digits of an anchor or commitment that people compare by eye.
const shortHash = 24

// Short returns the beginning of the anchor, for people.
func (a Anchor) Short() string { return a.Hash.String()[:shortHash] }

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

// Short returns the beginning of the commitment, for people.
func (r Receipt) Short() string { return r.Commitment.String()[:shortHash] }

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

// NewCut returns the seat's cut with the text that its player typed, "" if nothing.
func (c Context) NewCut(seat int, text string) Cut {
	return Cut{Seat: seat, Text: &text, Hash: CutHash(c.Bytes(), c.Seats[seat], text)}
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

// Typed returns the cuts with a typed text. Players must compare the texts with what they typed: nothing else shows
// that the host made up none.
func (p Proof) Typed() []Cut {
	return slices.DeleteFunc(slices.Clone(p.Cuts), func(c Cut) bool { return c.Text == nil || *c.Text == "" })
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

// TextOf returns the codes of the cards with blanks between, as Reveal signs them.
func TextOf(deck []card.Card) string {
	codes := make([]string, len(deck))
	for i, c := range deck {
		codes[i] = c.String()
	}
	return strings.Join(codes, " ")
}

// EffectiveLevel returns the level that the proof supports. ByCutter counts as ByHost unless a typed text is present,
// because the hash of an erased text proves nothing. Check the proof first.
func (p Proof) EffectiveLevel() Level {
	if p.Context.Level == ByCutter && len(p.Typed()) == 0 {
		return ByHost
	}
	return p.Context.Level
}
