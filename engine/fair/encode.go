package fair

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// Version names the protocol. Everything that is hashed or signed for a purpose begins with it.
const Version = "tarock-deal-v1"

// Hash is a SHA-256 sum, or 32 secret bytes. Its text is hexadecimal.
type Hash [sha256.Size]byte

// String returns the hexadecimal text.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hexadecimal text.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads the hexadecimal text.
func (h *Hash) UnmarshalText(text []byte) error { return readHex(h[:], text) }

// Key is an Ed25519 public key. Its text is hexadecimal.
type Key [ed25519.PublicKeySize]byte

// KeyOf returns the public half of the private key.
func KeyOf(private ed25519.PrivateKey) Key { return Key(private.Public().(ed25519.PublicKey)) }

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

// Equal reports whether the signatures are the same.
func (s Signature) Equal(other Signature) bool { return bytes.Equal(s, other) }

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
