// Package storage is the port to durable state: small versioned documents,
// committed all or nothing. Start at Store; bolt and memory implement it, and
// storagetest is the conformance suite that every implementation runs.
package storage

import (
	"context"
	"errors"
	"iter"
)

// Errors a Store returns; test with errors.Is.
var (
	// ErrNotFound: there is no document under the key.
	ErrNotFound = errors.New("storage: not found")
	// ErrConflict: a document's version is not the one the caller read.
	// Nothing was written; read again and decide again.
	ErrConflict = errors.New("storage: version conflict")
	// ErrFull: there is no room. Nothing was written; the store still reads.
	ErrFull = errors.New("storage: no space left")
	// ErrUncertain: the commit may or may not have been applied. The store
	// acts no more; open it again and look before acting.
	ErrUncertain = errors.New("storage: outcome of the commit unknown")
	// ErrClosed: the store was closed, or stopped after ErrUncertain.
	ErrClosed = errors.New("storage: closed")
)

// Key names a document: a kind ("table", "deal") and an id unique within it.
// Neither is empty, the kind holds no NUL byte, and both are valid UTF-8.
type Key struct {
	Kind string
	ID   string
}

// Doc is one stored document. Version counts its writes: 0 says "does not
// exist yet", the first commit makes it 1.
type Doc struct {
	Key     Key
	Version int64
	Data    []byte
}

// Store is the only way to durable state. All methods are safe for concurrent
// use and return copies: the caller owns every Data.
type Store interface {
	// Get returns the document under the key, or ErrNotFound.
	Get(ctx context.Context, key Key) (Doc, error)

	// Scan yields the documents of a kind with from <= ID <= to, ordered by
	// ID bytewise; downwards if from > to. An empty from or to is the end on
	// its side: ("", "") is everything upwards, ("\xff", "") everything
	// downwards. It reads page by page without a lasting snapshot and never
	// yields inside a transaction, so the loop may commit; a document
	// written meanwhile may or may not be seen. An error ends the sequence.
	Scan(ctx context.Context, kind, from, to string) iter.Seq2[Doc, error]

	// Commit writes all documents or none, durably when it returns. Version
	// is the version the caller read (0: must not exist), and each written
	// document has Version+1 afterwards. Nil Data deletes. A document that is
	// Unchanged only has its version checked. Naming a key twice is an error.
	Commit(ctx context.Context, docs ...Doc) error

	// Close ends the store after the running commits.
	Close() error
}
