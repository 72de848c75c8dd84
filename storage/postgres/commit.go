package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

// lockSQL begins the statements that write. It takes all locks in one order, so commits
// don't deadlock. First it shares the lease's epoch: no other node takes the lease until
// the commit ends. Without the lease it locks nothing else. Then it locks the documents that
// have the versions named, in the order of the arrays, which the caller sorts by key.
//
// Each row of w is a change; l has the changes whose document is locked.
const lockSQL = `
with e as materialized (
	select from lease where name = 'acting' and holder = $1 and epoch = $2 for key share
), w as materialized (
	select * from unnest($3::text[], $4::text[], $5::bytea[], $6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[])
		with ordinality as w(op, kind, id, mark, version, data, sum, n)
), l as materialized (
	select w.* from w, lateral (
		select from doc d where exists (select from e) and (d.kind, d.id, d.version) = (w.kind, w.id, w.version) for update) d
)`

// moveSQL writes the documents that are locked, and returns their places in the arrays.
const moveSQL = lockSQL + `
update doc d set version = d.version + 1, mark = l.mark, data = l.data, sum = l.sum
from l where (d.kind, d.id, d.version) = (l.kind, l.id, l.version)
returning l.n`

// commitSQL makes all changes or none. It returns whether the lease is held, and whether the
// changes were made. Once all documents are locked it creates new ones, which nobody can
// lock before. Only if that succeeds does it change those that are there. If it is to create
// several documents it may have created some when it fails: then the caller must roll back.
const commitSQL = lockSQL + `, i as (
	insert into doc (kind, id, version, mark, data, sum)
	select kind, id, 1, mark, data, sum from w
	where version = 0 and exists (select from e) and (select count(*) from l) = (select count(*) from w where version > 0)
	on conflict do nothing returning 1
), made as materialized (
	select (select count(*) from l) + (select count(*) from i) = (select count(*) from w) as ok
), u as (
	update doc d set version = d.version + 1, mark = l.mark, data = l.data, sum = l.sum
	from l where (select ok from made) and op = 'put' and (d.kind, d.id, d.version) = (l.kind, l.id, l.version)
), x as (
	delete from doc d
	using l where (select ok from made) and op = 'delete' and (d.kind, d.id, d.version) = (l.kind, l.id, l.version)
)
select exists (select from e), ok from made`

// absentSQL deletes the documents that commitSQL has created under keys that must be free.
// They were never visible, and nobody else can create one there until the transaction ends.
const absentSQL = `
delete from doc d
using unnest($1::text[], $2::text[], $3::bytea[]) as w(op, kind, id) where op = 'absent' and (d.kind, d.id) = (w.kind, w.id)`

// foundSQL returns whether the lease is held, and whether a commit was applied, as far as
// its documents tell: one has its mark, or it only deleted and all are gone. It writes as
// well, so its answer waits until the standbys that commits wait for have what it saw.
const foundSQL = `
with t as (update lease set until = until where name = 'acting' and holder = $1 and epoch = $2 returning 1)
select exists (select from t), coalesce(bool_or(d.mark = w.mark) or bool_and(op = 'delete' and d.mark is null), false)
from unnest($3::text[], $4::text[], $5::bytea[], $6::bigint[]) as w(op, kind, id, mark) left join doc d using (kind, id)
where op in ('put', 'delete')`

// Commit implements storage.Store. When the outcome is unknown it commits the same
// again: by the versions, one of the two wins at most. If the second is refused, the
// first was applied if one of its documents is still as it left it. So a commit that
// was applied may be called a conflict if others have overwritten all its documents
// within moments; who must know writes a document that nobody else does.
func (s *Store) Commit(ctx context.Context, docs ...storage.Doc) error {
	if err := storage.Check(docs); err != nil {
		return err
	}
	if err := s.begin(ctx); err != nil {
		return err
	}
	defer s.running.Done()
	lease := s.lease.Load()
	switch {
	case lease == nil:
		return ErrReadOnly
	case len(docs) == 0:
		return nil
	}
	select {
	case <-lease.lost:
		return errLost
	default:
	}
	c := newCommit(lease, docs)
	alone := !c.isMove()
	err := s.db.repeat(ctx, func() (again bool, err error) {
		if !alone && c.withOthers(ctx) {
			return false, nil
		}
		alone = true
		return s.db.once(ctx, c.try)
	})
	if c.doubt && ctx.Err() != nil { // it waits for the outcome all the same
		err = s.db.do(context.WithoutCancel(ctx), c.try)
	}
	return err
}

// commit is a call of Commit.
type commit struct {
	lease   *Lease
	changes []change  // sorted by key
	creates int       // number of changes that create a document, if only until absentSQL
	absent  bool      // some documents must be absent
	doubt   bool      // it may have been applied
	applied bool      // by its group
	decided chan bool // applied, once the group has ended
}

// change is what a commit does with one document.
type change struct {
	op string // put, delete, check the version, or absent: there must be none
	storage.Doc
	mark int64  // the commit's random number
	sum  []byte // of a document that is put
}

func newCommit(l *Lease, docs []storage.Doc) *commit {
	c, mark := &commit{lease: l}, rand.Int64()
	for _, d := range docs {
		ch := change{op: "put", Doc: d, mark: mark}
		switch {
		case d.Version == 0 && (d.Unchanged || d.Data == nil):
			ch.op, ch.Data, c.absent = "absent", []byte{}, true
		case d.Unchanged:
			ch.op, ch.Data = "check", nil
		case d.Data == nil:
			ch.op = "delete"
		default:
			ch.sum = summed(d.Key, d.Version+1, mark, d.Data)
		}
		if d.Version == 0 {
			c.creates++
		}
		c.changes = append(c.changes, ch)
	}
	slices.SortFunc(c.changes, change.compare)
	return c
}

// compare orders changes by key, as the database orders them.
func (a change) compare(b change) int {
	return cmp.Or(cmp.Compare(a.Key.Kind, b.Key.Kind), cmp.Compare(a.Key.ID, b.Key.ID))
}

// args returns the arguments of moveSQL and commitSQL.
func (l *Lease) args(changes []change) []any {
	var ops, kinds []string
	var ids, data, sums [][]byte
	var marks, versions []int64
	for _, ch := range changes {
		ops, kinds, ids = append(ops, ch.op), append(kinds, ch.Key.Kind), append(ids, []byte(ch.Key.ID))
		marks, versions = append(marks, ch.mark), append(versions, ch.Version)
		data, sums = append(data, ch.Data), append(sums, ch.sum)
	}
	return []any{l.holder, l.epoch, ops, kinds, ids, marks, versions, data, sums}
}

// isMove reports whether the commit writes one document that is there, and does nothing else.
func (c *commit) isMove() bool {
	return len(c.changes) == 1 && c.changes[0].op == "put" && c.creates == 0
}

// try commits once. Once it may have been applied, only success or a refusal decides.
func (c *commit) try(ctx context.Context, conn *pgxpool.Conn) (again bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.lease.db.patience/2+c.more())
	defer cancel()
	err = c.exec(ctx, conn)
	switch {
	case err == nil:
		c.doubt = false
		return false, nil
	case errors.Is(err, errLost):
		return false, c.lost()
	case errors.Is(err, storage.ErrConflict):
		return c.refused(ctx, conn)
	case c.doubt || pgconn.SafeToRetry(err):
		return true, err
	case !answered(err):
		c.doubt = true
		return true, err
	case is(err, serialization, deadlock):
		return false, storage.ErrConflict
	case is(err, diskFull):
		return false, fmt.Errorf("%w: %w", storage.ErrFull, err)
	}
	return passing(err), fmt.Errorf("storage/postgres: %w", err)
}

// A commit of more documents than these, as a migration makes them, has more time.
const (
	many     = 200
	timeEach = 5 * time.Millisecond
)

// manySQL sets how many milliseconds the transaction's statements, and the pauses between them, may take.
const manySQL = `select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)`

// more returns the time that the commit has beyond the usual one.
func (c *commit) more() time.Duration {
	return time.Duration(max(0, len(c.changes)-many)) * timeEach
}

// exec makes all changes, or makes none and returns errLost or storage.ErrConflict. It takes
// one round trip, or three and more for a commit that may have to be rolled back or is large.
// What follows commitSQL is a single message each: between them a server whose client has gone
// is idle, and keeps its locks no longer than idle_in_transaction_session_timeout.
func (c *commit) exec(ctx context.Context, conn *pgxpool.Conn) error {
	args := c.lease.args(c.changes)
	if c.creates < 2 && !c.absent && c.more() == 0 {
		return write(ctx, conn, args)
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if c.more() > 0 {
			if _, err := tx.Exec(ctx, manySQL, milliseconds(c.lease.db.patience/2+c.more())); err != nil {
				return err
			}
		}
		err := write(ctx, tx, args)
		if err == nil && c.absent {
			_, err = tx.Exec(ctx, absentSQL, append([]any{pgx.QueryExecModeSimpleProtocol}, args[2:5]...)...)
		}
		return err
	})
}

// write executes commitSQL. Errors are errLost, storage.ErrConflict and the database's.
func write(ctx context.Context, q querier, args []any) error {
	var held, made bool
	err := q.QueryRow(ctx, commitSQL, args...).Scan(&held, &made)
	switch {
	case err != nil:
		return err
	case !held:
		return errLost
	case !made:
		return storage.ErrConflict
	}
	return nil
}

// answered says whether the database itself says that nothing was written. One that ends
// may have committed before it says so.
func answered(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.SeverityUnlocalized == "ERROR"
}

// lost is the error of a commit without the lease.
func (c *commit) lost() error {
	c.lease.lose()
	if c.doubt {
		c.doubt = false
		return fmt.Errorf("%w: %w", storage.ErrUncertain, errLost)
	}
	return errLost
}

// refused returns storage.ErrConflict, unless the versions differ because an earlier try was applied.
func (c *commit) refused(ctx context.Context, conn *pgxpool.Conn) (again bool, err error) {
	if !c.doubt {
		return false, storage.ErrConflict
	}
	var held, found bool
	err = conn.QueryRow(ctx, foundSQL, c.lease.args(c.changes)[:6]...).Scan(&held, &found)
	switch {
	case err != nil:
		return true, err
	case !held:
		return false, c.lost()
	}
	c.doubt = false
	if found {
		return false, nil
	}
	return false, storage.ErrConflict
}
