// Package documents keeps the bot's documents: it reads and changes them as values, lets each input have its
// effect once, and clears away what is out of date. Kinds of documents belong to who uses them, but for
// those that this needs itself. Three are stored by other names than the code has for them: a summary of a
// table is a "brief", the mark of one that is dirty "owed", a rejoin ban a "lapse". Start at Store, then Transaction.
package documents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
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
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Now == nil {
		options.Now = time.Now
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
	if err == nil && s.options.Stored != nil {
		s.options.Stored(docs)
	}
	return s.watch(err)
}

// watch passes an error on, and tells of one after which the store's state is unknown.
func (s *Store) watch(err error) error {
	unknown := func(one error) bool { return errors.Is(err, one) }
	if slices.ContainsFunc([]error{storage.ErrUncertain, storage.ErrUnavailable, storage.ErrClosed}, unknown) && s.options.Failed != nil {
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

// Sound yields the documents that are as they were written, for what has to go on without the others.
func (s *Store) Sound(docs iter.Seq2[storage.Doc, error]) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range docs {
			switch {
			case errors.Is(err, storage.ErrDamaged) && doc.Key.ID != "":
				if s.options.Damaged != nil {
					s.options.Damaged(err)
				}
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

// Notes is a platform's memory in the store. It implements chat.Notes.
type Notes struct {
	store    *Store
	platform string
}

var _ chat.Notes = Notes{}

// Notes is the small memory of the platform of that name.
func (s *Store) Notes(platform string) Notes { return Notes{s, platform} }

// Note is the stored form of a platform's datum.
type Note struct{ Data []byte }

// Read implements chat.Notes.
func (n Notes) Read(ctx context.Context, key string) ([]byte, error) {
	var kept Note
	_, err := n.store.Load(ctx, KindNote, n.platform+"/"+key, &kept)
	return kept.Data, err
}

// Claim implements chat.Notes.
func (n Notes) Claim(ctx context.Context, key string, data []byte) (bool, error) {
	return n.store.Claim(ctx, KindNote, n.platform+"/"+key, Note{data})
}

// Write implements chat.Notes.
func (n Notes) Write(ctx context.Context, key string, data []byte) error {
	return n.store.Transact(ctx, func(c *Transaction) error {
		note, err := Value[Note](ctx, c, KindNote, n.platform+"/"+key)
		if err == nil {
			note.Data = data
		}
		return err
	})
}

// codeLetters have no 0/O and 1/I/L; 31^8 codes are enough never to meet again.
const codeLetters = "23456789abcdefghjkmnpqrstuvwxyz"

// codeLen is how many letters a code has.
const codeLen = 8

// NewCode is a fresh code, of what is read from random.
func NewCode(random io.Reader) (string, error) {
	code := make([]byte, 0, codeLen)
	var buf [1]byte
	for len(code) < codeLen {
		if _, err := io.ReadFull(random, buf[:]); err != nil {
			return "", fmt.Errorf("bot: random: %w", err)
		}
		if i := int(buf[0] & 31); i < len(codeLetters) {
			code = append(code, codeLetters[i])
		}
	}
	return string(code), nil
}

// ValidCode says whether it can be a code: only such a one is looked up.
func ValidCode(code string) bool { return len(code) == codeLen && PartOfCode(code) }

// PartOfCode says whether the text has only letters that a code has.
func PartOfCode(text string) bool { return strings.Trim(text, codeLetters) == "" }

// MinFree is the room in bytes that a new table must find; what is left is for those that go on.
const MinFree = 64 << 20

// roomAgain is how long no commit must have lacked room until there is room again: on
// a full disk small ones go through between others.
const roomAgain = time.Minute

// room is whether the disk is full. The operator reads in one line that there is no
// room left, and in another that there is again, however much is refused in between.
type room struct {
	mu   sync.Mutex
	full bool
	last time.Time // when a commit lacked room
}

// notice looks at what has become of a commit of n documents.
func (s *Store) notice(err error, n int) {
	full := errors.Is(err, storage.ErrFull)
	if !full && (err != nil || n == 0) {
		return
	}
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	switch {
	case full:
		if s.room.last = s.options.Now(); !s.room.full {
			s.room.full = true
			s.options.Log.Error("no room in the store: what needs some is refused until there is", "err", err.Error())
		}
	case s.room.full && s.options.Now().Sub(s.room.last) >= roomAgain && !s.Full():
		s.room.full = false
		s.options.Log.Info("there is room in the store again")
	}
}

// Free implements storage.Spacious.
func (s *Store) Free() (uint64, error) {
	if spacious, ok := s.Store.(storage.Spacious); ok {
		return spacious.Free()
	}
	return 0, errors.ErrUnsupported
}

// Stale implements storage.Sealing: of a store that seals nothing, nothing is stale.
func (s *Store) Stale(ctx context.Context, kind string) iter.Seq2[string, error] {
	if sealing, ok := s.Store.(storage.Sealing); ok {
		return sealing.Stale(ctx, kind)
	}
	return func(func(string, error) bool) {}
}

// Full says that the store has no room for a new table.
func (s *Store) Full() bool {
	free, err := s.Free()
	return err == nil && free < MinFree
}

// Without is a log that leaves out each line with an error that is told elsewhere.
func Without(log *slog.Logger, told func(error) bool) *slog.Logger {
	return slog.New(without{log.Handler(), told})
}

type without struct {
	slog.Handler
	isExpected func(error) bool
}

// Handle implements slog.Handler.
func (h without) Handle(ctx context.Context, r slog.Record) error {
	told := false
	r.Attrs(func(a slog.Attr) bool {
		err, is := a.Value.Any().(error)
		told = is && h.isExpected(err)
		return !told
	})
	if told {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h without) WithAttrs(attrs []slog.Attr) slog.Handler {
	return without{h.Handler.WithAttrs(attrs), h.isExpected}
}

// WithGroup implements slog.Handler.
func (h without) WithGroup(name string) slog.Handler {
	return without{h.Handler.WithGroup(name), h.isExpected}
}
