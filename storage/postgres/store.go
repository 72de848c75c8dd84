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

// ErrReadOnly: the store was opened to be read, and has no lease yet.
var ErrReadOnly = errors.New("storage/postgres: opened to be read")

// Store is a storage.Store in a database. It doesn't stop after a commit whose outcome
// is unknown but finds it out, or says storage.ErrUnavailable; storage.ErrUncertain comes
// only if another node has begun to act before that.
type Store struct {
	db    *Database
	lease atomic.Pointer[Lease] // nil while it only reads

	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

var _ storage.Store = (*Store)(nil)

// begin lets a call run that Close waits for; end it with running.Done.
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

// Close implements storage.Store. It gives the lease back.
func (s *Store) Close() error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	if again {
		return nil
	}
	s.running.Wait()
	lease := s.lease.Load()
	if lease == nil {
		return nil
	}
	return lease.Release(context.Background())
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if err := s.begin(ctx); err != nil {
		return storage.Doc{}, err
	}
	defer s.running.Done()
	var doc storage.Doc
	err := s.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		doc, err = get(ctx, conn, key)
		return err
	})
	if err != nil {
		return storage.Doc{}, err
	}
	return doc, nil
}

// querier asks the database, within a transaction or without.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// get reads a document. The error is storage.ErrNotFound, storage.ErrDamaged or the database's.
func get(ctx context.Context, q querier, key storage.Key) (storage.Doc, error) {
	r := row{Doc: storage.Doc{Key: key}}
	err := q.QueryRow(ctx, `select version, data, mark, sum from doc where kind = $1 and id = $2`, key.Kind, []byte(key.ID)).Scan(&r.Version, &r.Data, &r.mark, &r.sum)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return storage.Doc{}, fmt.Errorf("%w: %s %q", storage.ErrNotFound, key.Kind, key.ID)
	case err != nil:
		return storage.Doc{}, err
	}
	return r.document()
}

// A page of a scan ends after so many documents or bytes, whatever is first. The first
// is small, for many who scan want few.
const (
	firstPage = 64
	nextPages = 512
	pageBytes = 4 << 20
)

// Scan implements storage.Store. Each page is a statement of its own.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return scan(pageOf(kind, from, to), func(p page) ([]row, bool, error) { return s.page(ctx, p) })
}

// scan yields the documents of a page and of those behind it.
func scan(p page, read func(page) (rows []row, more bool, err error)) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for p, more := p, true; more; {
			var rows []row
			var err error
			if rows, more, err = read(p); err != nil {
				yield(storage.Doc{}, err)
				return
			}
			for _, r := range rows {
				if !yield(r.document()) {
					return
				}
			}
			if more {
				p = p.after(rows[len(rows)-1].Key.ID)
			}
		}
	}
}

// page is the next piece of a scan: low <= id < high, at most size documents.
type page struct {
	kind, low, high string
	down            bool
	size            int
}

func pageOf(kind, from, to string) page {
	p := page{kind: kind, low: from, high: to, size: firstPage}
	switch {
	case from > to:
		p.low, p.high, p.down = to, from, true
	case to == "": // everything
		p.high = "\xff"
	}
	p.high += "\x00" // the next id, for the bound belongs to it
	return p
}

// after is the page behind one whose last document has this id.
func (p page) after(last string) page {
	if p.down {
		p.high = last
	} else {
		p.low = last + "\x00"
	}
	p.size = nextPages
	return p
}

// query reads a page; the place is that of the direction.
const query = `select id, version, data, mark, sum from (
	select id, version, data, mark, d.sum, sum(octet_length(data)) over (order by id %[1]s rows unbounded preceding) - octet_length(data) before
	from (select * from doc where kind = $1 and id >= $2 and id < $3 order by id %[1]s limit $4) d
) d where before < $5 order by id %[1]s`

var (
	queryUp   = fmt.Sprintf(query, "")
	queryDown = fmt.Sprintf(query, "desc")
)

// read reads the page; more says that some documents may follow.
func (p page) read(ctx context.Context, q querier) (all []row, more bool, err error) {
	sql := queryUp
	if p.down {
		sql = queryDown
	}
	rows, _ := q.Query(ctx, sql, p.kind, []byte(p.low), []byte(p.high), p.size, pageBytes) // its error is that of the rows
	size := 0
	all, err = pgx.CollectRows(rows, func(c pgx.CollectableRow) (row, error) {
		r, id := row{Doc: storage.Doc{Key: storage.Key{Kind: p.kind}}}, []byte(nil)
		if err := c.Scan(&id, &r.Version, &r.Data, &r.mark, &r.sum); err != nil {
			return row{}, err
		}
		r.Key.ID = string(id)
		size += len(r.Data)
		return r, nil
	})
	return all, len(all) == p.size || size >= pageBytes, err
}

// page reads a page.
func (s *Store) page(ctx context.Context, p page) (rows []row, more bool, err error) {
	if err := s.begin(ctx); err != nil {
		return nil, false, err
	}
	defer s.running.Done()
	err = s.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		rows, more, err = p.read(ctx, conn)
		return err
	})
	return rows, more, err
}
