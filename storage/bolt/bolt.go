// Package bolt keeps documents in one file, with go.etcd.io/bbolt. Start at Open.
//
// The file has a bucket for each kind. A value is the version (8 bytes, big-endian), a checksum (4) and the data. A
// bucket's sequence number is its tally.
package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"tarockbot/storage"
)

// Errors of Open, OpenReadOnly, Verify, Restore and Compact, besides storage.ErrDamaged. Each text is one line.
var (
	// ErrLocked means that another process has the file open.
	ErrLocked = errors.New("storage/bolt: file in use")
	// ErrForeign means that the file belongs to another program or to a newer tarockbot.
	ErrForeign = errors.New("storage/bolt: not a data file of this tarockbot")
	// ErrMeta means that one of the two meta pages is invalid: either power was lost during a commit, or the last
	// commit is lost.
	ErrMeta = errors.New("storage/bolt: a meta page is invalid; the last commit may be lost")
	// ErrMoved means that the data file was moved, deleted or replaced while open.
	ErrMoved = errors.New("storage/bolt: the data file was moved or deleted while the bot ran; later changes were refused")
)

const lockWait = 2 * time.Second

// Store is a storage.Store in a file.
type Store struct {
	db       *bbolt.DB
	file     *os.File
	path     string
	opened   os.FileInfo
	writing  chan struct{} // a semaphore; Close never releases it
	requests chan *request
	quit     chan struct{} // closed when new calls must fail
	stopping sync.Once
	reason   error // why the store stopped by itself, or nil; final once quit is closed
	closing  sync.Once

	allocated int64 // bytes of disk space
	inspected bool
	old       bool // values may lack checksums; only if inspected
	warning   error
}

var (
	_ storage.Store    = (*Store)(nil)
	_ storage.Spacious = (*Store)(nil)
)

// Open opens or creates the data file. It returns ErrLocked, ErrForeign or storage.ErrDamaged.
func Open(path string) (*Store, error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, err
		}
	}
	_, warning := examine(path, false)
	if warning != nil && !errors.Is(warning, ErrMeta) {
		return nil, warning
	}
	db, file, err := openFile(path, writeOptions())
	if err != nil {
		return nil, err
	}
	s := newStore(db, path, warning)
	s.file = file
	if err := s.prepare(); err != nil {
		return nil, errors.Join(fmt.Errorf("storage/bolt: %s: %w", path, WithErrFull(err)), db.Close())
	}
	removeLeftovers(path)
	writeHolder(path)
	return s, nil
}

func newStore(db *bbolt.DB, path string, warning error) *Store {
	return &Store{
		db: db, path: path, warning: warning,
		writing: make(chan struct{}, 1), requests: make(chan *request), quit: make(chan struct{}),
	}
}

// prepare syncs the file by a commit: a power cut must not undo pages that a killed process left unsynced.
func (s *Store) prepare() (err error) {
	if err = migrate(s.db); err == nil && s.warning != nil {
		err = emptyCommit(s.db)
	}
	if err != nil {
		return err
	}
	if s.opened, err = s.file.Stat(); err != nil {
		return err
	}
	return s.view(func(tx *bbolt.Tx) error { s.growReserve(tx); return nil })
}

// OpenReadOnly opens a data file read-only; no process may have it open for writing.
func OpenReadOnly(path string) (*Store, error) {
	schema, warning := examine(path, false)
	if warning != nil && !errors.Is(warning, ErrMeta) {
		return nil, warning
	}
	db, _, err := openFile(path, readOptions())
	if err != nil {
		return nil, err
	}
	s := newStore(db, path, warning)
	s.inspected, s.old = true, schema < sumsSchema
	return s, nil
}

// Warning returns ErrMeta if a meta page was invalid, else nil.
func (s *Store) Warning() error { return s.warning }

func readOptions() *bbolt.Options { return &bbolt.Options{Timeout: lockWait, ReadOnly: true} }

// writeOptions avoids two faults: without NoFreelistSync a long read transaction makes the file grow exponentially, and
// growing the map blocks writers.
func writeOptions() *bbolt.Options {
	return &bbolt.Options{
		Timeout:         lockWait,
		NoFreelistSync:  true,
		FreelistType:    bbolt.FreelistMapType,
		InitialMmapSize: mapSize(),
	}
}

// mapSize returns 0 on Windows, which would extend the file, and for 32-bit processes, which lack address space.
func mapSize() int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	return 1 << 30
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if err := ctx.Err(); err != nil {
		return storage.Doc{}, err
	}
	doc := storage.Doc{Key: key}
	err := s.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(key.Kind))
		if b == nil {
			return nil
		}
		return s.decode(b.Get([]byte(key.ID)), &doc)
	})
	if err == nil && doc.Version == 0 {
		err = fmt.Errorf("%w: %s %q", storage.ErrNotFound, key.Kind, key.ID)
	}
	if err != nil {
		return storage.Doc{}, err
	}
	return doc, nil
}

// Free implements storage.Spacious. The free space includes the file's unused pages.
func (s *Store) Free() (uint64, error) {
	room, err := diskFree(filepath.Dir(s.path))
	if err != nil {
		return 0, fmt.Errorf("storage/bolt: %s: %w", s.path, err)
	}
	err = s.view(func(tx *bbolt.Tx) error {
		db := tx.DB()
		room += uint64(db.Stats().FreePageN) * uint64(db.Info().PageSize)
		return nil
	})
	return room, err
}

// reserve is allocated beyond the used pages, in bytes, for commits on a full disk.
const reserve = 8 << 20

func (s *Store) growReserve(tx *bbolt.Tx) {
	if s.allocated >= tx.Size()+reserve {
		return
	}
	ahead := tx.Size() + 2*reserve
	if free, err := diskFree(filepath.Dir(s.path)); err == nil && free >= 8*reserve && allocate(s.file, ahead) == nil {
		s.allocated = ahead
	}
}

// Kinds returns the kinds of all documents, sorted.
func (s *Store) Kinds(ctx context.Context) (kinds []string, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	err = s.view(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(kind []byte, b *bbolt.Bucket) error {
			if id, _ := b.Cursor().First(); id != nil && string(kind) != markBucket {
				kinds = append(kinds, string(kind))
			}
			return nil
		})
	})
	return kinds, err
}

// Close implements storage.Store. It also waits for a running Backup.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		orderly := !s.stopped()
		s.stop(nil)
		s.writing <- struct{}{}
		if s.inspected {
			err = s.db.Close()
			return
		}
		if orderly {
			s.storeFreelist()
		}
		if err = s.checkPlace(); err == nil {
			removeHolder(s.path)
		}
		err = errors.Join(err, s.db.Close())
	})
	return err
}

// storeFreelist stores the free pages, so that the next Open needn't read all pages.
func (s *Store) storeFreelist() {
	s.db.NoFreelistSync = false
	_ = emptyCommit(s.db)
}

// emptyCommit syncs the file and writes a meta page.
func emptyCommit(db *bbolt.DB) error { return db.Update(func(*bbolt.Tx) error { return nil }) }

func migrate(db *bbolt.DB) error {
	return db.Update(func(tx *bbolt.Tx) error {
		b, now := tx.Bucket([]byte(markBucket)), []byte(strconv.Itoa(schema))
		if bytes.Equal(b.Get([]byte(schemaKey)), now) {
			return nil
		}
		return errors.Join(migrateSums(tx), b.Put([]byte(schemaKey), now))
	})
}

func (s *Store) stop(reason error) {
	s.stopping.Do(func() {
		s.reason = reason
		close(s.quit)
	})
}

func (s *Store) stopped() bool {
	select {
	case <-s.quit:
		return true
	default:
		return false
	}
}

func (s *Store) closedError() error {
	if s.reason == nil {
		return storage.ErrClosed
	}
	return fmt.Errorf("%w: %w", storage.ErrClosed, s.reason)
}

// checkPlace returns ErrMoved if the path no longer names the open file. Windows never lets that happen.
func (s *Store) checkPlace() error {
	switch named, err := os.Stat(s.path); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrMoved, err)
	case !os.SameFile(named, s.opened):
		return fmt.Errorf("%w: %s is another file now", ErrMoved, s.path)
	}
	return nil
}

func (s *Store) view(fn func(*bbolt.Tx) error) error {
	if s.stopped() {
		return s.closedError()
	}
	err := view(s.db, fn)
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return storage.ErrClosed
	}
	return err
}

// view is the only function that begins read transactions. fn must be short, because it blocks the reuse of pages, and
// must copy its results.
func view(db *bbolt.DB, fn func(*bbolt.Tx) error) error {
	return db.View(fn)
}
