package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// Behind returns the range of the ids that begin with the prefix, if no letter of theirs sorts after "~".
func Behind(prefix string) (from, to string) { return prefix, prefix + "~" }

// OfPerson yields the kind's documents whose ids begin with the person's id.
func (s *Store) OfPerson(ctx context.Context, kind string, person chat.PersonID) iter.Seq2[storage.Doc, error] {
	from, to := Behind(string(person) + "|")
	return s.Scan(ctx, kind, from, to)
}

// Mentioning yields the kind's documents that contain the id of a user or person. It skips damaged ones.
func (s *Store) Mentioning(ctx context.Context, kind, id string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		name, _ := json.Marshal(id) // never fails for a string
		for doc, err := range s.SkipDamaged(s.Scan(ctx, kind, "", "")) {
			if (err != nil || bytes.Contains(doc.Data, name)) && !yield(doc, err) {
				return
			}
		}
	}
}

// SkipDamaged yields the documents without damaged ones, which it reports to Options.Damaged.
func (s *Store) SkipDamaged(docs iter.Seq2[storage.Doc, error]) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range docs {
			switch {
			case errors.Is(err, storage.ErrDamaged) && doc.Key.ID != "":
				s.options.Damaged(err)
			case !yield(doc, err):
				return
			}
		}
	}
}

// SweepGroup is how many documents are deleted in one commit.
const SweepGroup = 256

// Sweep deletes the kind's documents between the two ids for which keep returns false. Damaged ones stay. It
// returns storage.ErrConflict if another goroutine changes a document meanwhile.
func (s *Store) Sweep(ctx context.Context, kind, from, to string, keep func(storage.Doc) bool) error {
	var old []storage.Doc
	for doc, err := range s.SkipDamaged(s.Scan(ctx, kind, from, to)) {
		if err != nil {
			return fmt.Errorf("bot: sweep: %w", err)
		}
		if keep(doc) {
			continue
		}
		doc.Data = nil
		if old = append(old, doc); len(old) == SweepGroup {
			if err := s.Commit(ctx, old...); err != nil {
				return err
			}
			old = nil
		}
	}
	return s.Commit(ctx, old...)
}

// Erase deletes the kind's documents between the two ids for which theirs returns true. It retries after
// conflicts.
func (s *Store) Erase(ctx context.Context, kind, from, to string, theirs func(storage.Doc) bool) error {
	return RetryOnConflict(func() error {
		return s.Sweep(ctx, kind, from, to, func(doc storage.Doc) bool { return !theirs(doc) })
	})
}
