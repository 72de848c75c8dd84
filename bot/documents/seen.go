package documents

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// TransactBy is Transact for an input. It refuses duplicates.
func (s *Store) TransactBy(ctx context.Context, in chat.Input, decide func(*Transaction) error) error {
	return s.RetryUnlessSeen(ctx, in, func() error { return s.transactOnce(ctx, decide, s.SeenDoc(in)) })
}

// RetryUnlessSeen is RetryOnConflict for an input. It refuses duplicates.
func (s *Store) RetryUnlessSeen(ctx context.Context, in chat.Input, decide func() error) error {
	return RetryOnConflict(func() error {
		err := decide()
		if !errors.Is(err, storage.ErrConflict) {
			return err
		}
		return cmp.Or(s.CheckUnseen(ctx, in), err)
	})
}

// SeenDoc returns the input's mark, to be committed with its effect. A duplicate conflicts.
func (s *Store) SeenDoc(in chat.Input) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: KindSeen, ID: SeenID(in)},
		Data: strconv.AppendInt(nil, s.options.Now().Unix(), 10)}
}

// SeenID includes the user, so nobody can use up another's ids. Its leading number lets inputs of one time share the
// store's pages.
func SeenID(in chat.Input) string {
	digits := in.ID[len(strings.TrimRight(in.ID, "0123456789")):]
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		n = 0
	}
	return fmt.Sprintf("%016x%s", n, InputSum(in))
}

// InputSum hashes the input's user and id.
func InputSum(in chat.Input) string {
	sum := sha256.Sum256([]byte(string(in.User) + "\x00" + in.ID))
	return hex.EncodeToString(sum[:16])
}

// LineSum hashes the input's line.
func LineSum(in chat.Input) string {
	sum := sha256.Sum256([]byte(in.Line))
	return hex.EncodeToString(sum[:8])
}

// WasSeen reports whether the input had its effect.
func (s *Store) WasSeen(ctx context.Context, in chat.Input) (bool, error) {
	var at int64
	version, err := s.Load(ctx, KindSeen, SeenID(in), &at)
	return version > 0, err
}

// CheckUnseen refuses a duplicate.
func (s *Store) CheckUnseen(ctx context.Context, in chat.Input) error {
	seen, err := s.WasSeen(ctx, in)
	if err == nil && seen {
		return RefuseDuplicate()
	}
	return err
}

// MarkSeen marks an input whose effect needs no commit.
func (s *Store) MarkSeen(ctx context.Context, in chat.Input) error {
	if err := s.Commit(ctx, s.SeenDoc(in)); !errors.Is(err, storage.ErrConflict) {
		return err
	}
	return nil
}

// RefuseDuplicate returns the refusal of a duplicate.
func RefuseDuplicate() error { return chat.Refuse("done-already") }

// seenFor exceeds the day for which platforms repeat inputs.
const seenFor = 48 * time.Hour

// SweepSeen deletes old marks.
func (s *Store) SweepSeen(ctx context.Context) error {
	limit := s.options.Now().Add(-seenFor).Unix()
	return s.Sweep(ctx, KindSeen, "", "", Where(func(at int64) bool { return at >= limit }))
}
