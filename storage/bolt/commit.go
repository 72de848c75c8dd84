package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
)

// maxGroup limits the requests in one transaction, so that none waits long.
const maxGroup = 256

// request is a call of Commit.
type request struct {
	ctx  context.Context
	docs []storage.Doc
	err  error
	done chan struct{} // closed when err is final
}

// Commit implements storage.Store. The caller that gets writing becomes the leader: it takes
// the queued requests and writes all in one transaction, with one pair of syncs. No caller
// waits for a timer. Each request is still checked, and succeeds or fails, on its own.
func (s *Store) Commit(ctx context.Context, docs ...storage.Doc) error {
	if err := storage.Check(docs); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.inspected {
		return storage.ErrClosed
	}
	r := &request{ctx: ctx, docs: docs, done: make(chan struct{})}
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
		if s.stopped() {
			return s.closedError()
		}
		s.writeGroup(s.gather(r))
		return r.err
	case s.requests <- r:
		<-r.done
		return r.err
	case <-s.quit:
		return s.closedError()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// gather returns the first request and those queued behind it. If there are any, the machine
// is busy: then goroutines that are ready to run go first, because a larger group makes each
// commit cheaper.
func (s *Store) gather(first *request) []*request {
	group := s.addQueued([]*request{first})
	if len(group) > 1 {
		runtime.Gosched()
		group = s.addQueued(group)
	}
	return group
}

// addQueued adds the requests that are queued now.
func (s *Store) addQueued(group []*request) []*request {
	for len(group) < maxGroup {
		select {
		case r := <-s.requests:
			group = append(group, r)
		default:
			return group
		}
	}
	return group
}

// writeGroup writes the group's requests, and sends each its result.
func (s *Store) writeGroup(group []*request) {
	if err := s.writeOrStop(group); err != nil {
		for _, r := range group {
			if r.err == nil {
				r.err = err
			}
		}
	}
	for _, r := range group {
		close(r.done)
	}
}

// writeOrStop calls write. bbolt panics at an invalid page: then the content of the file is
// unknown, and writeOrStop stops the store.
func (s *Store) writeOrStop(group []*request) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %w: %v", storage.ErrUncertain, storage.ErrDamaged, r)
			s.stop(err)
		}
	}()
	return s.write(group)
}

// write applies the group in one transaction. A refused request gets its own error; all
// others share the returned one.
func (s *Store) write(group []*request) error {
	if err := s.checkPlace(); err != nil {
		s.stop(err)
		return s.closedError()
	}
	tx, err := s.db.Begin(true)
	if err != nil {
		s.stop(err)
		return s.closedError()
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit; otherwise, and after a panic, it unlocks bbolt
	s.growReserve(tx)
	before := tx.ID() - 1
	writes := 0
	for _, r := range group {
		if r.err = checkVersions(tx, r); r.err != nil {
			continue
		}
		n, err := putAll(tx, r.docs)
		if err != nil {
			return err
		}
		writes += n
	}
	if writes == 0 {
		return nil
	}
	if err := s.classifyCommitError(tx.Commit(), before); err != nil {
		return err
	}
	if err := s.checkPlace(); err != nil { // then the commit is in a file that no start will read
		s.stop(err)
		return fmt.Errorf("%w: %w", storage.ErrUncertain, err)
	}
	return nil
}

// checkVersions returns storage.ErrConflict unless all documents have the versions that the
// request names. Earlier requests of the group count.
func checkVersions(tx *bbolt.Tx, r *request) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	for _, d := range r.docs {
		var stored int64
		if b := tx.Bucket([]byte(d.Key.Kind)); b != nil {
			stored = versionOf(b.Get([]byte(d.Key.ID)))
		}
		if stored != d.Version {
			return fmt.Errorf("%w: %s %q is at %d, not %d", storage.ErrConflict, d.Key.Kind, d.Key.ID, stored, d.Version)
		}
	}
	return nil
}

// putAll writes and deletes the documents. It returns how many it changed.
func putAll(tx *bbolt.Tx, docs []storage.Doc) (writes int, err error) {
	for _, d := range docs {
		if d.Unchanged || d.Data == nil && d.Version == 0 {
			continue
		}
		if err := putDoc(tx, d); err != nil {
			return 0, fmt.Errorf("storage/bolt: %s %q: %w", d.Key.Kind, d.Key.ID, err)
		}
		writes++
	}
	return writes, nil
}

func putDoc(tx *bbolt.Tx, d storage.Doc) error {
	b, err := bucketOf(tx, d.Key.Kind)
	if err != nil {
		return err
	}
	var value []byte
	if d.Data != nil {
		value = encode(d.Key, d.Version+1, d.Data)
	}
	return putOrDelete(b, []byte(d.Key.ID), value)
}

// classifyCommitError returns storage.ErrFull for a lack of room, and storage.ErrUncertain
// for any other error of bbolt's Commit. bbolt makes the file longer, writes data pages to
// unused places, syncs, writes the meta page and syncs. As long as the old meta page is the
// newest, the transaction is invisible, now and after a crash, and bbolt goes on with the old
// state. After a failed sync the content of the disk is unknown, and a second sync may
// wrongly succeed: then the store must not act on what it reads, so it stops.
func (s *Store) classifyCommitError(err error, before int) error {
	if err == nil {
		return nil
	}
	if lackOfRoom(err) != nil && s.latestTxID() == before {
		return fmt.Errorf("%w: %w", storage.ErrFull, err)
	}
	s.stop(err)
	return fmt.Errorf("%w: %w", storage.ErrUncertain, err)
}

// latestTxID returns the number of the transaction that readers see, 0 if the store is closed.
func (s *Store) latestTxID() (id int) {
	_ = s.view(func(tx *bbolt.Tx) error { id = tx.ID(); return nil }) // 0 if it fails
	return id
}

// RoomError adds storage.ErrFull to an error that reports a lack of room; it returns other
// errors unchanged. It leaves out the file, which often has no name yet: the caller adds it.
func RoomError(err error) error {
	if reason := lackOfRoom(err); reason != nil {
		return fmt.Errorf("%w: %w", storage.ErrFull, reason)
	}
	return err
}

// lackOfRoom returns the system's reason if the file can't grow or a write found
// no room, else nil. A sync that reports the same doesn't count.
func lackOfRoom(err error) error {
	if err == nil {
		return nil
	}
	cause := causeOf(err)
	text, resize := strings.CutPrefix(err.Error(), "file resize error: ") // bbolt makes a text of that error
	for _, reason := range noRoom {
		if errors.Is(cause, reason) || resize && strings.HasSuffix(text, reason.Error()) {
			return reason
		}
	}
	return nil
}

// causeOf returns the system's error of a write or a link; nil if the error is of neither.
func causeOf(err error) error {
	if write, is := errors.AsType[*fs.PathError](err); is {
		return write.Err
	}
	if link, is := errors.AsType[*os.LinkError](err); is {
		return link.Err
	}
	return nil
}

// noRoom lists the system's errors: disk full, quota reached, file size limit reached.
var noRoom = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
