// Package storage is the port to durable state: small versioned documents, committed all or nothing. Start at Store.
package storage

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// Errors of a Store. Test with errors.Is. After a context's error, nothing was written.
var (
	// ErrNotFound means that no document has the key.
	ErrNotFound = errors.New("storage: not found")
	// ErrConflict means that a document's version has changed. Nothing was written.
	ErrConflict = errors.New("storage: version conflict")
	// ErrFull means that there is no room. Nothing was written; reading works.
	ErrFull = errors.New("storage: no room, or a limit on the size of files is reached")
	// ErrUncertain means that the commit may have been applied. The store accepts no more commits: open it again and
	// read the documents.
	ErrUncertain = errors.New("storage: outcome of the commit unknown")
	// ErrUnavailable means that the store can't be reached now. A commit may have been applied: read its documents.
	ErrUnavailable = errors.New("storage: can't be reached now")
	// ErrClosed means that the store was closed, stopped by itself, or lost the right to commit.
	ErrClosed = errors.New("storage: closed")
	// ErrDamaged means that a document, or its file, changed after it was written. Unless the error is also
	// ErrUncertain, nothing was written.
	ErrDamaged = errors.New("storage: the data are damaged")
	// ErrInvalid means that the call breaks the rules of Key, Doc or Commit. Nothing was written.
	ErrInvalid = errors.New("storage: invalid request")
)

// Limits of every store, in bytes.
const (
	MaxKind = 255
	MaxID   = 1 << 10
	MaxData = 16 << 20
	// MaxEnvelope allows for a wrapper such as sealed.
	MaxEnvelope = 64
)

// Key names a document by a kind ("table", "deal") and an id that is unique within the kind. Both are valid UTF-8 and
// not empty. The kind has no NUL byte.
type Key struct {
	Kind string
	ID   string
}

// Doc is a document.
type Doc struct {
	Key Key
	// Version counts the writes: 0 if the document doesn't exist, 1 after the first commit, and 1 again after a
	// deletion. Don't delete a document that may come back while a caller holds the old one.
	Version int64
	// Data may be empty, but a stored document never has nil Data.
	Data []byte
	// Unchanged makes Commit check Version and ignore Data. Stores never return it set.
	Unchanged bool
}

// Store holds documents. It is safe for concurrent use. The caller owns every returned Data.
type Store interface {
	// Get returns the document, or ErrNotFound.
	Get(ctx context.Context, key Key) (Doc, error)

	// Scan yields the documents of a kind with from <= ID <= to, in bytewise order of ID; downwards if from > to.
	// "\xff" is above all ids. ("", "") yields all upwards, ("\xff", "") all downwards.
	//
	// Scan never yields inside a transaction: the loop may commit. It may miss or yield a document that is written
	// meanwhile. Errors end the sequence, except an ErrDamaged that comes with the Key of one document.
	Scan(ctx context.Context, kind, from, to string) iter.Seq2[Doc, error]

	// Commit writes all documents or none, durably. Version must be the stored version, or 0 if the document must not
	// exist. Each written document then has Version+1. Nil Data deletes. A key may appear once. Once writing began,
	// Commit ignores ctx.
	Commit(ctx context.Context, docs ...Doc) error

	// Close closes the store after the running commits. Later calls return ErrClosed, except Close, which does nothing.
	Close() error
}

// Spacious is a Store that knows its free space.
type Spacious interface {
	// Free returns roughly how many bytes can still be stored, or errors.ErrUnsupported.
	Free() (uint64, error)
}

// Sealing is a Store that encrypts documents with changing keys.
type Sealing interface {
	// Stale yields the ids of documents in the clear or sealed with an older key. Committing such a document reseals
	// it. An error ends the sequence.
	Stale(ctx context.Context, kind string) iter.Seq2[string, error]
}

// Check returns an ErrInvalid with the reason unless the documents may be in one Commit.
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
