// Package storage is the port to durable state: small versioned documents, several of which
// are committed all or nothing. Start at Store. bolt, postgres and memory implement it;
// storagetest is the conformance suite that every implementation passes.
package storage

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// Errors of a Store. Test with errors.Is. A method also returns the error of a context that
// ended; then nothing was written.
var (
	// ErrNotFound means that no document has the key.
	ErrNotFound = errors.New("storage: not found")
	// ErrConflict means that a document's version is not the one the caller read.
	// Nothing was written; read again and decide again.
	ErrConflict = errors.New("storage: version conflict")
	// ErrFull means that there is no room. Nothing was written; the store still reads.
	ErrFull = errors.New("storage: no room, or a limit on the size of files is reached")
	// ErrUncertain means that the commit may have been applied. The store has stopped;
	// open it again, and read the documents before acting.
	ErrUncertain = errors.New("storage: outcome of the commit unknown")
	// ErrUnavailable means that the store can't be reached now; later calls may
	// succeed. A commit may have been applied: read its documents to find out.
	ErrUnavailable = errors.New("storage: can't be reached now")
	// ErrClosed means that the store was closed, or has stopped after ErrUncertain.
	ErrClosed = errors.New("storage: closed")
	// ErrDamaged means that a document, or the file that holds it, isn't as it was
	// written. Nothing was read. Nothing was written either, unless the error is also
	// ErrUncertain.
	ErrDamaged = errors.New("storage: the data are damaged")
	// ErrInvalid means that the call breaks the rules of Key, Doc or Commit: the caller
	// has a bug. Nothing was written.
	ErrInvalid = errors.New("storage: invalid request")
)

// Limits of every store, in bytes.
const (
	MaxKind = 255      // of Key.Kind
	MaxID   = 1 << 10  // of Key.ID
	MaxData = 16 << 20 // of Doc.Data
	// MaxEnvelope is how many bytes beyond MaxData a Store accepts, for a wrapper such
	// as sealed.
	MaxEnvelope = 64
)

// Key names a document by a kind ("table", "deal") and an id that is unique within the kind.
// Both are valid UTF-8, not empty, and within their limits. The kind has no NUL byte.
type Key struct {
	Kind string
	ID   string
}

// Doc is a document, as it was read or is to be written.
type Doc struct {
	Key Key
	// Version counts the writes: 0 if the document doesn't exist, 1 after the first
	// commit. A document that is created again after it was deleted starts at 1. So
	// don't delete a document that may come back under its key while a caller still
	// holds the old one.
	Version int64
	// Data is the content. A stored document's is never nil, but may be empty.
	Data []byte
	// Unchanged makes a commit check Version and ignore Data. A store never returns it
	// set.
	Unchanged bool
}

// Store is the only way to durable state. All methods are safe for concurrent use, and return
// copies: the caller owns every Data.
type Store interface {
	// Get returns the document with the key, or ErrNotFound.
	Get(ctx context.Context, key Key) (Doc, error)

	// Scan yields the documents of a kind with from <= ID <= to, in bytewise order of
	// ID. If from > to, it yields those with from >= ID >= to downwards. No id is above
	// "\xff", which isn't UTF-8, and none below "". So ("a", "\xff") is "a" and all ids
	// above, ("\xff", "") all ids downwards, and ("", "") all ids upwards.
	//
	// Scan reads page by page and never yields inside a transaction, so the loop may
	// commit. It may miss or yield a document that is written meanwhile. An error ends
	// the sequence, unless it is ErrDamaged and comes with the Key of the one damaged
	// document.
	Scan(ctx context.Context, kind, from, to string) iter.Seq2[Doc, error]

	// Commit writes all documents or none. They are durable when it returns. Version is
	// the version that the caller read; 0 if the document must not exist. Each written
	// document then has Version+1. Nil Data deletes a document. Unchanged only checks
	// the version. A key that is named twice is ErrInvalid. If ctx ends before writing
	// begins, Commit returns its error and writes nothing; later Commit waits for the
	// outcome.
	Commit(ctx context.Context, docs ...Doc) error

	// Close closes the store after the running commits. Every later call returns
	// ErrClosed, except Close, which does nothing.
	Close() error
}

// Spacious is a Store that knows how much room it has left. So callers can refuse new work
// while there is still room to finish the rest.
type Spacious interface {
	// Free returns roughly how many bytes can still be stored. The error is
	// errors.ErrUnsupported if the store can't know.
	Free() (uint64, error)
}

// Sealing is a Store that encrypts documents with keys that may change.
type Sealing interface {
	// Stale yields the ids of the kind's documents that are in the clear or sealed with
	// an older key. Writing a document again seals it with the newest key. An error ends
	// the sequence.
	Stale(ctx context.Context, kind string) iter.Seq2[string, error]
}

// Check returns ErrInvalid, with the reason, unless a Store may accept the documents in one
// Commit. It is for implementations of Store.
func Check(docs []Doc) error {
	seen := make(map[Key]bool, len(docs))
	for _, d := range docs {
		if err := d.Key.check(); err != nil {
			return err
		}
		switch {
		case seen[d.Key]:
			return fmt.Errorf("%w: %s %q named twice", ErrInvalid, d.Key.Kind, d.Key.ID)
		case d.Version < 0:
			return fmt.Errorf("%w: version %d of %s %q", ErrInvalid, d.Version, d.Key.Kind, d.Key.ID)
		case len(d.Data) > MaxData+MaxEnvelope:
			return fmt.Errorf("%w: %d bytes in %s %q", ErrInvalid, len(d.Data), d.Key.Kind, d.Key.ID)
		}
		seen[d.Key] = true
	}
	return nil
}

func (k Key) check() error {
	switch {
	case k.Kind == "" || k.ID == "":
		return fmt.Errorf("%w: empty kind or id in %q", ErrInvalid, k)
	case len(k.Kind) > MaxKind || len(k.ID) > MaxID:
		return fmt.Errorf("%w: kind of %d or id of %d bytes", ErrInvalid, len(k.Kind), len(k.ID))
	case strings.ContainsRune(k.Kind, 0):
		return fmt.Errorf("%w: NUL in kind %q", ErrInvalid, k.Kind)
	case !utf8.ValidString(k.Kind) || !utf8.ValidString(k.ID):
		return fmt.Errorf("%w: %q is not UTF-8", ErrInvalid, k)
	}
	return nil
}
