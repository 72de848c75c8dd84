package fair

import (
	"crypto/ed25519"
	"slices"

	"tarockbot/engine/card"
)

// Receipt commits the host to a deck before anybody sees a card.
type Receipt struct {
	Protocol   string  `json:"protocol"`
	Anchor     Anchor  `json:"anchor"`
	Context    Context `json:"context"`
	Commitment Hash    `json:"commitment"`
	// signature of the receipt before, or the anchor's
	Previous  Signature `json:"previous"`
	Key       Key       `json:"key"`
	Signature Signature `json:"signature"`
}

// Commit returns the deck's signed receipt. previous is the signature of the receipt before it, or the anchor's.
func (c Chain) Commit(a Anchor, ctx Context, previous Signature, key ed25519.PrivateKey) Receipt {
	r := Receipt{Protocol: Version, Anchor: a, Context: ctx, Previous: previous, Key: KeyOf(key)}
	r.Commitment = commitment(ctx.Bytes(), c.Seed(ctx.Number))
	r.Signature = ed25519.Sign(key, r.message())
	return r
}

func (r Receipt) message() []byte {
	return lengthPrefixed(Version+"/receipt", string(r.Commitment[:]), string(r.Context.Bytes()), string(r.Previous))
}

// Short returns the beginning of the commitment, for people.
func (r Receipt) Short() string { return r.Commitment.String()[:shortHash] }

func commitment(ctx []byte, seed Hash) Hash { return hashOf("/commit", string(ctx), string(seed[:])) }

// Cut is a seat's contribution to a deck.
type Cut struct {
	Seat int `json:"seat"`
	// "" if nothing was typed, nil if erased
	Text *string `json:"text"`
	Hash Hash    `json:"hash"`
	// Only on LevelAll. Nonce is erased with Text.
	Sealed *Hash `json:"sealed,omitempty"`
	Nonce  *Hash `json:"nonce,omitempty"`
}

// MaxText is the greatest length of a text, in bytes.
const MaxText = 128

// NewCut returns the seat's cut; the text may be empty.
func (c Context) NewCut(seat int, text string) Cut {
	return Cut{Seat: seat, Text: &text, Hash: CutHash(c.Bytes(), c.Seats[seat], text)}
}

// CutHash returns the hash of a cut. The key is the player's random id.
func CutHash(ctx []byte, key, text string) Hash { return hashOf("/cut", string(ctx), key, text) }

// SealedCut returns a hash that fixes a seat's text, for LevelAll.
func SealedCut(ctx []byte, seat int, nonce Hash, text string) Hash {
	return hashOf("/cc", string(ctx), encodeUint32(seat), string(nonce[:]), text)
}

// Proof reveals how a deck was made, when nothing of it is secret any longer.
type Proof struct {
	Receipt
	Seed Hash  `json:"seed"`
	Cuts []Cut `json:"cuts"`
	// of the randomness source, on LevelBeacon only
	Beacon string `json:"beacon,omitempty"`
	// signed with RevealedBy
	Revealed   Signature `json:"revealed"`
	RevealedBy Key       `json:"revealed_by"`
	Draws      []Proof   `json:"draws,omitempty"`
}

// Reveal signs the proof and the outcome: DeckText of a draw's deck, or verify.Outcome of a deal's record.
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
	return lengthPrefixed(append(parts, p.Beacon, outcome)...)
}

// Deck returns the pack in dealing order.
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

func beaconHash(ctx []byte, signature string) Hash { return hashOf("/beacon", string(ctx), signature) }

// TypedCuts returns the cuts with a text. Players must compare the texts with their own: nothing else shows that the
// host made up none.
func (p Proof) TypedCuts() []Cut {
	return slices.DeleteFunc(slices.Clone(p.Cuts), func(c Cut) bool { return c.Text == nil || *c.Text == "" })
}

// EffectiveLevel returns the level that a checked proof supports. LevelCutter counts as LevelHost without a text,
// because the hash of an erased text proves nothing.
func (p Proof) EffectiveLevel() Level {
	if p.Context.Level == LevelCutter && len(p.TypedCuts()) == 0 {
		return LevelHost
	}
	return p.Context.Level
}
