// Package storage is the port to durable state: small versioned documents,
// committed all or nothing. Start at Store; bolt, postgres and memory implement it, and
// storagetest is the conformance suite that every implementation runs.
package storage

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// Errors a Store returns; test with errors.Is. Besides them a method returns
// the error of a context that ended: nothing was written then.
var (
	// ErrNotFound: there is no document under the key.
	ErrNotFound = errors.New("storage: not found")
	// ErrConflict: a document's version is not the one the caller read.
	// Nothing was written; read again and decide again.
	ErrConflict = errors.New("storage: version conflict")
	// ErrFull: there is no room. Nothing was written; the store still reads.
	ErrFull = errors.New("storage: no room, or a limit on the size of files is reached")
	// ErrUncertain: the commit may or may not have been applied. The store
	// acts no more; open it again and look before acting.
	ErrUncertain = errors.New("storage: outcome of the commit unknown")
	// ErrUnavailable: the store can't be reached now, and works again when it can.
	// Whether a commit was applied shows when its documents are read again.
	ErrUnavailable = errors.New("storage: can't be reached now")
	// ErrClosed: the store was closed, or stopped after ErrUncertain.
	ErrClosed = errors.New("storage: closed")
	// ErrDamaged: a document, or the file that holds it, isn't as it was written. Nothing was read; nothing was
	// written either, unless the error is ErrUncertain as well.
	ErrDamaged = errors.New("storage: the data are damaged")
	// ErrInvalid: the call breaks the rules of Key, Doc or Commit, whatever
	// is stored. It is a mistake of the caller; nothing was written.
	ErrInvalid = errors.New("storage: invalid request")
)

// Limits of every store, in bytes.
const (
	MaxKind = 255      // of Key.Kind
	MaxID   = 1 << 10  // of Key.ID
	MaxData = 16 << 20 // of Doc.Data
	// MaxEnvelope is how much more than MaxData a Store takes: who stands before it
	// may wrap the Data.
	MaxEnvelope = 64
)

// Key names a document: a kind ("table", "deal") and an id unique within it.
// Neither is empty nor longer than its limit, the kind holds no NUL byte, and
// both are valid UTF-8.
type Key struct {
	Kind string
	ID   string
}

// Doc is one document, as read or as it shall be written.
type Doc struct {
	Key Key
	// Version counts the writes since the document exists: 0 says that it
	// doesn't, the first commit makes it 1. A document made anew after it was
	// deleted starts at 1 again, so never delete one that a reader may still
	// hold and that may come back under the same key.
	Version int64
	// Data is the content. A stored document's is never nil, but may be empty.
	Data []byte
	// Unchanged makes a commit check Version and leave the document alone,
	// whatever Data holds. Never set in what a store returns.
	Unchanged bool
}

// Store is the only way to durable state. All methods are safe for concurrent
// use and return copies: the caller owns every Data.
type Store interface {
	// Get returns the document under the key, or ErrNotFound.
	Get(ctx context.Context, key Key) (Doc, error)

	// Scan yields the documents of a kind with from <= ID <= to, ordered by
	// ID bytewise; if from > to, downwards those with from >= ID >= to. No id
	// is above "\xff" (it is not UTF-8) and none below "", so ("a", "\xff")
	// is a and all above, ("\xff", "") everything downwards; ("", "") means
	// everything upwards. It reads page by page without a lasting snapshot and never
	// yields inside a transaction, so the loop may commit; a document
	// written meanwhile may or may not be seen. An error ends the sequence, unless it
	// is ErrDamaged and comes with the Key of the one document that it is about.
	Scan(ctx context.Context, kind, from, to string) iter.Seq2[Doc, error]

	// Commit writes all documents or none, durably when it returns. Version
	// is the version the caller read (0: must not exist), and each written
	// document has Version+1 afterwards. Nil Data deletes. A document that is
	// Unchanged only has its version checked. Naming a key twice is
	// ErrInvalid. If ctx ends before the writing began, its error is returned
	// and nothing is written; afterwards Commit waits for the outcome.
	Commit(ctx context.Context, docs ...Doc) error

	// Close ends the store after the running commits. Every later call but
	// Close returns ErrClosed; a second Close does nothing.
	Close() error
}

// Spacious is a Store that knows how much room is left to it, so that new work
// can be refused while there is still room for the work begun.
type Spacious interface {
	// Free returns the bytes that can still be stored, roughly, or an error
	// that is errors.ErrUnsupported where that can't be known.
	Free() (uint64, error)
}

// Sealing is a Store that seals documents with keys that may change.
type Sealing interface {
	// Stale yields the ids of the kind's documents that would be sealed in another way
	// today, until an error: those in the clear, or sealed with an older key. Writing
	// them again is enough.
	Stale(ctx context.Context, kind string) iter.Seq2[string, error]
}

// Check returns ErrInvalid, with the reason, for documents that no Store may
// accept together in one Commit. It is for those who write a Store.
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
