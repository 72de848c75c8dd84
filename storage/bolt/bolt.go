// Package bolt keeps documents in one file, with go.etcd.io/bbolt. Start at Open.
// commit.go makes a write durable. value.go encodes a document. file.go creates a file and
// recognises it. backup.go copies, checks and restores it.
//
// The file has a bucket for each kind, with its name. One more bucket marks the file as
// tarockbot's; its name has a NUL, which no kind has. A value is the version, 8 bytes
// big-endian, a checksum of 4, and the data. A bucket's sequence number is the tally of its
// entries; see tally.go.
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

// Errors of Open, Inspect, Verify, Restore and Compact, besides storage.ErrDamaged. Test with errors.Is. Their text is
// one line and names the file.
var (
	// ErrLocked means that another process has the file open.
	ErrLocked = errors.New("storage/bolt: file in use")
	// ErrForeign means that the file isn't tarockbot's, or is a newer version's. It was
	// not changed.
	ErrForeign = errors.New("storage/bolt: not a data file of this tarockbot")
	// ErrMeta means that only one of the two meta pages is valid; all other pages are.
	// Each commit writes the older meta page. So either power was lost during a commit,
	// or the last commit is gone and the file shows the state before it.
	ErrMeta = errors.New("storage/bolt: a meta page does not hold, so the last act may be missing")
	// ErrMoved means that the data file was moved, deleted or replaced while it was
	// open. Acknowledged commits are in the file that was opened; later ones were
	// refused.
	ErrMoved = errors.New("storage/bolt: the data file was moved or deleted while the bot ran, nothing was accepted since")
)

// lockWait is how long Open waits for another process to release the file.
const lockWait = 2 * time.Second

// Store is a storage.Store in a file.
type Store struct {
	db       *bbolt.DB
	file     *os.File // db's file; nil if inspected
	path     string
	opened   os.FileInfo   // file's; nil if inspected
	writing  chan struct{} // semaphore of one writer; kept for ever by Close
	requests chan *request // commits queued behind the current writer
	quit     chan struct{} // closed when no call may begin
	stopping sync.Once
	reason   error // why the store stopped by itself, or nil; final once quit is closed
	closing  sync.Once

	allocated int64 // bytes of the file that have room on the disk; see reserve
	inspected bool  // the store only reads
	old       bool  // values may have no checksum; only if inspected
	warning   error // see Warning
}

var (
	_ storage.Store    = (*Store)(nil)
	_ storage.Spacious = (*Store)(nil)
)

// Open opens the data file, or creates it. It leaves a file that isn't tarockbot's
// untouched. Errors are ErrLocked, ErrForeign, storage.ErrDamaged and the file system's.
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
		return nil, errors.Join(fmt.Errorf("storage/bolt: %s: %w", path, RoomError(err)), db.Close())
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

// prepare syncs and migrates the file that was opened, and reserves room. A process that died may
// have left pages that are not on the disk yet. A commit syncs them, so that a power cut can't
// undo what this process reads.
func (s *Store) prepare() (err error) {
	if err = migrate(s.db); err == nil && s.warning != nil {
		err = emptyCommit(s.db) // each commit writes one of the meta pages
	}
	if err != nil {
		return err
	}
	if s.opened, err = s.file.Stat(); err != nil {
		return err
	}
	return s.view(func(tx *bbolt.Tx) error { s.growReserve(tx); return nil })
}

// Inspect opens a data file read-only. No process may have it open for writing. Commit
// returns storage.ErrClosed. Errors are those of Open.
func Inspect(path string) (*Store, error) {
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

// Warning returns ErrMeta if Open or Inspect found an invalid meta page, else nil. Open has
// repaired it.
func (s *Store) Warning() error { return s.warning }

// readOptions are those of a file that no process may write to.
func readOptions() *bbolt.Options { return &bbolt.Options{Timeout: lockWait, ReadOnly: true} }

// writeOptions turns NoFreelistSync on, because otherwise a long read transaction makes the file
// grow exponentially; and reserves a large map, because writers wait while it grows.
func writeOptions() *bbolt.Options {
	return &bbolt.Options{
		Timeout:         lockWait,
		NoFreelistSync:  true,
		FreelistType:    bbolt.FreelistMapType,
		InitialMmapSize: mapSize(),
	}
}

// mapSize returns how much address space to reserve: none on Windows, where the file grows
// to the map's size, and none in 32-bit processes, which have little.
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

// Free implements storage.Spacious. It returns the room on the disk and in the unused
// pages of the file.
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

// reserve is how many bytes on the disk the file has at least beyond those it uses. If
// other programs fill the disk, commits go on for a while.
const reserve = 8 << 20

// growReserve allocates room when less than the reserve is left. It does nothing if the disk
// is nearly full or the file system can't; then commits use the room that is left.
func (s *Store) growReserve(tx *bbolt.Tx) {
	if s.allocated >= tx.Size()+reserve {
		return
	}
	ahead := tx.Size() + 2*reserve
	if free, err := diskFree(filepath.Dir(s.path)); err == nil && free >= 8*reserve && allocate(s.file, ahead) == nil {
		s.allocated = ahead
	}
}

// Kinds returns the kinds of all documents, in order.
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

// Close implements storage.Store. It also waits for a running Backup. The error is ErrMoved
// if the file isn't where it was.
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
		if err = s.checkPlace(); err == nil { // else the pid file may be another process's
			removeHolder(s.path)
		}
		err = errors.Join(err, s.db.Close())
	})
	return err
}

// storeFreelist stores which pages are free, so that the next Open needn't read all others
// to find out. If the process dies without Close, it must.
func (s *Store) storeFreelist() {
	s.db.NoFreelistSync = false
	_ = emptyCommit(s.db) // the next Open can do without
}

// emptyCommit syncs the whole file, and writes one of the meta pages.
func emptyCommit(db *bbolt.DB) error { return db.Update(func(*bbolt.Tx) error { return nil }) }

// migrate is emptyCommit if the schema is today's. It migrates all documents and buckets of an older one.
func migrate(db *bbolt.DB) error {
	return db.Update(func(tx *bbolt.Tx) error {
		b, now := tx.Bucket([]byte(markBucket)), []byte(strconv.Itoa(schema))
		if bytes.Equal(b.Get([]byte(schemaKey)), now) {
			return nil
		}
		return errors.Join(migrateSums(tx), b.Put([]byte(schemaKey), now))
	})
}

// stop refuses all further calls. The reason is nil for an orderly end.
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

// closedError returns the error of a call that begins after the store has stopped.
func (s *Store) closedError() error {
	if s.reason == nil {
		return storage.ErrClosed
	}
	return fmt.Errorf("%w: %w", storage.ErrClosed, s.reason)
}

// checkPlace returns ErrMoved unless the file that was opened still has its name. Windows
// doesn't let anyone move an open file.
func (s *Store) checkPlace() error {
	switch named, err := os.Stat(s.path); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrMoved, err)
	case !os.SameFile(named, s.opened):
		return fmt.Errorf("%w: %s is another file now", ErrMoved, s.path)
	}
	return nil
}

// view runs fn in a read transaction, unless the store has stopped.
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

// view runs fn in a read transaction, which ends when fn returns. No other function begins
// one. fn must be short, because no page that it may see is used again meanwhile, and copy
// what it keeps.
func view(db *bbolt.DB, fn func(*bbolt.Tx) error) error {
	return db.View(fn)
}
