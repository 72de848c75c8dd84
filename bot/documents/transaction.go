package documents

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"tarockbot/storage"
)

// Transaction reads documents once, and collects changes for one commit. Err, Docs and Commit return its first error.
// It is not safe for concurrent use.
type Transaction struct {
	store storage.Store
	read  map[storage.Key]*readDoc
	added []storage.Doc
	err   error
}

type readDoc struct {
	version int64  // 0: no document
	oldData []byte // as read
	value   any
}

// A blank value has no document.
type blank interface{ Blank() bool }

// NewTransaction returns a transaction on the store.
func NewTransaction(store storage.Store) *Transaction {
	return &Transaction{store: store, read: make(map[storage.Key]*readDoc)}
}

// Value returns a pointer to the document's value, always the same one. The caller may change the value. It is zero
// without a document or after an error.
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
	d := &readDoc{version: doc.Version, oldData: doc.Data, value: value}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		d.oldData, err = d.encode()
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

// Err returns the first error of Value.
func (tx *Transaction) Err() error { return tx.err }

// Add adds documents to store as they are.
func (tx *Transaction) Add(docs ...storage.Doc) { tx.added = append(tx.added, docs...) }

// Docs returns the changed and the added documents.
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
		if !bytes.Equal(data, d.oldData) {
			docs = append(docs, storage.Doc{Key: key, Version: d.version, Data: data})
		}
	}
	return append(docs, tx.added...), nil
}

// Commit stores the documents from Docs.
func (tx *Transaction) Commit(ctx context.Context) error {
	docs, err := tx.Docs()
	if err != nil {
		return err
	}
	return tx.store.Commit(ctx, docs...)
}

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

// ErrBusy is returned after Tries conflicts.
var ErrBusy = errors.New("bot: busy")

// Tries limits the calls of decide in RetryOnConflict.
const Tries = 5

// RetryOnConflict calls decide again after conflicts.
func RetryOnConflict(decide func() error) error {
	for range Tries {
		if err := decide(); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return ErrBusy
}

// Transact calls decide and commits its changes. It retries after conflicts.
func (s *Store) Transact(ctx context.Context, decide func(*Transaction) error) error {
	return RetryOnConflict(func() error { return s.transactOnce(ctx, decide) })
}

func (s *Store) transactOnce(ctx context.Context, decide func(*Transaction) error, more ...storage.Doc) error {
	tx := NewTransaction(s)
	if err := decide(tx); err != nil {
		return cmp.Or(tx.err, err)
	}
	tx.Add(more...)
	return tx.Commit(ctx)
}
