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

// Version names the protocol. Signed messages begin with it.
const Version = "tarock-deal-v1"

// Hash is a SHA-256 sum, or 32 secret bytes.
type Hash [sha256.Size]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error { return readHex(h[:], text) }

// Key is an Ed25519 public key.
type Key [ed25519.PublicKeySize]byte

// KeyOf returns the public key.
func KeyOf(private ed25519.PrivateKey) Key { return Key(private.Public().(ed25519.PublicKey)) }

func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText implements encoding.TextMarshaler.
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Key) UnmarshalText(text []byte) error { return readHex(k[:], text) }

func (k Key) verifies(message []byte, s Signature) bool {
	return len(s) == ed25519.SignatureSize && ed25519.Verify(k[:], message, s)
}

// Signature is an Ed25519 signature; nil if there is none.
type Signature []byte

// MarshalText implements encoding.TextMarshaler.
func (s Signature) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Signature) UnmarshalText(text []byte) error {
	*s = nil
	if len(text) == 0 {
		return nil
	}
	*s = make(Signature, ed25519.SignatureSize)
	return readHex(*s, text)
}

// Equal compares signatures.
func (s Signature) Equal(other Signature) bool { return bytes.Equal(s, other) }

func readHex(b, text []byte) error {
	if hex.DecodedLen(len(text)) != len(b) || len(text)%2 != 0 {
		return fmt.Errorf("fair: %d hexadecimal digits, not %d", len(text), 2*len(b))
	}
	_, err := hex.Decode(b, text)
	return err
}

// lengthPrefixed encodes parts so that different lists never have the same bytes.
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

// encodeUint32 maps an invalid n to the maximum.
func encodeUint32(n int) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(min(uint64(n), math.MaxUint32))))
}

func hashOf(purpose string, parts ...string) Hash {
	return sha256.Sum256(lengthPrefixed(append([]string{Version + purpose}, parts...)...))
}
