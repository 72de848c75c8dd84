package fair

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// Version names the protocol. Everything that is hashed or signed for a purpose begins with it.
const Version = "tarock-deal-v1"

// ChainLength is the number of decks of a new chain.
const ChainLength = 512

// MaxLength is the length of the longest chain that a receipt may name. It bounds the time of Proof.Check, which
// hashes from the seed to the anchor.
const MaxLength = 2 * ChainLength

// Hash is a SHA-256 sum, or 32 secret bytes. Its text is hexadecimal.
type Hash [sha256.Size]byte

// String returns the hexadecimal text.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hexadecimal text.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads the hexadecimal text.
func (h *Hash) UnmarshalText(text []byte) error { return readHex(h[:], text) }

// readHex decodes the hexadecimal text to b. The text must fill b.
func readHex(b, text []byte) error {
	if hex.DecodedLen(len(text)) != len(b) || len(text)%2 != 0 {
		return fmt.Errorf("fair: %d hexadecimal digits, not %d", len(text), 2*len(b))
	}
	_, err := hex.Decode(b, text)
	return err
}

// lengthPrefixed returns the parts one after the other, each behind its length. So different lists of parts
// have different bytes.
func lengthPrefixed[T string | []byte](parts ...T) []byte {
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

// encodeUint32 returns n as 4 bytes, big-endian. A negative or too large n becomes the maximum, which no valid
// value has.
func encodeUint32(n int) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(min(uint64(n), math.MaxUint32))))
}

// hashOf returns the hash of the parts for a purpose. Hashes for different purposes differ.
func hashOf(purpose string, parts ...string) Hash {
	return sha256.Sum256(lengthPrefixed(append([]string{Version + purpose}, parts...)...))
}

// Chain has the secret seeds of a match's decks. Each seed is the hash of the next; the hash of the first is the
// anchor. The anchor fixes all seeds, so anybody can check a seed that is revealed later.
type Chain struct {
	Table  string `json:"table"`
	Length int    `json:"length"`
	Last   Hash   `json:"last"` // the seed of the last deck
}

// Seed returns the seed of deck n, from 1 to Length. Seed 0 is the anchor.
func (c Chain) Seed(n int) Hash {
	seed := c.Last
	for i := c.Length; i > n; i-- {
		seed = hashOf("/chain", c.Table, encodeUint32(i), string(seed[:]))
	}
	return seed
}
