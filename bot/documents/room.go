package documents

import (
	"errors"
	"sync"
	"time"

	"tarockbot/storage"
)

// MinFree bytes must be free for a new table. Running tables may use the rest.
const MinFree = 64 << 20

// On a full disk small commits still succeed, so it counts as full for a while.
const fullFor = time.Minute

type room struct {
	mu   sync.Mutex
	full bool
	last time.Time // when a commit lacked room
}

func (s *Store) trackRoom(err error, n int) {
	full := errors.Is(err, storage.ErrFull)
	if !full && (err != nil || n == 0) {
		return
	}
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	switch {
	case full:
		if s.room.last = s.options.Now(); !s.room.full {
			s.room.full = true
			s.options.Log.Error("no room in the store, new data is refused", "err", err.Error())
		}
	case s.room.full && s.options.Now().Sub(s.room.last) >= fullFor && !s.IsFull():
		s.room.full = false
		s.options.Log.Info("there is room in the store again")
	}
}

// Free implements storage.Spacious.
func (s *Store) Free() (uint64, error) {
	if spacious, ok := s.Store.(storage.Spacious); ok {
		return spacious.Free()
	}
	return 0, errors.ErrUnsupported
}

// IsFull reports whether the store lacks room for a new table.
func (s *Store) IsFull() bool {
	free, err := s.Free()
	return err == nil && free < MinFree
}
