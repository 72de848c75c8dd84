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

// WithPrefix returns the range of ids with the prefix. No letter may sort after "~".
func WithPrefix(prefix string) (from, to string) { return prefix, prefix + "~" }

// ScanPerson yields documents whose ids begin with the person's.
func (s *Store) ScanPerson(ctx context.Context, kind string, person chat.PersonID) iter.Seq2[storage.Doc, error] {
	from, to := WithPrefix(string(person) + "|")
	return s.Scan(ctx, kind, from, to)
}

// ScanMentions yields undamaged documents that contain the id.
func (s *Store) ScanMentions(ctx context.Context, kind, id string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		name, _ := json.Marshal(id)
		for doc, err := range s.SkipDamaged(s.Scan(ctx, kind, "", "")) {
			if (err != nil || bytes.Contains(doc.Data, name)) && !yield(doc, err) {
				return
			}
		}
	}
}

// SkipDamaged reports damaged documents to Options.OnDamaged.
func (s *Store) SkipDamaged(docs iter.Seq2[storage.Doc, error]) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range docs {
			switch {
			case errors.Is(err, storage.ErrDamaged) && doc.Key.ID != "":
				s.options.OnDamaged(err)
			case !yield(doc, err):
				return
			}
		}
	}
}

// SweepGroup is how many documents one commit deletes.
const SweepGroup = 256

// Sweep deletes the range's documents unless keep returns true. It doesn't retry conflicts.
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

// Erase deletes the range's documents if theirs returns true.
func (s *Store) Erase(ctx context.Context, kind, from, to string, condition func(storage.Doc) bool) error {
	return RetryOnConflict(func() error {
		return s.Sweep(ctx, kind, from, to, func(doc storage.Doc) bool { return !condition(doc) })
	})
}
