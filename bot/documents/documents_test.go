package documents_test

import (
	"bytes"
	"errors"
	"testing"
	"testing/iotest"

	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// stutter returns no data from every other Read.
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

func TestNewCode(t *testing.T) {
	t.Parallel()
	randomBytes := []byte{0, 1, 2, 3, 31, 4, 5, 6, 7}
	if code, err := documents.NewCode(&stutter{rest: bytes.NewReader(randomBytes)}); err != nil || code != "23456789" {
		t.Errorf("the code is %q, %v", code, err)
	}
	if code, err := documents.NewCode(iotest.ErrReader(storage.ErrDamaged)); !errors.Is(err, storage.ErrDamaged) || code != "" {
		t.Errorf("without randomness the code is %q, %v", code, err)
	}
}
