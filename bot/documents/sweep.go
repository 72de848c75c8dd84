package documents

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"tarockbot/storage"
)

// SkipDamaged yields the documents without damaged ones, which it reports to Options.Damaged.
func (s *Store) SkipDamaged(docs iter.Seq2[storage.Doc, error]) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range docs {
			switch {
			case errors.Is(err, storage.ErrDamaged) && doc.Key.ID != "":
				call(s.options.Damaged, err)
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
