package postgres

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"tarockbot/storage"
)

// Snapshot is a read-only storage.Store of the documents at one moment.
type Snapshot struct {
	docReader
	mu sync.Mutex // guards tx
	tx pgx.Tx
}

var _ storage.Store = (*Snapshot)(nil)

// Snapshot calls read with a snapshot, valid until read returns. Meanwhile vacuum can't free rows.
func (d *Database) Snapshot(ctx context.Context, read func(*Snapshot) error) error {
	conn, err := d.acquire(ctx)
	if err != nil {
		return wrap(err)
	}
	defer conn.Release()
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return wrap(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	// read may pause for long
	if _, err := tx.Exec(ctx, `set local idle_in_transaction_session_timeout = 0`); err != nil {
		return wrap(err)
	}
	s := &Snapshot{tx: tx}
	s.docReader = docReader{query: s.run}
	return read(s)
}

func (s *Snapshot) run(ctx context.Context, fn func(context.Context, querier) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return wrap(fn(ctx, s.tx))
}

// Commit returns storage.ErrClosed.
func (s *Snapshot) Commit(context.Context, ...storage.Doc) error {
	return fmt.Errorf("%w: a snapshot is read-only", storage.ErrClosed)
}

// Close does nothing: the snapshot ends when read returns.
func (s *Snapshot) Close() error { return nil }
