package sealed

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"tarockbot/storage"
)

// Errors of a document that can't be opened. Test with errors.Is.
var (
	// ErrSealed means that the document exists but can't be opened.
	ErrSealed = errors.New("storage/sealed: a document can't be opened")
	// ErrNoKey is an ErrSealed: none of the keys sealed the document.
	ErrNoKey = fmt.Errorf("%w: its key is not here", ErrSealed)
)

// A sealed document is the mark, the id of its key, the nonce and the ciphertext.
const (
	mark      = 0 // begins no JSON, so no document of these kinds in the clear
	keyIDSize = 8
	headSize  = 1 + keyIDSize
)

// Keys open documents. The last one seals them. Without keys, documents stay in the clear.
type Keys []key

type key struct {
	keyID [keyIDSize]byte // the beginning of the key's SHA-256
	aead  cipher.AEAD
}

// keySize is the size of a key of AES-256, in bytes.
const keySize = 32

// NewKey returns a random key as text: a line of 64 hexadecimal digits.
func NewKey() string {
	random := make([]byte, keySize)
	_, _ = rand.Read(random) // never fails
	return hex.EncodeToString(random) + "\n"
}

// ParseKeys reads keys, one a line, the newest last. The error names the line that isn't a key.
func ParseKeys(text string) (Keys, error) {
	var keys Keys
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		secret, err := hex.DecodeString(line)
		if err != nil || len(secret) != keySize { // err is left out, because it would show a part of the key
			return nil, fmt.Errorf("storage/sealed: line %d is no key, which has %d hexadecimal digits", n, 2*keySize)
		}
		k, err := newKey(secret)
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, nil
}

func newKey(secret []byte) (key, error) {
	block, err := aes.NewCipher(secret)
	if err != nil {
		return key{}, fmt.Errorf("storage/sealed: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return key{}, fmt.Errorf("storage/sealed: %w", err)
	}
	sum := sha256.Sum256(secret)
	return key{[keyIDSize]byte(sum[:]), aead}, nil
}

// Is reports whether the data is sealed.
func Is(data []byte) bool { return len(data) > 0 && data[0] == mark }

// Newest returns the id of the key that seals, for people to read; "" if there is none.
func (ks Keys) Newest() string {
	if len(ks) == 0 {
		return ""
	}
	return hex.EncodeToString(ks[len(ks)-1].keyID[:])
}

// isStale reports whether the keys can open the data, and the newest didn't seal it.
func (ks Keys) isStale(at storage.Key, data []byte) bool {
	if len(ks) == 0 || Is(data) && bytes.HasPrefix(data[1:], ks[len(ks)-1].keyID[:]) {
		return false
	}
	_, err := ks.open(at, data)
	return err == nil
}

// seal returns the data sealed with the newest key, for the document at the storage.Key.
func (ks Keys) seal(at storage.Key, data []byte) []byte {
	if len(ks) == 0 {
		return data
	}
	k := ks[len(ks)-1]
	text := make([]byte, 0, headSize+len(data)+k.aead.Overhead())
	text = append(append(text, mark), k.keyID[:]...)
	return k.aead.Seal(text, nil, data, additional(at))
}

// open returns the data of a document, sealed or in the clear. Errors are ErrNoKey and ErrSealed.
func (ks Keys) open(at storage.Key, data []byte) ([]byte, error) {
	if !Is(data) {
		return data, nil
	}
	text := data[min(headSize, len(data)):]
	for _, k := range ks {
		if !bytes.HasPrefix(data[1:], k.keyID[:]) {
			continue
		}
		plain, err := k.aead.Open(make([]byte, 0, len(text)), nil, text, additional(at))
		if err != nil {
			return nil, fmt.Errorf("%w: %s %q is not what was sealed", ErrSealed, at.Kind, at.ID)
		}
		return plain, nil
	}
	return nil, fmt.Errorf("%w: %s %q", ErrNoKey, at.Kind, at.ID)
}

// additional returns the additional data of the seal, which ties it to its document: no other
// document can take its place.
func additional(at storage.Key) []byte { return []byte(at.Kind + "\x00" + at.ID) }
