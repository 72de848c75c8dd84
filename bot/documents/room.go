package documents

import (
	"errors"
	"sync"
	"time"

	"tarockbot/storage"
)

// MinFree is the room in bytes that a new table must find; what is left is for those that go on.
const MinFree = 64 << 20

// roomAgain is how long no commit must have lacked room until there is room again: on
// a full disk small ones go through between others.
const roomAgain = time.Minute

// room is whether the disk is full. The operator reads in one line that there is no
// room left, and in another that there is again, however much is refused in between.
type room struct {
	mu   sync.Mutex
	full bool
	last time.Time // when a commit lacked room
}

// notice looks at what has become of a commit of n documents.
func (s *Store) notice(err error, n int) {
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
	case s.room.full && s.options.Now().Sub(s.room.last) >= roomAgain && !s.Full():
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

// Full says that the store has no room for a new table.
func (s *Store) Full() bool {
	free, err := s.Free()
	return err == nil && free < MinFree
}
