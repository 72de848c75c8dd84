package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"tarockbot/storage"
)

// minFree is the room in bytes that the store must have left for a new table
// to begin; what is left is for the tables that go on.
const minFree = 64 << 20

// roomAgain is how long no commit must have lacked room until there is room again: on
// a full disk small ones go through between others.
const roomAgain = time.Minute

// roomy is the bot's store. It tells the operator in one line that there is no room
// left, and in another that there is again, however much is refused in between.
type roomy struct {
	storage.Store
	log *slog.Logger
	now func() time.Time

	mu   sync.Mutex
	full bool
	last time.Time // when a commit lacked room
}

var _ storage.Spacious = (*roomy)(nil)

// Commit implements storage.Store.
func (s *roomy) Commit(ctx context.Context, docs ...storage.Doc) error {
	err := s.Store.Commit(ctx, docs...)
	switch {
	case errors.Is(err, storage.ErrFull):
		s.lacks(err)
	case err == nil && len(docs) > 0:
		s.has()
	}
	return err
}

func (s *roomy) lacks(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = s.now()
	if !s.full {
		s.full = true
		s.log.Error("no room in the store: what needs some is refused until there is", "err", err.Error())
	}
}

func (s *roomy) has() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.full || s.now().Sub(s.last) < roomAgain {
		return
	}
	if free, err := s.Free(); err == nil && free < minFree {
		return
	}
	s.full = false
	s.log.Info("there is room in the store again")
}

// Free implements storage.Spacious.
func (s *roomy) Free() (uint64, error) {
	if spacious, ok := s.Store.(storage.Spacious); ok {
		return spacious.Free()
	}
	return 0, errors.ErrUnsupported
}

// WithoutFull is a log that leaves out what goes wrong because the store has no room,
// which the bot tells by itself, once.
func WithoutFull(log *slog.Logger) *slog.Logger { return slog.New(withoutFull{log.Handler()}) }

type withoutFull struct{ slog.Handler }

// Handle implements slog.Handler.
func (h withoutFull) Handle(ctx context.Context, r slog.Record) error {
	full := false
	r.Attrs(func(a slog.Attr) bool {
		err, is := a.Value.Any().(error)
		full = full || is && errors.Is(err, storage.ErrFull)
		return !full
	})
	if full {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h withoutFull) WithAttrs(attrs []slog.Attr) slog.Handler {
	return withoutFull{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h withoutFull) WithGroup(name string) slog.Handler {
	return withoutFull{h.Handler.WithGroup(name)}
}
