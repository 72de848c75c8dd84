package storagetest

import (
	"context"
	"errors"

	"tarockbot/storage"
)

func cancelled(f *fixture) {
	f.commit(doc("a", 0, "a"))
	ctx, cancel := context.WithCancel(f.Context())
	cancel()
	if err := f.s.Commit(ctx, doc("a", 1, "x")); !errors.Is(err, context.Canceled) {
		f.Errorf("Commit: got %v, want %v", err, context.Canceled)
	}
	if _, err := f.s.Get(ctx, key("a")); !errors.Is(err, context.Canceled) {
		f.Errorf("Get: got %v, want %v", err, context.Canceled)
	}
	f.scanFails(ctx, context.Canceled)
	f.wantDoc("a", 1, "a")
}

func closed(f *fixture) {
	f.commit(doc("a", 0, "a"))
	if err := f.s.Close(); err != nil {
		f.Fatalf("Close: %v", err)
	}
	if _, err := f.s.Get(f.Context(), key("a")); !errors.Is(err, storage.ErrClosed) {
		f.Errorf("Get: got %v, want %v", err, storage.ErrClosed)
	}
	f.commitFails(storage.ErrClosed, doc("a", 1, "x"))
	f.scanFails(f.Context(), storage.ErrClosed)
}

func reopened(f *fixture) {
	if f.reopen == nil {
		f.Skip("this store is not durable")
	}
	f.commit(doc("a", 0, "a"), doc("b", 0, "b"))
	f.commit(deleted("b", 1), doc("a", 1, "aa"))
	f.s = f.reopen()
	f.wantDoc("a", 2, "aa")
	f.wantMissing("b")
	f.commitFails(storage.ErrConflict, doc("a", 1, "x"))
	f.commit(doc("a", 2, "aaa"))
}
