package documents

import (
	"errors"
	"sync"
	"time"

	"tarockbot/storage"
)

// MinFree is how many free bytes a new table needs. The rest is reserved for running tables.
const MinFree = 64 << 20

// fullFor is how long the disk counts as full after a commit lacked room. On a full disk small commits still
// succeed between others.
const fullFor = time.Minute

// room tracks whether the disk is full. The log gets one line when it becomes full, and one when there is room
// again.
type room struct {
	mu   sync.Mutex
	full bool
	last time.Time // when a commit last lacked room
}

// trackRoom records the result of a commit of n documents. After a shortage it holds room.mu while Full asks
// the file system.
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
			s.options.Log.Error("no room in the store: what needs some is refused until there is", "err", err.Error())
		}
	case s.room.full && s.options.Now().Sub(s.room.last) >= fullFor && !s.Full():
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

// Full reports whether the store lacks room for a new table.
func (s *Store) Full() bool {
	free, err := s.Free()
	return err == nil && free < MinFree
}
