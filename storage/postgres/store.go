package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

// ErrReadOnly means that the store has no lease yet.
var ErrReadOnly = errors.New("storage/postgres: opened read-only")

// Store is a storage.Store. It resolves a commit's unknown outcome, or returns storage.ErrUnavailable. It returns
// storage.ErrUncertain only if another node acquires the lease first.
type Store struct {
	docReader
	db    *Database
	lease atomic.Pointer[Lease] // nil in a read-only store

	mu      sync.Mutex // guards closed
	closed  bool
	running sync.WaitGroup
}

var _ storage.Store = (*Store)(nil)

// begin requires a call of running.Done, unless it returns an error.
func (s *Store) begin(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return storage.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.running.Add(1)
	return nil
}

// Close implements storage.Store. It releases the lease.
func (s *Store) Close() error {
	s.mu.Lock()
	wasClosed := s.closed
	s.closed = true
	s.mu.Unlock()
	if wasClosed {
		return nil
	}
	s.running.Wait()
	lease := s.lease.Load()
	if lease == nil {
		return nil
	}
	return lease.Release(context.Background())
}

func (s *Store) run(ctx context.Context, fn func(context.Context, querier) error) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	defer s.running.Done()
	return s.db.run(ctx, func(ctx context.Context, conn *pgxpool.Conn) error { return fn(ctx, conn) })
}

// UseLease lets the store commit with the lease. Close then releases it.
func (s *Store) UseLease(l *Lease) { s.lease.Store(l) }

// IsTrusted reports whether the store has a trusted lease.
func (s *Store) IsTrusted() bool {
	l := s.lease.Load()
	return l != nil && l.IsTrusted()
}

type docReader struct {
	query func(ctx context.Context, fn func(context.Context, querier) error) error
}

// Warning returns nil.
func (docReader) Warning() error { return nil }

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Get implements storage.Store.
func (d docReader) Get(ctx context.Context, key storage.Key) (doc storage.Doc, err error) {
	err = d.query(ctx, func(ctx context.Context, q querier) error {
		r := row{Doc: storage.Doc{Key: key}}
		found := q.QueryRow(ctx, `select version, data, mark, sum from doc where kind = $1 and id = $2`, key.Kind, []byte(key.ID))
		err := found.Scan(&r.Version, &r.Data, &r.mark, &r.sum)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("%w: %s %q", storage.ErrNotFound, key.Kind, key.ID)
		case err == nil:
			doc, err = r.document()
		}
		return err
	})
	if err != nil {
		return storage.Doc{}, err
	}
	return doc, nil
}

// Scan implements storage.Store.
func (d docReader) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		rest, maxDocs := storage.NewRange(kind, from, to), firstPageDocs
		for hasMore := true; hasMore; maxDocs = pageDocs {
			var rows []row
			var err error
			if rows, hasMore, err = d.readPage(ctx, rest, maxDocs); err != nil {
				yield(storage.Doc{}, err)
				return
			}
			for _, r := range rows {
				if !yield(r.document()) {
					return
				}
				rest = rest.After(r.Key.ID)
			}
		}
	}
}

// The first page is small, because many callers need few documents.
const (
	firstPageDocs = 64
	pageDocs      = 512
	pageBytes     = 4 << 20
)

const pageSQL = `select id, version, data, mark, sum from (
	select id, version, data, mark, d.sum,
		sum(octet_length(data)) over (order by id %[1]s rows unbounded preceding) - octet_length(data) before
	from (select * from doc where kind = $1 and id >= $2 and id < $3 order by id %[1]s limit $4) d
) d where before < $5 order by id %[1]s`

var (
	pageUpSQL   = fmt.Sprintf(pageSQL, "")
	pageDownSQL = fmt.Sprintf(pageSQL, "desc")
)

func (d docReader) readPage(ctx context.Context, r storage.Range, maxDocs int) (page []row, hasMore bool, err error) {
	sql := pageUpSQL
	if r.Down {
		sql = pageDownSQL
	}
	err = d.query(ctx, func(ctx context.Context, q querier) (err error) {
		rows, _ := q.Query(ctx, sql, r.Kind, []byte(r.Low), []byte(r.High), maxDocs, pageBytes)
		page, err = pgx.CollectRows(rows, func(c pgx.CollectableRow) (found row, err error) {
			var id []byte
			err = c.Scan(&id, &found.Version, &found.Data, &found.mark, &found.sum)
			found.Key = storage.Key{Kind: r.Kind, ID: string(id)}
			return found, err
		})
		return err
	})
	size := 0
	for _, r := range page {
		size += len(r.Data)
	}
	return page, len(page) == maxDocs || size >= pageBytes, err
}

// Kinds returns the kinds of all documents, sorted.
func (d docReader) Kinds(ctx context.Context) (kinds []string, err error) {
	err = d.query(ctx, func(ctx context.Context, q querier) (err error) {
		rows, _ := q.Query(ctx, kindsSQL)
		kinds, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return kinds, err
}

const kindsSQL = `
with recursive k as (
	(select kind from doc order by kind limit 1)
	union all
	select (select d.kind from doc d where d.kind > k.kind order by d.kind limit 1) from k where k.kind is not null
) select kind from k where kind is not null`
