package keep

import (
	"context"
	"fmt"

	"tarockbot/storage"
)

// SweepGroup is how many documents are deleted in one commit.
const SweepGroup = 256

// Sweep deletes the documents of the kind, with ids between the two, that aren't to be
// kept. It is for those that nobody else changes.
func (s *Store) Sweep(ctx context.Context, kind, from, to string, keep func(storage.Doc) bool) error {
	var old []storage.Doc
	for doc, err := range s.Scan(ctx, kind, from, to) {
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
