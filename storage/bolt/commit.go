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

// maxGroup bounds a transaction and its callers' wait.
const maxGroup = 256

type request struct {
	ctx  context.Context
	docs []storage.Doc
	err  error
	done chan struct{} // closed when err is final
}

// Commit implements storage.Store. The caller that acquires the semaphore writes all queued requests in one
// transaction. Each request fails on its own.
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

// gather lets ready goroutines run first if requests queue: larger groups make commits cheaper.
func (s *Store) gather(first *request) []*request {
	group := s.addQueued([]*request{first})
	if len(group) > 1 {
		runtime.Gosched()
		group = s.addQueued(group)
	}
	return group
}

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

// writeOrStop recovers from bbolt's panic at an invalid page.
func (s *Store) writeOrStop(group []*request) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %w: %v", storage.ErrUncertain, storage.ErrDamaged, r)
			s.stop(err)
		}
	}()
	return s.write(group)
}

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
	defer func() { _ = tx.Rollback() }() // unlocks bbolt, even after a panic
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
	if err := s.checkPlace(); err != nil { // the next start wouldn't read this commit
		s.stop(err)
		return fmt.Errorf("%w: %w", storage.ErrUncertain, err)
	}
	return nil
}

// checkVersions sees what earlier requests of the group wrote.
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

// classifyCommitError returns storage.ErrFull for a lack of space: the old meta page is still valid. After a failed
// sync a second one may wrongly succeed, and the disk's content is unknown: the store stops with storage.ErrUncertain.
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

func (s *Store) latestTxID() (id int) {
	_ = s.view(func(tx *bbolt.Tx) error { id = tx.ID(); return nil })
	return id
}

// WithErrFull adds storage.ErrFull to an error that reports a lack of space.
func WithErrFull(err error) error {
	if reason := lackOfRoom(err); reason != nil {
		return fmt.Errorf("%w: %w", storage.ErrFull, reason)
	}
	return err
}

// lackOfRoom returns the system's reason for a failed write or resize, else nil. Failed syncs don't count.
func lackOfRoom(err error) error {
	if err == nil {
		return nil
	}
	cause := causeOf(err)
	text, resize := strings.CutPrefix(err.Error(), "file resize error: ")
	for _, reason := range noRoom {
		if errors.Is(cause, reason) || resize && strings.HasSuffix(text, reason.Error()) {
			return reason
		}
	}
	return nil
}

func causeOf(err error) error {
	if write, is := errors.AsType[*fs.PathError](err); is {
		return write.Err
	}
	if link, is := errors.AsType[*os.LinkError](err); is {
		return link.Err
	}
	return nil
}

var noRoom = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
