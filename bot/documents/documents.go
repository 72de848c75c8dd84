// Package documents keeps the bot's documents: it reads and changes them as values, lets each input have its
// effect once, and clears away what is out of date. Kinds of documents belong to who uses them, but for
// those that this needs itself. Three are stored by other names than the code has for them: a summary of a
// table is a "brief", the mark of one that is dirty "owed", a rejoin ban a "lapse". Start at Store, then Transaction.
package documents

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"time"

	"tarockbot/storage"
)

// The kinds of documents that are this package's own.
const (
	KindSeen = "seen" // one input that had an effect, for a while
	KindNote = "note" // a platform's own memory
	KindMeta = "meta" // about the data itself: its version, and its key for HMACs
)

// Encode makes the document that stores v in the place of that version; 0 for a new one.
func Encode(kind, id string, version int64, v any) (storage.Doc, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return storage.Doc{}, fmt.Errorf("bot: encode %s: %w", kind, err)
	}
	return storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: version, Data: data}, nil
}

// Decode reads the document into v. The error is storage.ErrDamaged: no bot can have written it.
func Decode(doc storage.Doc, v any) error {
	if err := json.Unmarshal(doc.Data, v); err != nil {
		return fmt.Errorf("%w: %s %q: %w", storage.ErrDamaged, doc.Key.Kind, doc.Key.ID, err)
	}
	return nil
}

// FormOf is the form of documents that a T is decoded from; see Holder.
func FormOf[T any](doc storage.Doc) error { return Decode(doc, new(T)) }

// Entry is a document with its value.
type Entry[T any] struct {
	storage.Doc
	Value T
}

// Read yields documents with their values, up to an error: that of docs, or storage.ErrDamaged.
func Read[T any](docs iter.Seq2[storage.Doc, error]) iter.Seq2[Entry[T], error] {
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

// Is tests documents by their values. Of one that can't be read it is false.
func Is[T any](test func(T) bool) func(storage.Doc) bool {
	return func(doc storage.Doc) bool {
		var v T
		return Decode(doc, &v) == nil && test(v)
	}
}

// Options say what a Store is made of. Who only reads needs none of them.
type Options struct {
	Log    *slog.Logger
	Now    func() time.Time
	Failed func(error)         // hears of an error after which only a fresh start can tell what is stored
	Stored func([]storage.Doc) // hears of documents once they are durable
	// Damaged hears of a document that was left out, as Sound does.
	Damaged func(error)
}

// Store is the documents of one bot. It is as safe for concurrent use as the store below it.
type Store struct {
	storage.Store // the one below
	options       Options
	room          room
}

var (
	_ storage.Spacious = (*Store)(nil)
	_ storage.Sealing  = (*Store)(nil)
)

// New makes the documents that are kept in a store.
func New(below storage.Store, options Options) *Store {
	options.Log = cmp.Or(options.Log, slog.New(slog.DiscardHandler))
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Failed == nil {
		options.Failed = func(error) {}
	}
	if options.Stored == nil {
		options.Stored = func([]storage.Doc) {}
	}
	if options.Damaged == nil {
		options.Damaged = func(error) {}
	}
	return &Store{Store: below, options: options}
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	doc, err := s.Store.Get(ctx, key)
	return doc, s.watch(err)
}

// Scan implements storage.Store.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range s.Store.Scan(ctx, kind, from, to) {
			if !yield(doc, s.watch(err)) {
				return
			}
		}
	}
}

// Commit implements storage.Store.
func (s *Store) Commit(ctx context.Context, docs ...storage.Doc) error {
	err := s.Store.Commit(ctx, docs...)
	s.notice(err, len(docs))
	if err == nil {
		s.options.Stored(docs)
	}
	return s.watch(err)
}

// watch passes an error on, and tells of one after which the store's state is unknown.
func (s *Store) watch(err error) error {
	unknown := func(one error) bool { return errors.Is(err, one) }
	if slices.ContainsFunc([]error{storage.ErrUncertain, storage.ErrUnavailable, storage.ErrClosed}, unknown) {
		s.options.Failed(fmt.Errorf("bot: the store has failed: %w", err))
	}
	return err
}

// Load reads the document into v and returns its version: 0, with v untouched, if there is none.
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

// Claim stores v under the key unless something is there, and says whether nothing was.
func (s *Store) Claim(ctx context.Context, kind, id string, v any) (bool, error) {
	doc, err := Encode(kind, id, 0, v)
	if err != nil {
		return false, err
	}
	err = s.Commit(ctx, doc)
	if errors.Is(err, storage.ErrConflict) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("bot: claim: %w", err)
	}
	return true, nil
}

// Unclaim undoes a claim that has just been made.
func (s *Store) Unclaim(ctx context.Context, kind, id string) error {
	return s.Commit(ctx, storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: 1})
}

// Move gives a document another id, unless there is one already: then it only deletes it.
func (s *Store) Move(ctx context.Context, kind, from, to string) error {
	old, err := s.Get(ctx, storage.Key{Kind: kind, ID: from})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
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

// Stale implements storage.Sealing: of a store that seals nothing, nothing is stale.
func (s *Store) Stale(ctx context.Context, kind string) iter.Seq2[string, error] {
	if sealing, ok := s.Store.(storage.Sealing); ok {
		return sealing.Stale(ctx, kind)
	}
	return func(func(string, error) bool) {}
}
