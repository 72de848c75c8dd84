package fair

import (
	"crypto/ed25519"
)

// ChainLength is the number of decks of a new chain.
const ChainLength = 512

// MaxLength is the greatest valid chain length. It bounds the time of Proof.Check.
const MaxLength = 2 * ChainLength

// Chain has the secret seeds of a match's decks. Each seed is the hash of the next.
type Chain struct {
	Table    string `json:"table"`
	Length   int    `json:"length"`
	LastSeed Hash   `json:"last"`
}

// Seed returns the seed of deck n, from 1 to Length. Seed 0 is the anchor.
func (c Chain) Seed(n int) Hash {
	seed := c.LastSeed
	for i := c.Length; i > n; i-- {
		seed = hashOf("/chain", c.Table, encodeUint32(i), string(seed[:]))
	}
	return seed
}

// Publish returns the signed anchor. previous is the signature of the last receipt in the chain before; nil for none.
func (c Chain) Publish(previous Signature, key ed25519.PrivateKey) Anchor {
	a := Anchor{Table: c.Table, Length: c.Length, Hash: c.Seed(0), Previous: previous, Key: KeyOf(key)}
	a.Signature = ed25519.Sign(key, a.message())
	return a
}

// Anchor is the public part of a chain. It is published before anybody sits down.
type Anchor struct {
	Table  string `json:"table"`
	Length int    `json:"length"`
	Hash   Hash   `json:"hash"`
	// signature of the last receipt in the chain before
	Previous  Signature `json:"previous,omitempty"`
	Key       Key       `json:"key"`
	Signature Signature `json:"signature"`
}

func (a Anchor) message() []byte {
	return lengthPrefixed(Version+"/anchor", a.Table, encodeUint32(a.Length), string(a.Hash[:]), string(a.Previous))
}

const shortHash = 24

// Short returns the beginning of the anchor, for people.
func (a Anchor) Short() string { return a.Hash.String()[:shortHash] }
