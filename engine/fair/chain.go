package fair

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// Version names the protocol by which decks are made that anybody can check. It begins
// all that is hashed and signed.
const Version = "tarock-deal-v1"

// ChainLength is how many decks a new chain is for.
const ChainLength = 512

// MaxLength is the longest chain that a receipt may be of: each proof is followed to its
// anchor.
const MaxLength = 2 * ChainLength

// Hash is a SHA-256 sum, or 32 secret bytes. Its text is hexadecimal.
type Hash [sha256.Size]byte

// String returns the hexadecimal text.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hexadecimal text.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads the hexadecimal text.
func (h *Hash) UnmarshalText(text []byte) error { return readHex(h[:], text) }

// readHex fills all of b.
func readHex(b, text []byte) error {
	if hex.DecodedLen(len(text)) != len(b) || len(text)%2 != 0 {
		return fmt.Errorf("fair: %d hexadecimal digits, not %d", len(text), 2*len(b))
	}
	_, err := hex.Decode(b, text)
	return err
}

// packed returns the parts one after the other, each behind its length, so that no two
// lists of parts are the same bytes.
func packed[T string | []byte](parts ...T) []byte {
	n := 0
	for _, p := range parts {
		n += 4 + len(p)
	}
	b := make([]byte, 0, n)
	for _, p := range parts {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(p))), p...)
	}
	return b
}

// number returns n as 4 bytes, the highest first. What is no such number is the highest, so
// that it isn't taken for another.
func number(n int) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(min(uint64(n), math.MaxUint32))))
}

// sum returns the hash of the parts, what they are for in front.
func sum(purpose string, parts ...string) Hash {
	return sha256.Sum256(packed(append([]string{Version + purpose}, parts...)...))
}

// Chain is the secret of which all decks of a match are made: each seed is the hash of the
// next, and the hash of the first is the anchor, which is published before anybody sits
// down. So all seeds are fixed by then, and each that is told later can be checked.
type Chain struct {
	Table  string `json:"table"`
	Length int    `json:"length"`
	Last   Hash   `json:"last"` // the seed of the last deck
}

// before returns the seed of the deck before number n, whose seed it is; the anchor before the
// first.
func before(table string, n int, seed Hash) Hash {
	return sum("/chain", table, number(n), string(seed[:]))
}

// Seed returns the seed of the deck with the number, from 1 to Length; 0 is the
// anchor.
func (c Chain) Seed(n int) Hash {
	seed := c.Last
	for i := c.Length; i > n; i-- {
		seed = before(c.Table, i, seed)
	}
	return seed
}

// anchorOf returns the anchor of the chain in which the deck with the number has the
// seed.
func anchorOf(table string, n int, seed Hash) Hash {
	return Chain{Table: table, Length: n, Last: seed}.Seed(0)
}
