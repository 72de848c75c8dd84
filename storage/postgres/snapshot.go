package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

// Snapshot is the documents as they were at one moment, whatever is written meanwhile. It
// is a storage.Store that reads only: its Commit returns storage.ErrClosed.
type Snapshot struct {
	mu sync.Mutex // a transaction is nobody else's meanwhile
	tx pgx.Tx
}

var _ storage.Store = (*Snapshot)(nil)

// Snapshot calls look with a snapshot, which ends when look returns. A lost connection
// ends it before. While it lasts nothing that was deleted makes room.
func (d *Database) Snapshot(ctx context.Context, look func(*Snapshot) error) error {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return failed(err)
	}
	defer conn.Release()
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return failed(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()                               // nothing was written
	if _, err := tx.Exec(ctx, `set local idle_in_transaction_session_timeout = 0`); err != nil { // who looks may think for long
		return failed(err)
	}
	return look(&Snapshot{tx: tx})
}

// failed is an error of the database, or of the way to it.
func failed(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case passing(err):
		return fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
	}
	return fmt.Errorf("storage/postgres: %w", err)
}

// Get implements storage.Store.
func (s *Snapshot) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc, err := get(ctx, s.tx, key)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		err = failed(err)
	}
	return doc, err
}

// Scan implements storage.Store.
func (s *Snapshot) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return scan(pageOf(kind, from, to), func(p page) ([]row, bool, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		rows, more, err := p.read(ctx, s.tx)
		return rows, more, failed(err)
	})
}

// Commit implements storage.Store: it refuses.
func (s *Snapshot) Commit(context.Context, ...storage.Doc) error {
	return fmt.Errorf("%w: it was opened to be read", storage.ErrClosed)
}

// Close implements storage.Store. The snapshot ends with look.
func (s *Snapshot) Close() error { return nil }

// Kinds are those of all documents, in their order.
func (s *Snapshot) Kinds(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kinds, err := kindsIn(ctx, s.tx)
	return kinds, failed(err)
}

// Kinds are those of all documents, in their order.
func (s *Store) Kinds(ctx context.Context) (kinds []string, err error) {
	err = s.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		kinds, err = kindsIn(ctx, conn)
		return err
	})
	return kinds, err
}

// kindsSQL goes from the first document of a kind to that of the next.
const kindsSQL = `
with recursive k as (
	(select kind from doc order by kind limit 1)
	union all
	select (select d.kind from doc d where d.kind > k.kind order by d.kind limit 1) from k where k.kind is not null
) select kind from k where kind is not null`

func kindsIn(ctx context.Context, q querier) ([]string, error) {
	rows, _ := q.Query(ctx, kindsSQL) // its error is that of the rows
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
