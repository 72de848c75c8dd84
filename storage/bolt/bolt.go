// Package bolt keeps documents in one file, with go.etcd.io/bbolt. Start at
// Open; commit.go is how a write becomes durable, file.go how a file is made
// and recognised, backup.go how it is copied, checked and put back.
//
// In the file there is one bucket for each kind, named like it, and one with a
// NUL in its name, which no kind can have, that says whose file this is. A
// value is the version, 8 bytes big-endian, a sum of 4, and the data. A bucket's
// sequence number is the tally of what is in it; see tally.go.
package bolt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
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

// Errors of Open, Verify and Restore, besides storage.ErrDamaged, of a file that was not changed; test with errors.Is. Their text is one
// line and names the file.
var (
	// ErrLocked: another process has the file open.
	ErrLocked = errors.New("storage/bolt: file in use")
	// ErrForeign: this is no data file of tarockbot, or one of a newer
	// version. It was not changed.
	ErrForeign = errors.New("storage/bolt: not a data file of this tarockbot")
	// ErrMeta: one of the two meta pages, of which each commit writes the older,
	// makes no sense, all else does. Power was lost in the middle of a commit, or
	// the newest state is gone and what is read is the one before it.
	ErrMeta = errors.New("storage/bolt: a meta page does not hold, so the last act may be missing")
	// ErrMoved: the data file was moved, deleted or replaced while it was open. What
	// was acknowledged is in the file that was opened; nothing was since.
	ErrMoved = errors.New("storage/bolt: the data file was moved or deleted while the bot ran, nothing was accepted since")
)

// Options are the choices of the operator. The zero value is good.
type Options struct {
	// MaxSize limits the file, in bytes; 0 is no limit. The file grows in
	// steps of 16 MiB, so commits that need more room may be refused with
	// ErrFull that much earlier.
	MaxSize int
}

// lockWait is how long Open waits for a process that is about to end.
const lockWait = 2 * time.Second

// Store is a storage.Store in a file.
type Store struct {
	db       *bbolt.DB
	file     *os.File // under db
	path     string
	opened   os.FileInfo   // of the file
	writing  chan struct{} // holds one while somebody writes, and for ever once the store is closed
	requests chan *request // of those who wait for who writes
	quit     chan struct{} // closed when nothing may be begun any more
	stopping sync.Once
	reason   error // why it stopped by itself, or nil; final when quit is closed
	closing  sync.Once

	allocated int64 // bytes of the file that have room on the disk; see reserve
	inspected bool  // is read alone
	old       bool  // of a schema whose values may have no sums; only if inspected
	warning   error // see Warning
}

var (
	_ storage.Store    = (*Store)(nil)
	_ storage.Spacious = (*Store)(nil)
)

// Open opens the data file, or creates it. Errors are ErrLocked, ErrForeign,
// storage.ErrDamaged or those of the file system. A file that is not ours is left
// untouched.
func Open(path string, o Options) (*Store, error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, err
		}
	}
	_, warning := examine(path, false)
	if warning != nil && !errors.Is(warning, ErrMeta) {
		return nil, warning
	}
	db, file, err := openFile(path, o.options())
	if err != nil {
		return nil, err
	}
	// A process that died may have left pages in the system's memory only. A
	// commit syncs them, so that what is read from now on is also there
	// after a power cut.
	err = commitMark(db)
	if err == nil && warning != nil {
		err = commitMark(db) // each writes one of the meta pages
	}
	opened, statErr := file.Stat()
	if err = cmp.Or(err, statErr); err != nil {
		return nil, errors.Join(fmt.Errorf("storage/bolt: %s: %w", path, RoomError(err)), db.Close())
	}
	s := &Store{
		db: db, file: file, path: path, opened: opened, warning: warning,
		writing: make(chan struct{}, 1), requests: make(chan *request), quit: make(chan struct{}),
	}
	if err := s.view(func(tx *bbolt.Tx) error { s.growReserve(tx); return nil }); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	removeRests(path)
	writeHolder(path)
	return s, nil
}

// Inspect opens a data file that no tarockbot writes for reading alone, and changes
// nothing of it. Commit returns ErrClosed. Errors are those of Open.
func Inspect(path string) (*Store, error) {
	schema, warning := examine(path, false)
	if warning != nil && !errors.Is(warning, ErrMeta) {
		return nil, warning
	}
	db, _, err := openFile(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return nil, err
	}
	s := &Store{
		db: db, path: path, warning: warning, inspected: true, old: schema < sumsSchema,
		writing: make(chan struct{}, 1), requests: make(chan *request), quit: make(chan struct{}),
	}
	return s, nil
}

// Warning is what Open or Inspect has found that didn't keep it from going on:
// ErrMeta, or nil. Open has mended it.
func (s *Store) Warning() error { return s.warning }

// options are those of RELIABILITY 0.6: without NoFreelistSync a read
// transaction left open makes the file grow exponentially, and without the
// large map every writer waits for it when the map must grow.
func (o Options) options() *bbolt.Options {
	return &bbolt.Options{
		Timeout:         lockWait,
		NoFreelistSync:  true,
		FreelistType:    bbolt.FreelistMapType,
		InitialMmapSize: mapSize(),
		MaxSize:         o.MaxSize,
	}
}

// mapSize is the address space to reserve. On Windows a map makes the file as
// large as itself, and 32-bit processes have no such space.
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

// Free implements storage.Spacious: the room on the disk or up to MaxSize, and
// the unused pages in the file.
func (s *Store) Free() (uint64, error) {
	room, err := diskFree(filepath.Dir(s.path))
	if err != nil {
		return 0, fmt.Errorf("storage/bolt: %s: %w", s.path, err)
	}
	err = s.view(func(tx *bbolt.Tx) error {
		db := tx.DB()
		if db.MaxSize > 0 {
			room = min(room, uint64(max(0, db.MaxSize-db.AllocSize-int(tx.Size()))))
		}
		room += uint64(db.Stats().FreePageN) * uint64(db.Info().PageSize)
		return nil
	})
	return room, err
}

// reserve is the room on the disk, in bytes, that the file has beyond what it uses, at
// least: when others have filled the disk, what runs goes on in it for a while.
const reserve = 8 << 20

// growReserve makes room when less than the reserve is left, unless the disk is nearly
// full or the file system can't: then commits find room as long as there is some.
func (s *Store) growReserve(tx *bbolt.Tx) {
	limit := int64(cmp.Or(s.db.MaxSize, math.MaxInt))
	if s.allocated >= min(tx.Size()+reserve, limit) {
		return
	}
	ahead := min(tx.Size()+2*reserve, limit)
	if free, err := diskFree(filepath.Dir(s.path)); err == nil && free >= 8*reserve && allocate(s.file, ahead) == nil {
		s.allocated = ahead
	}
}

// Kinds are those of all documents, in their order: none in a file that was made and not
// used yet.
func (s *Store) Kinds(context.Context) (kinds []string, err error) {
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

// Close implements storage.Store. It also waits for a running Backup, and says with
// ErrMoved if the file isn't where it was.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		orderly := !s.stopped()
		s.stop(nil)
		s.writing <- struct{}{}
		if orderly && !s.inspected {
			s.storeFreelist()
		}
		if !s.inspected {
			if err = s.inPlace(); err == nil { // else another may have its place, and say so
				removeHolder(s.path)
			}
		}
		err = errors.Join(err, s.db.Close())
	})
	return err
}

// storeFreelist writes down which pages are free, so that the next Open needn't
// find out by a look at all others. After any other end it does.
func (s *Store) storeFreelist() {
	s.db.NoFreelistSync = false
	_ = commitMark(s.db) // it was only to save time
}

// commitMark makes the file one of this schema, and syncs all of it.
func commitMark(db *bbolt.DB) error {
	return db.Update(func(tx *bbolt.Tx) error {
		b, now := tx.Bucket([]byte(markBucket)), []byte(strconv.Itoa(schema))
		if bytes.Equal(b.Get([]byte(schemaKey)), now) {
			return nil
		}
		return errors.Join(addSums(tx), b.Put([]byte(schemaKey), now))
	})
}

// stop lets nothing begin any more; the reason is that of a store that can't go on.
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

// closed is the error of what begins after the store has stopped.
func (s *Store) closed() error {
	if s.reason == nil {
		return storage.ErrClosed
	}
	return fmt.Errorf("%w: %w", storage.ErrClosed, s.reason)
}

// inPlace returns ErrMoved unless the file that was opened still has its name. On
// Windows the system sees to that.
func (s *Store) inPlace() error {
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
		return s.closed()
	}
	err := view(s.db, fn)
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return storage.ErrClosed
	}
	return err
}

// view is the one place where a read transaction begins. It ends when fn
// returns, so fn must be short and copy what it keeps: while it runs, no page
// that it may see is used again.
func view(db *bbolt.DB, fn func(*bbolt.Tx) error) error {
	return db.View(fn)
}

const (
	versionSize = 8
	sumSize     = 4
	// summed says, beside the version, that a sum follows. Before sumsSchema there
	// may be values without.
	summed = 1 << 63
)

func encode(key storage.Key, version int64, data []byte) []byte {
	value := make([]byte, 0, versionSize+sumSize+len(data))
	value = binary.BigEndian.AppendUint64(value, uint64(version)|summed)
	value = binary.BigEndian.AppendUint32(value, storage.Checksum(key, version, data))
	return append(value, data...)
}

// decode copies a value into the document; a nil value leaves it alone.
func (s *Store) decode(value []byte, d *storage.Doc) error {
	if value == nil {
		return nil
	}
	data, ok := dataOf(d.Key.Kind, d.Key.ID, value, s.old)
	if !ok {
		return fmt.Errorf("%w: %s %q makes no sense", storage.ErrDamaged, d.Key.Kind, d.Key.ID)
	}
	d.Version, d.Data = versionOf(value), append([]byte{}, data...)
	return nil
}

// dataOf is the data in the value of a document, unless that is damaged. Only in an
// old file it may have no sum.
func dataOf(kind, id string, value []byte, old bool) (data []byte, ok bool) {
	version := versionOf(value)
	switch {
	case version < 1:
		return nil, false
	case !hasSum(value):
		return value[versionSize:], old
	case len(value) < versionSize+sumSize:
		return nil, false
	}
	data = value[versionSize+sumSize:]
	return data, binary.BigEndian.Uint32(value[versionSize:]) == storage.Checksum(storage.Key{Kind: kind, ID: id}, version, data)
}

// hasSum says that a value, which is long enough for its version, says so.
func hasSum(value []byte) bool { return binary.BigEndian.Uint64(value)&summed != 0 }

// versionOf returns the version in a value, 0 for nil, less for nonsense.
func versionOf(value []byte) int64 {
	switch {
	case value == nil:
		return 0
	case len(value) < versionSize:
		return -1
	}
	return int64(binary.BigEndian.Uint64(value) &^ summed)
}
