package storagetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"tarockbot/storage"
)

// Flaky is a store whose next commits can be made to fail, for tests of those
// who use a store. The zero value with a Store in it fails nothing.
type Flaky struct {
	Store storage.Store // where the documents are

	mu      sync.Mutex
	stopped error // why it acts no more
	plan    []Failure
}

// Failure says how one commit fails.
type Failure struct {
	// Err is what Commit returns. After storage.ErrUncertain the store acts
	// no more until Reopen; its errors are storage.ErrClosed and this one.
	Err error
	// Applied says that the documents are written all the same.
	Applied bool
}

var _ storage.Store = (*Flaky)(nil)

// Fail makes the next commits fail, one for each failure, in this order.
func (f *Flaky) Fail(plan ...Failure) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plan = append(f.plan, plan...)
}

// Reopen lets a store that stopped act again, as after a restart.
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
		for d, err := range f.Store.Scan(ctx, kind, from, to) {
			if closed := f.closed(); closed != nil {
				d, err = storage.Doc{}, closed
			}
			if !yield(d, err) || err != nil {
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
		// A conflict stays one: a store checks before it can fail to write.
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

// closed is the error of what begins after the store has stopped.
func (f *Flaky) closed() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.stopped
}
