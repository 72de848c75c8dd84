// Package documents stores values as JSON documents. For the names of kinds see "Stored names" in CONTRIBUTING.md.
// Start reading at Store, then Transaction.
package documents

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"tarockbot/storage"
)

// The kinds of documents that this package owns.
const (
	KindSeen = "seen"
	KindNote = "note"
	KindMeta = "meta"
)

// Encode returns the document that replaces the given version with v. Version 0 creates it.
func Encode(kind, id string, version int64, v any) (storage.Doc, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return storage.Doc{}, fmt.Errorf("bot: encode %s: %w", kind, err)
	}
	return storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: version, Data: data}, nil
}

// Decode decodes the document into v, or returns storage.ErrDamaged.
func Decode(doc storage.Doc, v any) error {
	if err := json.Unmarshal(doc.Data, v); err != nil {
		return fmt.Errorf("%w: %s %q: %w", storage.ErrDamaged, doc.Key.Kind, doc.Key.ID, err)
	}
	return nil
}

// CheckForm returns an error if the document isn't a T.
func CheckForm[T any](doc storage.Doc) error { return Decode(doc, new(T)) }

// Entry is a document with its decoded value.
type Entry[T any] struct {
	storage.Doc
	Value T
}

// DecodeAll yields decoded documents up to the first error.
func DecodeAll[T any](docs iter.Seq2[storage.Doc, error]) iter.Seq2[Entry[T], error] {
	return func(yield func(Entry[T], error) bool) {
		for doc, err := range docs {
			e := Entry[T]{Doc: doc}
			if err == nil {
				err = Decode(doc, &e.Value)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// UntilError yields the values before the first error, and sets *err to that error.
func UntilError[V any](values iter.Seq2[V, error], err *error) iter.Seq[V] {
	return func(yield func(V) bool) {
		for v, failed := range values {
			if *err = cmp.Or(*err, failed); failed != nil || !yield(v) {
				return
			}
		}
	}
}

// Where returns a condition on decoded values. It excludes damaged documents.
func Where[T any](condition func(T) bool) func(storage.Doc) bool {
	return func(doc storage.Doc) bool {
		var v T
		return Decode(doc, &v) == nil && condition(v)
	}
}

// Options configure a Store. Each may be left out.
type Options struct {
	Log *slog.Logger
	Now func() time.Time
	// OnFailure gets errors after which the store's content is unknown.
	OnFailure func(error)
	// OnStored gets documents once they are durable.
	OnStored  func([]storage.Doc)
	OnDamaged func(error)
}

// Store reads and writes the documents of one bot.
type Store struct {
	storage.Store
	options Options
	room    room
}

var (
	_ storage.Spacious = (*Store)(nil)
	_ storage.Sealing  = (*Store)(nil)
)

// New returns a Store on top of below.
func New(below storage.Store, options Options) *Store {
	options.Log = cmp.Or(options.Log, slog.New(slog.DiscardHandler))
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.OnFailure == nil {
		options.OnFailure = func(error) {}
	}
	if options.OnStored == nil {
		options.OnStored = func([]storage.Doc) {}
	}
	if options.OnDamaged == nil {
		options.OnDamaged = func(error) {}
	}
	return &Store{Store: below, options: options}
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	doc, err := s.Store.Get(ctx, key)
	return doc, s.reportFailure(err)
}

// Scan implements storage.Store.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range s.Store.Scan(ctx, kind, from, to) {
			if !yield(doc, s.reportFailure(err)) {
				return
			}
		}
	}
}

// Commit implements storage.Store.
func (s *Store) Commit(ctx context.Context, docs ...storage.Doc) error {
	err := s.Store.Commit(ctx, docs...)
	s.trackRoom(err, len(docs))
	if err == nil {
		s.options.OnStored(docs)
	}
	return s.reportFailure(err)
}

func (s *Store) reportFailure(err error) error {
	if errors.Is(err, storage.ErrUncertain) || errors.Is(err, storage.ErrUnavailable) || errors.Is(err, storage.ErrClosed) {
		s.options.OnFailure(fmt.Errorf("bot: the store has failed: %w", err))
	}
	return err
}

// Load decodes the document into v and returns its version, or 0 if there is no document.
func (s *Store) Load(ctx context.Context, kind, id string, v any) (int64, error) {
	doc, err := s.Get(ctx, storage.Key{Kind: kind, ID: id})
	if errors.Is(err, storage.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("bot: load %s: %w", kind, err)
	}
	return doc.Version, Decode(doc, v)
}

// Claim stores v and returns true unless the document exists.
func (s *Store) Claim(ctx context.Context, kind, id string, v any) (bool, error) {
	switch err := s.Put(ctx, kind, id, 0, v); {
	case errors.Is(err, storage.ErrConflict):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("bot: claim: %w", err)
	}
	return true, nil
}

// Put replaces the given version with v, or returns storage.ErrConflict.
func (s *Store) Put(ctx context.Context, kind, id string, version int64, v any) error {
	doc, err := Encode(kind, id, version, v)
	if err != nil {
		return err
	}
	return s.Commit(ctx, doc)
}

// Unclaim deletes a document from Claim, if unchanged.
func (s *Store) Unclaim(ctx context.Context, kind, id string) error {
	return s.Commit(ctx, storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: 1})
}

// Rename renames the document, or deletes it if the new id exists.
func (s *Store) Rename(ctx context.Context, kind, from, to string) error {
	old, err := s.Get(ctx, storage.Key{Kind: kind, ID: from})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	moved := storage.Doc{Key: storage.Key{Kind: kind, ID: to}, Data: old.Data}
	old.Data = nil
	err = s.Commit(ctx, old, moved)
	if errors.Is(err, storage.ErrConflict) {
		err = s.Commit(ctx, old)
	}
	return err
}

// Stale implements storage.Sealing.
func (s *Store) Stale(ctx context.Context, kind string) iter.Seq2[string, error] {
	if sealing, ok := s.Store.(storage.Sealing); ok {
		return sealing.Stale(ctx, kind)
	}
	return func(func(string, error) bool) {}
}
