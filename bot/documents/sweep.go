package documents

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"tarockbot/storage"
)

// Sound yields the documents that are as they were written, for what has to go on without the others.
func (s *Store) Sound(docs iter.Seq2[storage.Doc, error]) iter.Seq2[storage.Doc, error] {
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

// Sweep deletes the documents of the kind, with ids between the two, that aren't to be
// kept. It is for those that nobody else changes. A damaged one stays.
func (s *Store) Sweep(ctx context.Context, kind, from, to string, keep func(storage.Doc) bool) error {
	var old []storage.Doc
	for doc, err := range s.Sound(s.Scan(ctx, kind, from, to)) {
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
