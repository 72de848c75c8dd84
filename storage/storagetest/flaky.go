package storagetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"tarockbot/storage"
)

// Flaky is a store whose next commits can be made to fail, for tests of callers. Without
// failures it acts like Store.
type Flaky struct {
	Store storage.Store // holds the documents

	mu      sync.Mutex // guards all below
	stopped error      // the error of all calls, or nil
	plan    []Failure
}

// Failure is how one commit fails.
type Failure struct {
	// Err is the error of Commit. After storage.ErrUncertain the store stops until
	// Reopen; its errors are then both storage.ErrClosed and this one.
	Err error
	// Applied makes the commit write its documents all the same.
	Applied bool
}

var _ storage.Store = (*Flaky)(nil)

// Fail makes the next commits fail, one for each failure, in order.
func (f *Flaky) Fail(plan ...Failure) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plan = append(f.plan, plan...)
}

// Reopen lets a stopped store act again, as after a restart.
func (f *Flaky) Reopen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopped = nil
}

// Get implements storage.Store.
func (f *Flaky) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if err := f.closed(); err != nil {
		return storage.Doc{}, err
	}
	return f.Store.Get(ctx, key)
}

// Scan implements storage.Store.
func (f *Flaky) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		if closed := f.closed(); closed != nil {
			yield(storage.Doc{}, closed)
			return
		}
		for d, err := range f.Store.Scan(ctx, kind, from, to) {
			closed := f.closed()
			if closed != nil {
				d, err = storage.Doc{}, closed
			}
			if !yield(d, err) || closed != nil {
				return
			}
		}
	}
}

// Commit implements storage.Store.
func (f *Flaky) Commit(ctx context.Context, docs ...storage.Doc) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stopped != nil {
		return f.stopped
	}
	if len(f.plan) == 0 {
		return f.Store.Commit(ctx, docs...)
	}
	next := f.plan[0]
	f.plan = f.plan[1:]
	if next.Applied {
		// A conflict stays a conflict: a store checks versions before it can fail to write.
		if err := f.Store.Commit(ctx, docs...); err != nil {
			return err
		}
	}
	if errors.Is(next.Err, storage.ErrUncertain) {
		f.stopped = fmt.Errorf("%w: %w", storage.ErrClosed, next.Err)
	}
	return next.Err
}

// Close implements storage.Store.
func (f *Flaky) Close() error { return f.Store.Close() }

// closed returns the error of a stopped store.
func (f *Flaky) closed() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.stopped
}
