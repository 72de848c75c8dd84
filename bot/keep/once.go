package keep

import (
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

// SeenDoc marks an input as decided. It is written with the input's effect and
// must be new, so the same input can't have an effect twice.
func (s *Store) SeenDoc(in chat.Input) (storage.Doc, error) {
	return Encode(KindSeen, SeenID(in), 0, s.options.Now().Unix())
}

// SeenID has a fixed size, whatever a platform uses as an id. An act is its
// person's: nobody can use up another's ids. The number that the platform's id
// ends with comes first: platforms count upwards, so what is stored at the same
// time lies side by side, and a commit of many inputs writes few pages.
func SeenID(in chat.Input) string {
	return fmt.Sprintf("%016x%s", lastNumber(in.ID), InputSum(in))
}

// InputSum tells the input from all others, and nothing of it.
func InputSum(in chat.Input) string {
	sum := sha256.Sum256([]byte(string(in.User) + "\x00" + in.ID))
	return hex.EncodeToString(sum[:16])
}

// lastNumber is the number that the text ends with; 0 if there is none that
// makes sense.
func lastNumber(s string) uint64 {
	digits := s[len(strings.TrimRight(s, "0123456789")):]
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Seen says whether the input has had its effect already.
func (s *Store) Seen(ctx context.Context, in chat.Input) (bool, error) {
	var at int64
	version, err := s.Load(ctx, KindSeen, SeenID(in), &at)
	return version > 0, err
}

// MarkSeen remembers an input whose effect needs no commit of its own.
func (s *Store) MarkSeen(ctx context.Context, in chat.Input) error {
	doc, err := s.SeenDoc(in)
	if err != nil {
		return err
	}
	if err = s.Commit(ctx, doc); errors.Is(err, storage.ErrConflict) {
		return nil
	}
	return err
}

// OrDuplicate is the error, or that the input has had its effect.
func OrDuplicate(err error) error {
	if err != nil {
		return err
	}
	return chat.Refuse("done-already")
}

// seenFor is how long an input is remembered: platforms deliver again for a day.
const seenFor = 48 * time.Hour

// SweepSeen forgets inputs that no platform delivers any more.
func (s *Store) SweepSeen(ctx context.Context) error {
	limit := s.options.Now().Add(-seenFor).Unix()
	return s.Sweep(ctx, KindSeen, "", "", Is(func(at int64) bool { return at >= limit }))
}
