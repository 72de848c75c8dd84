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

// Errors of opening a document.
var (
	// ErrSealed means that the document exists but can't be opened.
	ErrSealed = errors.New("storage/sealed: a document can't be opened")
	// ErrNoKey is an ErrSealed: none of the keys sealed the document.
	ErrNoKey = fmt.Errorf("%w: its key is missing", ErrSealed)
)

// A sealed document is the mark, the id of its key, the nonce and the ciphertext.
const (
	mark      = 0 // no JSON begins with it
	keyIDSize = 8
	headSize  = 1 + keyIDSize
)

// Keys open documents. The last key seals them. Without keys, documents stay in the clear.
type Keys []key

type key struct {
	keyID [keyIDSize]byte
	aead  cipher.AEAD
}

const keySize = 32

// NewKey returns a random key: a line of 64 hexadecimal digits.
func NewKey() string {
	random := make([]byte, keySize)
	_, _ = rand.Read(random)
	return hex.EncodeToString(random) + "\n"
}

// ParseKeys reads one key per line, the newest last. Its error names the bad line.
func ParseKeys(text string) (Keys, error) {
	var keys Keys
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		secret, err := hex.DecodeString(line)
		if err != nil || len(secret) != keySize { // err would show a part of the key
			return nil, fmt.Errorf("storage/sealed: line %d is not a key: a key has %d hexadecimal digits", n, 2*keySize)
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

// IsSealed reports whether the data is sealed.
func IsSealed(data []byte) bool { return len(data) > 0 && data[0] == mark }

// Newest returns the readable id of the sealing key, or "".
func (ks Keys) Newest() string {
	if len(ks) == 0 {
		return ""
	}
	return hex.EncodeToString(ks[len(ks)-1].keyID[:])
}

func (ks Keys) isStale(at storage.Key, data []byte) bool {
	if len(ks) == 0 || IsSealed(data) && bytes.HasPrefix(data[1:], ks[len(ks)-1].keyID[:]) {
		return false
	}
	_, err := ks.open(at, data)
	return err == nil
}

func (ks Keys) seal(at storage.Key, data []byte) []byte {
	if len(ks) == 0 {
		return data
	}
	k := ks[len(ks)-1]
	text := make([]byte, 0, headSize+len(data)+k.aead.Overhead())
	text = append(append(text, mark), k.keyID[:]...)
	return k.aead.Seal(text, nil, data, additionalData(at))
}

func (ks Keys) open(at storage.Key, data []byte) ([]byte, error) {
	if !IsSealed(data) {
		return data, nil
	}
	text := data[min(headSize, len(data)):]
	for _, k := range ks {
		if !bytes.HasPrefix(data[1:], k.keyID[:]) {
			continue
		}
		plain, err := k.aead.Open(make([]byte, 0, len(text)), nil, text, additionalData(at))
		if err != nil {
			return nil, fmt.Errorf("%w: %s %q was changed after it was sealed", ErrSealed, at.Kind, at.ID)
		}
		return plain, nil
	}
	return nil, fmt.Errorf("%w: %s %q", ErrNoKey, at.Kind, at.ID)
}

// additionalData ties the seal to its document.
func additionalData(at storage.Key) []byte { return []byte(at.Kind + "\x00" + at.ID) }
