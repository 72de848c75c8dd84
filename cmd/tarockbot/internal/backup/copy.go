package backup

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"iter"
	"os"
	"slices"

	"tarockbot/bot"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Copy copies the data into a new file or an empty database, and compares the two. It returns the SHA-256 and number of
// the documents. No bot can act on an incomplete copy. If the lease of a source database is lost, a bot may have acted
// on the source, and Copy returns postgres.ErrHeld.
func Copy(ctx context.Context, from, to string) (contents string, err error) {
	if err := checkTarget(from, to); err != nil {
		return "", err
	}
	err = withSource(ctx, from, func(docs stores.Snapshot, lost <-chan struct{}) (err error) {
		contents, err = copySnapshot(ctx, docs, to, lost)
		return err
	})
	return contents, err
}

func checkTarget(from, to string) error {
	switch {
	case !location.IsDatabase(to):
		if _, err := os.Lstat(to); err == nil {
			return exit.With(exit.IO, fmt.Errorf("copy: %w: %s; a copy replaces no file", fs.ErrExist, to))
		}
	case location.IsDatabase(from):
		if same, err := postgres.SameDatabase(from, to); err != nil || same {
			return exit.With(exit.Usage, cmp.Or(err, fmt.Errorf("copy: %s is the source itself", location.Redact(to))))
		}
	}
	return nil
}

// withSource keeps bots from acting on the source. lost is closed if a database's lease is lost, and nil for a file.
func withSource(ctx context.Context, from string, use func(docs stores.Snapshot, lost <-chan struct{}) error) error {
	if !location.IsDatabase(from) {
		return stores.WithSnapshot(ctx, from, func(file stores.Snapshot) error { return use(file, nil) })
	}
	return stores.WithDatabase(ctx, from, func(db *postgres.Database) error {
		lease, err := db.Acquire(ctx)
		if err != nil {
			return err
		}
		err = db.Snapshot(ctx, func(s *postgres.Snapshot) error { return use(s, lease.Lost()) })
		if err == nil {
			err = leaseError(lease.Lost())
		}
		return errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
	})
}

func leaseError(lost <-chan struct{}) error {
	select {
	case <-lost:
		return fmt.Errorf("copy: don't use the copy, because a bot may have acted on the source meanwhile: %w", postgres.ErrHeld)
	default:
		return nil
	}
}

func copySnapshot(ctx context.Context, docs stores.Snapshot, to string, lost <-chan struct{}) (contents string, err error) {
	if err := checkSource(ctx, docs); err != nil {
		return "", err
	}
	source := &sum{hash: sha256.New()}
	all := source.observe(stores.AllDocs(ctx, docs))
	check := func(written stores.Source) error { return checkCopy(ctx, written, source, lost) }
	if location.IsDatabase(to) {
		err = stores.FillDatabase(ctx, to, func(store *postgres.Store) error {
			if err := commitAll(ctx, store, all); err != nil {
				return err
			}
			return check(store)
		})
	} else {
		err = bolt.BuildBackup(ctx, to, all, func(temp string) error {
			return stores.WithSnapshot(ctx, temp, func(written stores.Snapshot) error { return check(written) })
		})
	}
	return source.String(), err
}

func checkSource(ctx context.Context, docs stores.Snapshot) error {
	if err := docs.Warning(); err != nil {
		return err
	}
	kinds, err := docs.Kinds(ctx)
	unknown := slices.DeleteFunc(kinds, func(kind string) bool { return slices.Contains(bot.Kinds(), kind) })
	if err == nil && len(unknown) > 0 {
		err = exit.With(exit.Data, fmt.Errorf("there are documents of kinds that this tarockbot doesn't know: %q", unknown))
	}
	return err
}

func checkCopy(ctx context.Context, written stores.Source, source *sum, lost <-chan struct{}) error {
	copied := &sum{hash: sha256.New()}
	for _, err := range copied.observe(stores.AllDocs(ctx, written)) {
		if err != nil {
			return err
		}
	}
	if copied.String() != source.String() {
		return exit.With(exit.Data, fmt.Errorf("the copy differs: the source has %s, and the copy has %s", source, copied))
	}
	return leaseError(lost)
}

// sum is the SHA-256 of each document's kind, id and data, each after its length.
type sum struct {
	hash hash.Hash
	docs int
}

func (s *sum) observe(docs iter.Seq2[storage.Doc, error]) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range docs {
			if err == nil {
				s.docs++
				for _, part := range [][]byte{[]byte(doc.Key.Kind), []byte(doc.Key.ID), doc.Data} {
					s.hash.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
					s.hash.Write(part)
				}
			}
			if !yield(doc, err) {
				return
			}
		}
	}
}

func (s *sum) String() string { return fmt.Sprintf("%x %d documents", s.hash.Sum(nil), s.docs) }
