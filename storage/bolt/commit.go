package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"tarockbot/storage"
)

// maxGroup limits the requests written together, so that none waits long.
const maxGroup = 256

// request is one call of Commit on its way to who writes it.
type request struct {
	ctx  context.Context
	docs []storage.Doc
	err  error
	done chan struct{} // closed when err is final
}

// Commit implements storage.Store. Commits that come while another is being
// written are written together, with one pair of syncs; nobody waits for a
// timer. Each is still checked and decided on its own.
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
			return s.closed()
		}
		s.serve(s.waiting(r))
		return r.err
	case s.requests <- r:
		<-r.done
		return r.err
	case <-s.quit:
		return s.closed()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// waiting returns the first request and those that wait behind it. If there
// are any, the machine is busy: then all who are ready to run go first, for a
// larger group makes each commit cheaper.
func (s *Store) waiting(first *request) []*request {
	group := s.join([]*request{first})
	if len(group) > 1 {
		runtime.Gosched()
		group = s.join(group)
	}
	return group
}

// join adds the requests that wait now.
func (s *Store) join(group []*request) []*request {
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

// serve decides every request of the group and answers it.
func (s *Store) serve(group []*request) {
	if err := s.tryWrite(group); err != nil {
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

// tryWrite is write. bbolt panics when it comes upon a page that makes no sense: then
// nobody knows what is in the file, and the store goes on no more.
func (s *Store) tryWrite(group []*request) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %w: %v", storage.ErrUncertain, storage.ErrDamaged, r)
			s.stop(err)
		}
	}()
	return s.write(group)
}

// write applies the group in one transaction. A request that may not be
// applied gets its error; the error returned is that of all others.
func (s *Store) write(group []*request) error {
	if err := s.inPlace(); err != nil {
		s.stop(err)
		return s.closed()
	}
	tx, err := s.db.Begin(true)
	if err != nil {
		s.stop(err)
		return s.closed()
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit; else, and after a panic, it unlocks bbolt
	s.growReserve(tx)
	before := tx.ID() - 1
	writes := 0
	for _, r := range group {
		if r.err = check(tx, r); r.err != nil {
			continue
		}
		n, err := apply(tx, r.docs)
		if err != nil {
			return err
		}
		writes += n
	}
	if writes == 0 {
		return nil
	}
	if err := s.verdict(tx.Commit(), before); err != nil {
		return err
	}
	if err := s.inPlace(); err != nil { // then it is in a file that no start will read
		s.stop(err)
		return fmt.Errorf("%w: %w", storage.ErrUncertain, err)
	}
	return nil
}

// check compares the versions with what is stored, or was written by an
// earlier request of the group.
func check(tx *bbolt.Tx, r *request) error {
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

// apply writes documents whose versions are right and returns how many.
func apply(tx *bbolt.Tx, docs []storage.Doc) (writes int, err error) {
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

// verdict says what an error of bbolt's Commit means. What bbolt does is: make
// the file longer, write data pages (to unused places), sync, write the meta
// page, sync. So as long as the old meta page is the newest, nothing of the
// transaction can be seen, now or after a crash, and bbolt goes on with the
// old state. After a failed sync nobody knows what is on the disk, and a
// second sync may wrongly succeed: then the store must not act on what it
// reads. Only a plain lack of room is certain enough to go on.
func (s *Store) verdict(err error, before int) error {
	if err == nil {
		return nil
	}
	if lackOfRoom(err) != nil && s.newest() == before {
		return fmt.Errorf("%w: %w", storage.ErrFull, err)
	}
	s.stop(err)
	return fmt.Errorf("%w: %w", storage.ErrUncertain, err)
}

// newest returns the number of the transaction that readers see, 0 if none.
func (s *Store) newest() int {
	id := 0
	if err := s.view(func(tx *bbolt.Tx) error { id = tx.ID(); return nil }); err != nil {
		return 0
	}
	return id
}

// RoomError says with storage.ErrFull that an error is of lack of room, and why there
// is none; others it leaves as they are. It leaves out which file that was, for that is
// often one that has no name yet: the caller tells it.
func RoomError(err error) error {
	if why := lackOfRoom(err); why != nil {
		return fmt.Errorf("%w: %w", storage.ErrFull, why)
	}
	return err
}

// lackOfRoom is the system's or bbolt's reason if something failed because the file
// can't grow or a write found no room, else nil. A commit's sync that reports the same
// is not among them.
func lackOfRoom(err error) error {
	if errors.Is(err, berrors.ErrMaxSizeReached) {
		return berrors.ErrMaxSizeReached
	}
	var write *fs.PathError
	if errors.As(err, &write) {
		return first(noRoom(), func(e error) bool { return errors.Is(write.Err, e) })
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return first(noRoom(), func(e error) bool { return errors.Is(link.Err, e) })
	}
	if err == nil {
		return nil
	}
	// bbolt formats the error of growing the file into a text.
	text, resize := strings.CutPrefix(err.Error(), "file resize error: ")
	return first(noRoom(), func(e error) bool { return resize && strings.HasSuffix(text, e.Error()) })
}

// noRoom lists: disk full, quota reached, file size limit reached.
func noRoom() []error {
	return []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
}

// first returns the first error that is the one, or nil.
func first(errs []error, is func(error) bool) error {
	if i := slices.IndexFunc(errs, is); i >= 0 {
		return errs[i]
	}
	return nil
}
