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
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// Copy copies the data from a file or a database into a new file or an empty database, reads the copy, and compares the
// two. It returns the checksum of both. No bot can act on the source meanwhile. No bot can ever act on an incomplete copy,
// because the file gets its name, or the database can be opened, only when the copy is complete.
func Copy(ctx context.Context, from, to string) (checksum string, err error) {
	if err := checkTarget(from, to); err != nil {
		return "", err
	}
	source, copied := sum{hash: sha256.New()}, sum{hash: sha256.New()}
	err = withSource(ctx, from, func(docs stores.Snapshot) error {
		if err := checkKinds(ctx, docs); err != nil {
			return err
		}
		return writeCopy(ctx, to, source.observe(stores.All(ctx, docs)), func(done stores.Snapshot) error {
			for _, err := range copied.observe(stores.All(ctx, done)) {
				if err != nil {
					return err
				}
			}
			if source.String() != copied.String() {
				return exit.With(exit.Data, fmt.Errorf("what was written is not what was read: %s, and %s", &source, &copied))
			}
			return nil
		})
	})
	if err != nil {
		return "", err
	}
	return source.String(), nil
}

// checkTarget returns an error if the copy would replace a file, or is of a database to itself.
func checkTarget(from, to string) error {
	switch {
	case !stores.IsDatabase(to):
		if _, err := os.Lstat(to); err == nil {
			return exit.With(exit.IO, fmt.Errorf("copy: %w: %s; a copy replaces no file", fs.ErrExist, to))
		}
	case stores.IsDatabase(from):
		if same, err := postgres.Same(from, to); err != nil || same {
			return exit.With(exit.Usage, cmp.Or(err, fmt.Errorf("copy: %s: that is the database itself", stores.WithoutPassword(to))))
		}
	}
	return nil
}

// withSource calls use with the documents at the place. No bot can act on them meanwhile; if one may have, because the
// lease of a database was lost, the error is postgres.ErrHeld.
func withSource(ctx context.Context, from string, use func(stores.Snapshot) error) error {
	if !stores.IsDatabase(from) {
		return stores.WithSnapshot(ctx, from, func(file stores.Snapshot) error {
			if err := file.Warning(); err != nil {
				return err
			}
			return use(file)
		})
	}
	return stores.WithDatabase(ctx, from, func(db *postgres.Database) error {
		lease, err := db.Acquire(ctx)
		if err != nil {
			return err
		}
		err = db.Snapshot(ctx, func(s *postgres.Snapshot) error { return use(s) })
		select {
		case <-lease.Lost():
			err = errors.Join(err, fmt.Errorf("copy: don't use the copy, because a bot may have acted on the source meanwhile: %w", postgres.ErrHeld))
		default:
		}
		return errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
	})
}

// checkKinds returns an error if a document's kind is unknown to this program.
func checkKinds(ctx context.Context, d stores.Snapshot) error {
	kinds, err := d.Kinds(ctx)
	strange := slices.DeleteFunc(kinds, func(kind string) bool { return slices.Contains(bot.Kinds(), kind) })
	if err != nil || len(strange) == 0 {
		return err
	}
	return exit.With(exit.Data, fmt.Errorf("there are documents of kinds that this tarockbot doesn't know: %q", strange))
}

// writeCopy writes the documents to a new file or an empty database. If check returns an error, the file gets no name, or
// no program opens the database any more.
func writeCopy(ctx context.Context, to string, docs iter.Seq2[storage.Doc, error], check func(stores.Snapshot) error) error {
	if stores.IsDatabase(to) {
		return stores.FillDatabase(ctx, to, func(store *postgres.Store) error {
			if err := commitAll(ctx, store, docs); err != nil {
				return err
			}
			return check(store)
		})
	}
	return bolt.Build(ctx, to, docs, func(temp string) error { return stores.WithSnapshot(ctx, temp, check) })
}

// commitAll commits as soon as it has so many documents or bytes.
const (
	commitDocs  = 1000
	commitBytes = 2 << 20
)

// commitAll writes documents into an empty store, many in each commit.
func commitAll(ctx context.Context, to storage.Store, docs iter.Seq2[storage.Doc, error]) error {
	var batch []storage.Doc
	size := 0
	for doc, err := range docs {
		if err != nil {
			return err
		}
		doc.Version = 0
		batch = append(batch, doc)
		if size += len(doc.Data); len(batch) < commitDocs && size < commitBytes {
			continue
		}
		if err := to.Commit(ctx, batch...); err != nil {
			return err
		}
		batch, size = batch[:0], 0
	}
	return to.Commit(ctx, batch...)
}

// sum is the SHA-256 of documents in order. Each document adds its kind, id and data, each after its length.
type sum struct {
	hash hash.Hash
	docs int
}

// observe yields the documents and adds each to the sum.
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

// String returns the hash of the documents and their number.
func (s *sum) String() string { return fmt.Sprintf("%x %d documents", s.hash.Sum(nil), s.docs) }
