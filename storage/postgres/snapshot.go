package postgres

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/jackc/pgx/v5"

	"tarockbot/storage"
)

// Snapshot is a read-only storage.Store of the documents as they were when it was taken. Its
// Commit returns storage.ErrClosed.
type Snapshot struct {
	mu sync.Mutex // guards tx, which only one goroutine may use at a time
	tx pgx.Tx
}

var _ storage.Store = (*Snapshot)(nil)

// Snapshot calls look with a read-only snapshot that ends when look returns, or when the
// connection is lost. While it lasts, vacuum can't free rows.
func (d *Database) Snapshot(ctx context.Context, look func(*Snapshot) error) error {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return wrap(err)
	}
	defer conn.Release()
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return wrap(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()                               // nothing was written
	if _, err := tx.Exec(ctx, `set local idle_in_transaction_session_timeout = 0`); err != nil { // look may take long between two reads
		return wrap(err)
	}
	return look(&Snapshot{tx: tx})
}

// Get implements storage.Store.
func (s *Snapshot) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc, err := get(ctx, s.tx, key)
	return doc, wrap(err)
}

// Scan implements storage.Store.
func (s *Snapshot) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return scan(firstPage(kind, from, to), func(p pageRequest) ([]row, bool, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		page, hasMore, err := p.read(ctx, s.tx)
		return page, hasMore, wrap(err)
	})
}

// Commit implements storage.Store. It returns storage.ErrClosed.
func (s *Snapshot) Commit(context.Context, ...storage.Doc) error {
	return fmt.Errorf("%w: it was opened to be read", storage.ErrClosed)
}

// Close implements storage.Store. It does nothing: the snapshot ends when look returns.
func (s *Snapshot) Close() error { return nil }

// Kinds returns the kinds of all documents, in order.
func (s *Snapshot) Kinds(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kinds, err := kindsIn(ctx, s.tx)
	return kinds, wrap(err)
}
