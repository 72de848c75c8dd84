package storagetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"tarockbot/storage"
)

// Flaky is a store with commits that fail on demand.
type Flaky struct {
	Store storage.Store

	mu      sync.Mutex // guards all below
	stopped error
	plan    []Failure
}

// Failure describes how one commit fails.
type Failure struct {
	// Err is the error of Commit, even if the documents conflict. storage.ErrUncertain stops
	// the store until Reopen.
	Err error
	// Applied makes the commit write its documents nevertheless, unless they conflict.
	Applied bool
}

var _ storage.Store = (*Flaky)(nil)

// Fail makes the next commits fail, one for each failure.
func (f *Flaky) Fail(plan ...Failure) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plan = append(f.plan, plan...)
}

// Reopen lets a stopped store work again.
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
		err := f.Store.Commit(ctx, docs...)
		if next.Err == nil {
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

func (f *Flaky) closed() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.stopped
}
