package documents_test

import (
	"bytes"
	"errors"
	"testing"
	"testing/iotest"

	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// stutter reads one byte in two calls: the first returns nothing, as a Reader may.
type stutter struct {
	rest   *bytes.Reader
	paused bool
}

func (s *stutter) Read(p []byte) (int, error) {
	if s.paused = !s.paused; s.paused {
		return 0, nil
	}
	return s.rest.Read(p[:1])
}

// TestNewCode: a code has as many letters as were read, however they come, and a source that ends is an error.
func TestNewCode(t *testing.T) {
	t.Parallel()
	letters := []byte{0, 1, 2, 3, 31, 4, 5, 6, 7}
	if code, err := documents.NewCode(&stutter{rest: bytes.NewReader(letters)}); err != nil || code != "23456789" {
		t.Errorf("the code is %q, %v", code, err)
	}
	if code, err := documents.NewCode(iotest.ErrReader(storage.ErrDamaged)); !errors.Is(err, storage.ErrDamaged) || code != "" {
		t.Errorf("without randomness the code is %q, %v", code, err)
	}
}

// TestFullWithoutOptions: a store without options that is full refuses, and goes on.
func TestFullWithoutOptions(t *testing.T) {
	t.Parallel()
	below := &storagetest.Flaky{Store: memory.New()}
	store := documents.New(below, documents.Options{})
	below.Fail(storagetest.Failure{Err: storage.ErrFull})
	if _, err := store.Claim(t.Context(), "purse", "anna", 1); !errors.Is(err, storage.ErrFull) {
		t.Errorf("the error is %v", err)
	}
}
