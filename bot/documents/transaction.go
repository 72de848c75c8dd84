package documents

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// Transaction reads documents, each once, and returns the changed ones for one commit. After its first error it reads
// nothing more and stores nothing. Callers ask for that error once, at the end, by Err, Docs or Commit. It is not safe
// for concurrent use.
type Transaction struct {
	store storage.Store
	read  map[storage.Key]*readDoc
	more  []storage.Doc
	err   error
}

// readDoc is a document that a transaction has read.
type readDoc struct {
	version int64  // 0 if there is no document
	was     []byte // the encoded value as read
	value   any    // a pointer to the current value
}

// blank is a value that may be blank: then it is stored by having no document.
type blank interface{ Blank() bool }

// NewTransaction returns a transaction on the store.
func NewTransaction(store storage.Store) *Transaction {
	return &Transaction{store: store, read: make(map[storage.Key]*readDoc)}
}

// Value returns a pointer to the document's value, which the caller may change: the same pointer in each call,
// and to the zero value if there is no document, or after an error of the transaction. A value whose method Blank
// returns true is stored by having no document.
func Value[T any](ctx context.Context, tx *Transaction, kind, id string) *T {
	key := storage.Key{Kind: kind, ID: id}
	if d, ok := tx.read[key]; ok {
		return d.value.(*T)
	}
	if tx.err != nil {
		return new(T)
	}
	doc, err := tx.store.Get(ctx, key)
	value := new(T)
	d := &readDoc{version: doc.Version, was: doc.Data, value: value}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		d.was, err = d.encode()
	case err == nil:
		err = Decode(doc, value)
	}
	if err != nil {
		tx.err = fmt.Errorf("bot: load %s: %w", kind, err)
		return new(T)
	}
	tx.read[key] = d
	return value
}

// Err returns the first error of Value: the store's, or Decode's.
func (tx *Transaction) Err() error { return tx.err }

// Add adds documents to be stored as they are.
func (tx *Transaction) Add(docs ...storage.Doc) { tx.more = append(tx.more, docs...) }

// Docs returns the documents whose values have changed, and the documents given to Add. It returns the error of Err, or
// an error if a value can't be encoded.
func (tx *Transaction) Docs() ([]storage.Doc, error) {
	if tx.err != nil {
		return nil, tx.err
	}
	keys := slices.SortedFunc(maps.Keys(tx.read), func(x, y storage.Key) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.ID, y.ID))
	})
	var docs []storage.Doc
	for _, key := range keys {
		d := tx.read[key]
		data, err := d.encode()
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(data, d.was) {
			docs = append(docs, storage.Doc{Key: key, Version: d.version, Data: data})
		}
	}
	return append(docs, tx.more...), nil
}

// Commit stores what Docs returns.
func (tx *Transaction) Commit(ctx context.Context) error {
	docs, err := tx.Docs()
	if err != nil {
		return err
	}
	return tx.store.Commit(ctx, docs...)
}

// encode returns the value in its stored form; nil if it is blank.
func (d *readDoc) encode() ([]byte, error) {
	if b, ok := d.value.(blank); ok && b.Blank() {
		return nil, nil
	}
	data, err := json.Marshal(d.value)
	if err != nil {
		return nil, fmt.Errorf("bot: encode %T: %w", d.value, err)
	}
	return data, nil
}

// ErrBusy is returned if all Tries conflict. Nothing has changed then; the caller may try again.
var ErrBusy = errors.New("bot: busy")

// Tries is how often RetryOnConflict calls decide at most.
const Tries = 5

// RetryOnConflict calls decide again while it returns storage.ErrConflict. It returns decide's error, or
// ErrBusy.
func RetryOnConflict(decide func() error) error {
	for range Tries {
		if err := decide(); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return ErrBusy
}

// Transact calls decide and commits its changes. After a conflict it does both again. It stores nothing if
// decide returns an error.
func (s *Store) Transact(ctx context.Context, decide func(*Transaction) error) error {
	return RetryOnConflict(func() error { return s.transactOnce(ctx, decide) })
}

// TransactBy is Transact for an input. It refuses the input if it had its effect already.
func (s *Store) TransactBy(ctx context.Context, in chat.Input, decide func(*Transaction) error) error {
	return s.RetryUnlessSeen(ctx, in, func() error { return s.transactOnce(ctx, decide, s.SeenDoc(in)) })
}

// transactOnce calls decide and commits its changes with more documents.
func (s *Store) transactOnce(ctx context.Context, decide func(*Transaction) error, more ...storage.Doc) error {
	tx := NewTransaction(s)
	if err := decide(tx); err != nil {
		return cmp.Or(tx.err, err)
	}
	tx.Add(more...)
	return tx.Commit(ctx)
}

// RetryUnlessSeen is RetryOnConflict for an input. It refuses the input if it had its effect meanwhile.
func (s *Store) RetryUnlessSeen(ctx context.Context, in chat.Input, decide func() error) error {
	return RetryOnConflict(func() error {
		err := decide()
		if !errors.Is(err, storage.ErrConflict) {
			return err
		}
		return cmp.Or(s.CheckUnseen(ctx, in), err)
	})
}

// SeenDoc returns the document that marks the input as seen. It is committed with the input's effect, and
// conflicts if it exists: an input can't take effect twice.
func (s *Store) SeenDoc(in chat.Input) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: KindSeen, ID: SeenID(in)}, Data: strconv.AppendInt(nil, s.options.Now().Unix(), 10)}
}

// SeenID returns an id of fixed size. It includes the user, so nobody can use up another's ids. It starts with
// the number at the end of the input's id, so inputs of one time lie together and few pages are written.
func SeenID(in chat.Input) string {
	digits := in.ID[len(strings.TrimRight(in.ID, "0123456789")):]
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil { // there is none, or it is too large
		n = 0
	}
	return fmt.Sprintf("%016x%s", n, InputSum(in))
}

// InputSum returns a hash of the input's user and id.
func InputSum(in chat.Input) string {
	sum := sha256.Sum256([]byte(string(in.User) + "\x00" + in.ID))
	return hex.EncodeToString(sum[:16])
}

// LineSum returns a hash of the input's line.
func LineSum(in chat.Input) string {
	sum := sha256.Sum256([]byte(in.Line))
	return hex.EncodeToString(sum[:8])
}

// Seen reports whether the input had its effect already.
func (s *Store) Seen(ctx context.Context, in chat.Input) (bool, error) {
	var at int64
	version, err := s.Load(ctx, KindSeen, SeenID(in), &at)
	return version > 0, err
}

// CheckUnseen refuses the input if it had its effect already. Other errors are the store's.
func (s *Store) CheckUnseen(ctx context.Context, in chat.Input) error {
	if seen, err := s.Seen(ctx, in); err != nil || seen {
		return DuplicateOr(err)
	}
	return nil
}

// MarkSeen marks an input as seen whose effect needs no commit.
func (s *Store) MarkSeen(ctx context.Context, in chat.Input) error {
	if err := s.Commit(ctx, s.SeenDoc(in)); !errors.Is(err, storage.ErrConflict) {
		return err
	}
	return nil
}

// DuplicateOr returns err, or if that is nil, the refusal of an input that had its effect already.
func DuplicateOr(err error) error { return cmp.Or(err, chat.Refuse("done-already")) }

// seenFor is how long an input stays marked as seen. Platforms may deliver it again for a day.
const seenFor = 48 * time.Hour

// SweepSeen deletes marks older than seenFor.
func (s *Store) SweepSeen(ctx context.Context) error {
	limit := s.options.Now().Add(-seenFor).Unix()
	return s.Sweep(ctx, KindSeen, "", "", Where(func(at int64) bool { return at >= limit }))
}
