package fair

import (
	"crypto/ed25519"
	"encoding/hex"
	"strings"

	"tarockbot/engine/card"
)

// Signature is an Ed25519 signature; nil for none. Its text is hexadecimal.
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

// Key is the public half of the key that signs. Its text is hexadecimal.
type Key [ed25519.PublicKeySize]byte

// KeyOf returns the public half.
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

func (k Key) signed(message []byte, s Signature) bool {
	return len(s) == ed25519.SignatureSize && ed25519.Verify(k[:], message, s)
}

// Anchor is what is published of a chain before anybody sits down.
type Anchor struct {
	Table  string `json:"table"`
	Length int    `json:"length"`
	Hash   Hash   `json:"hash"`
	// Previous is the last receipt of the chain that this one follows; empty for none.
	Previous  Signature `json:"previous,omitempty"`
	Key       Key       `json:"key"`
	Signature Signature `json:"signature"`
}

// Publish signs the chain's anchor.
func (c Chain) Publish(previous Signature, key ed25519.PrivateKey) Anchor {
	a := Anchor{Table: c.Table, Length: c.Length, Hash: c.Seed(0), Previous: previous, Key: KeyOf(key)}
	a.Signature = ed25519.Sign(key, a.message())
	return a
}

func (a Anchor) message() []byte {
	return packed(Version+"/anchor", a.Table, number(a.Length), string(a.Hash[:]), string(a.Previous))
}

// shortHash is how many digits of an anchor or commitment people compare by eye.
const shortHash = 24

// Short returns the beginning of the anchor, for people.
func (a Anchor) Short() string { return a.Hash.String()[:shortHash] }

// Receipt is what is published of a deck before anybody sees a card of it.
type Receipt struct {
	Protocol   string  `json:"protocol"` // Version
	Anchor     Anchor  `json:"anchor"`
	Context    Context `json:"context"`
	Commitment Hash    `json:"commitment"`
	// Previous is the signature of the receipt before it in the chain; the anchor's for the first.
	Previous  Signature `json:"previous"`
	Key       Key       `json:"key"`
	Signature Signature `json:"signature"`
}

// Short returns the beginning of the commitment, for people.
func (r Receipt) Short() string { return r.Commitment.String()[:shortHash] }

// Commit signs what the deck with the context is going to be made of.
func (c Chain) Commit(a Anchor, ctx Context, previous Signature, key ed25519.PrivateKey) Receipt {
	r := Receipt{Protocol: Version, Anchor: a, Context: ctx, Previous: previous, Key: KeyOf(key)}
	r.Commitment = commitment(ctx.Bytes(), c.Seed(ctx.Number))
	r.Signature = ed25519.Sign(key, r.message())
	return r
}

func (r Receipt) message() []byte {
	return packed(Version+"/receipt", string(r.Commitment[:]), string(r.Context.Bytes()), string(r.Previous))
}

// Cut is what somebody has put into a deck.
type Cut struct {
	Seat int `json:"seat"`
	// Text is what they typed; "" for nothing. Nil: it has been erased, and its hash is left.
	Text *string `json:"text"`
	Hash Hash    `json:"hash"`
	// Sealed is what fixed the text before any was opened, and Nonce what it was hidden with,
	// which is erased with the text; for level ByAll.
	Sealed *Hash `json:"sealed,omitempty"`
	Nonce  *Hash `json:"nonce,omitempty"`
}

// NewCut returns the seat's part in the deck: the text that its player cuts with, "" for
// none.
func (c Context) NewCut(seat int, text string) Cut {
	return Cut{Seat: seat, Text: &text, Hash: CutHash(c.Bytes(), c.Seats[seat], text)}
}

// Proof is all that a deck was made of. It is told once nothing of the deck is hidden any more.
type Proof struct {
	Receipt
	Seed Hash  `json:"seed"`
	Cuts []Cut `json:"cuts"`
	// Beacon is what the public source signed; for level ByBeacon.
	Beacon string `json:"beacon,omitempty"`
	// Revealed signs all this and what came of the deck, with the key RevealedBy.
	Revealed   Signature `json:"revealed"`
	RevealedBy Key       `json:"revealed_by"`
	// Draws are those that the first deal's dealer was found by.
	Draws []Proof `json:"draws,omitempty"`
}

// Deck returns the deck that the proof leads to.
func (p Proof) Deck(pack card.Set) []card.Card {
	ctx := p.Context.Bytes()
	var hashes []Hash
	for _, c := range p.Cuts {
		hashes = append(hashes, c.Hash)
	}
	if p.Beacon != "" {
		hashes = append(hashes, beaconHash(ctx, p.Beacon))
	}
	return Deck(ctx, p.Seed, hashes, pack)
}

// Typed returns the cuts whose texts somebody has typed. The typist compares them: nothing else shows that
// the host hasn't made one up.
func (p Proof) Typed() (cuts []Cut) {
	for _, c := range p.Cuts {
		if c.Text != nil && *c.Text != "" {
			cuts = append(cuts, c)
		}
	}
	return cuts
}

// Reveal signs the proof with what came of the deck, which for a draw is the deck as TextOf has it, and for a
// deal what verify.Outcome makes of its record. Signed are these parts, each behind its length in 4 bytes, the
// highest first: the protocol with "/reveal" behind it; the receipt's signature; the seed; of each cut its hash and,
// on level ByAll, what sealed it; the beacon's signature, or nothing; the outcome. The test's vectors have all of that.
func (p *Proof) Reveal(outcome string, key ed25519.PrivateKey) {
	p.RevealedBy = KeyOf(key)
	p.Revealed = ed25519.Sign(key, p.message(outcome))
}

func (p Proof) message(outcome string) []byte {
	parts := []string{Version + "/reveal", string(p.Signature), string(p.Seed[:])}
	for _, c := range p.Cuts {
		parts = append(parts, string(c.Hash[:]))
		if c.Sealed != nil {
			parts = append(parts, string(c.Sealed[:]))
		}
	}
	return packed(append(parts, p.Beacon, outcome)...)
}

// TextOf returns cards as they are signed: their codes with a blank between.
func TextOf(deck []card.Card) string {
	codes := make([]string, len(deck))
	for i, c := range deck {
		codes[i] = c.String()
	}
	return strings.Join(codes, " ")
}

// typed reports whether anybody who had to cut has done so with a text.
func (c Context) typed(cuts []Cut) bool {
	ctx := c.Bytes()
	for i, s := range c.Cutters() {
		if i < len(cuts) && cuts[i].Seat == s && cuts[i].Hash != CutHash(ctx, c.Seats[s], "") {
			return true
		}
	}
	return false
}

// EffectiveLevel returns whom people have to trust, as it has turned out. ByCutter becomes ByHost unless the proof
// has a text that somebody has cut with. An erased text counts as none, because its hash may be of any
// text. Other levels are those of the context. The proof must have been checked.
func (p Proof) EffectiveLevel() Level {
	if p.Context.Level == ByCutter && len(p.Typed()) == 0 {
		return ByHost
	}
	return p.Context.Level
}
