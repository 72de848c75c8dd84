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

// Errors of a document that can't be opened; test with errors.Is.
var (
	// ErrSealed: there is a document, but it can't be opened.
	ErrSealed = errors.New("storage/sealed: a document can't be opened")
	// ErrNoKey is the ErrSealed of one whose key isn't among those that there are.
	ErrNoKey = fmt.Errorf("%w: its key is not here", ErrSealed)
)

// What stands before a sealed text: the mark, the number of its key, and then the nonce.
const (
	mark       = 0 // begins no JSON, so nothing of these kinds that is in the clear
	numberSize = 8
	headSize   = 1 + numberSize
)

// Keys are what documents are opened with. The last one seals. Without any, documents
// stay in the clear.
type Keys []key

type key struct {
	number [numberSize]byte // a part of the key's SHA-256
	aead   cipher.AEAD
}

// keySize is that of AES-256, in bytes.
const keySize = 32

// NewKey is the text of a new key: a line of 64 hexadecimal digits.
func NewKey() string {
	random := make([]byte, keySize)
	_, _ = rand.Read(random) // which never fails
	return hex.EncodeToString(random) + "\n"
}

// ParseKeys reads keys, one a line, the newest last. The error names the line that is none.
func ParseKeys(text string) (Keys, error) {
	var keys Keys
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		secret, err := hex.DecodeString(line)
		if err != nil || len(secret) != keySize { // what it says would show a part of the key
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
	return key{[numberSize]byte(sum[:]), aead}, nil
}

// Is says that the data is sealed.
func Is(data []byte) bool { return len(data) > 0 && data[0] == mark }

// Newest is the number of the key that seals, for people; "" if there is none.
func (ks Keys) Newest() string {
	if len(ks) == 0 {
		return ""
	}
	return hex.EncodeToString(ks[len(ks)-1].number[:])
}

// current says that the data is as the keys would seal it, or that they can't open it.
func (ks Keys) current(at storage.Key, data []byte) bool {
	if len(ks) == 0 {
		return true
	}
	newest := ks[len(ks)-1].number[:]
	if Is(data) && len(data) >= headSize && bytes.Equal(data[1:headSize], newest) {
		return true
	}
	_, err := ks.open(at, data)
	return err != nil
}

// seal is the data as it is to be stored under the key.
func (ks Keys) seal(at storage.Key, data []byte) []byte {
	if len(ks) == 0 {
		return data
	}
	k := ks[len(ks)-1]
	text := make([]byte, 0, headSize+len(data)+k.aead.Overhead())
	text = append(append(text, mark), k.number[:]...)
	return k.aead.Seal(text, nil, data, additional(at))
}

// open is the data of what is stored under the key. Errors are ErrNoKey and ErrSealed.
func (ks Keys) open(at storage.Key, data []byte) ([]byte, error) {
	if !Is(data) {
		return data, nil
	}
	text := data[min(headSize, len(data)):]
	for _, k := range ks {
		if !bytes.HasPrefix(data[1:], k.number[:]) {
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

// additional is what a document is sealed with besides: no other can take its place.
func additional(at storage.Key) []byte { return []byte(at.Kind + "\x00" + at.ID) }
