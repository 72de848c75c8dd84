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
// don't deadlock. First it locks the lease's epoch for share: no other node acquires the
// lease until the commit ends. Without the lease it locks nothing else. Then it locks the
// documents that have the named versions, in the order of the arrays, which the caller
// sorts by key.
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

// updateSQL writes the locked documents, and returns their places in the arrays.
const updateSQL = lockSQL + `
update doc d set version = d.version + 1, mark = l.mark, data = l.data, sum = l.sum
from l where (d.kind, d.id, d.version) = (l.kind, l.id, l.version)
returning l.n`

// commitSQL makes all changes or none. It returns whether the lease is held, and whether
// the changes were made. Once all documents are locked it creates the new ones, which
// nobody can lock before. Only if that succeeds does it change those that exist. With
// several new documents it may have created some when it fails: then the caller must roll
// back.
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

// absentSQL deletes the documents that commitSQL created under keys that must be free. No
// other transaction saw them, and none can create one there until this one ends.
const absentSQL = `
delete from doc d
using unnest($1::text[], $2::text[], $3::bytea[]) as w(op, kind, id) where op = 'absent' and (d.kind, d.id) = (w.kind, w.id)`

// foundSQL returns whether the lease is held, and whether a commit was applied, as far as
// its documents tell: one has its mark, or it only deleted and all are gone. It also
// writes. So its answer waits until the synchronous standbys have the state that it read.
const foundSQL = `
with t as (update lease set until = until where name = 'acting' and holder = $1 and epoch = $2 returning 1)
select exists (select from t), coalesce(bool_or(d.mark = w.mark) or bool_and(op = 'delete' and d.mark is null), false)
from unnest($3::text[], $4::text[], $5::bytea[], $6::bigint[]) as w(op, kind, id, mark) left join doc d using (kind, id)
where op in ('put', 'delete')`

// Commit implements storage.Store. If an attempt's outcome is unknown, Commit repeats it;
// versions let at most one attempt succeed. If the repeat conflicts, foundSQL looks for the
// first attempt's mark. A commit that was applied can be reported as storage.ErrConflict
// only if others overwrote all its documents within moments. A caller who must know writes
// a document that nobody else writes.
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
	if c.isSingleUpdate() && c.commitInGroup(ctx) {
		return nil
	}
	err := s.db.retryWithConn(ctx, c.attempt)
	if c.inDoubt && ctx.Err() != nil { // the caller has gone, but must get the outcome
		err = s.db.retryWithConn(context.WithoutCancel(ctx), c.attempt)
	}
	return err
}

// commit is a call of Commit.
type commit struct {
	lease     *Lease
	changes   []change  // sorted by key
	creates   int       // number of changes that create a document, if only until absentSQL
	hasAbsent bool      // some documents must not exist
	inDoubt   bool      // an attempt may have been applied; owned by the group's runner until result is received
	result    chan bool // true if the group applied it
}

// operation is what a commit does to a document. The SQL statements name it.
type operation string

const (
	opPut    operation = "put"
	opDelete operation = "delete"
	opCheck  operation = "check"  // the version
	opAbsent operation = "absent" // the document must not exist
)

// change is an operation on one document.
type change struct {
	op operation
	storage.Doc
	mark int64  // the commit's random number
	sum  []byte // see storedSum; only of put
}

func newCommit(l *Lease, docs []storage.Doc) *commit {
	c, mark := &commit{lease: l, result: make(chan bool, 1)}, rand.Int64()
	for _, d := range docs {
		ch := change{op: opPut, Doc: d, mark: mark}
		switch {
		case d.Version == 0 && (d.Unchanged || d.Data == nil):
			ch.op, ch.Data, c.hasAbsent = opAbsent, []byte{}, true // not nil: commitSQL creates the row, until absentSQL
		case d.Unchanged:
			ch.op, ch.Data = opCheck, nil
		case d.Data == nil:
			ch.op = opDelete
		default:
			ch.sum = storedSum(d.Key, d.Version+1, mark, d.Data)
		}
		if d.Version == 0 {
			c.creates++
		}
		c.changes = append(c.changes, ch)
	}
	slices.SortFunc(c.changes, change.compare)
	return c
}

// compare orders changes by key, as the database does.
func (a change) compare(b change) int {
	return cmp.Or(cmp.Compare(a.Key.Kind, b.Key.Kind), cmp.Compare(a.Key.ID, b.Key.ID))
}

// arrays has an array for each column of changes.
type arrays struct {
	ops, kinds      []string
	ids, data, sums [][]byte
	marks, versions []int64
}

func newArrays(changes []change) (a arrays) {
	for _, ch := range changes {
		a.ops, a.kinds, a.ids = append(a.ops, string(ch.op)), append(a.kinds, ch.Key.Kind), append(a.ids, []byte(ch.Key.ID))
		a.marks, a.versions = append(a.marks, ch.mark), append(a.versions, ch.Version)
		a.data, a.sums = append(a.data, ch.Data), append(a.sums, ch.sum)
	}
	return a
}

// commitArgs returns the arguments of updateSQL and commitSQL.
func (a arrays) commitArgs(l *Lease) []any {
	return []any{l.holder, l.epoch, a.ops, a.kinds, a.ids, a.marks, a.versions, a.data, a.sums}
}

// absentArgs returns the arguments of absentSQL.
func (a arrays) absentArgs() []any { return []any{a.ops, a.kinds, a.ids} }

// foundArgs returns the arguments of foundSQL.
func (a arrays) foundArgs(l *Lease) []any {
	return []any{l.holder, l.epoch, a.ops, a.kinds, a.ids, a.marks}
}

// isSingleUpdate reports whether the commit only writes one document that exists, as a move does.
func (c *commit) isSingleUpdate() bool {
	return len(c.changes) == 1 && c.changes[0].op == opPut && c.creates == 0
}

// attempt makes the changes in a transaction of their own. Once the commit is in doubt, only success, a conflict or the
// loss of the lease ends it.
func (c *commit) attempt(ctx context.Context, conn *pgxpool.Conn) (retry bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.lease.db.o.Patience/2+c.extraTime())
	defer cancel()
	err = c.execute(ctx, conn)
	switch {
	case err == nil:
		c.inDoubt = false
		return false, nil
	case errors.Is(err, errLost):
		return false, c.leaseLost()
	case errors.Is(err, storage.ErrConflict):
		return c.resolveConflict(ctx, conn)
	case c.inDoubt || pgconn.SafeToRetry(err):
		return true, err
	case !isDefinite(err):
		c.inDoubt = true
		return true, err
	case hasCode(err, serialization, deadlock):
		return false, storage.ErrConflict
	case hasCode(err, diskFull):
		return false, fmt.Errorf("%w: %w", storage.ErrFull, err)
	}
	return isTemporary(err), prefix(err)
}

// A commit of more than manyDocs documents, such as a migration's, gets extra time for each further one.
const (
	manyDocs  = 200
	timeExtra = 5 * time.Millisecond
)

// timeoutSQL sets how many milliseconds the transaction's statements may take, and the pauses between them.
const timeoutSQL = `
select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)`

// extraTime returns the time that the commit gets beyond the usual one.
func (c *commit) extraTime() time.Duration {
	return time.Duration(max(0, len(c.changes)-manyDocs)) * timeExtra
}

// execute makes all changes, or makes none and returns errLost, storage.ErrConflict or the
// database's error. It takes one round trip. A commit that is large or may have to be rolled
// back takes three or more. Each of its statements after commitSQL is a single message. So a
// server whose client vanishes between them is idle, and idle_in_transaction_session_timeout
// frees its locks.
func (c *commit) execute(ctx context.Context, conn *pgxpool.Conn) error {
	a := newArrays(c.changes)
	if c.creates < 2 && !c.hasAbsent && c.extraTime() == 0 {
		return execCommitSQL(ctx, conn, a.commitArgs(c.lease))
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if c.extraTime() > 0 {
			if _, err := tx.Exec(ctx, timeoutSQL, milliseconds(c.lease.db.o.Patience/2+c.extraTime())); err != nil {
				return err
			}
		}
		err := execCommitSQL(ctx, tx, a.commitArgs(c.lease))
		if err == nil && c.hasAbsent {
			_, err = tx.Exec(ctx, absentSQL, append([]any{pgx.QueryExecModeSimpleProtocol}, a.absentArgs()...)...)
		}
		return err
	})
}

// execCommitSQL returns errLost, storage.ErrConflict or the database's error.
func execCommitSQL(ctx context.Context, q querier, args []any) error {
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

// leaseLost marks the lease as lost. It returns errLost, and storage.ErrUncertain as well if the commit was in doubt.
func (c *commit) leaseLost() error {
	c.lease.lose()
	if c.inDoubt {
		c.inDoubt = false
		return fmt.Errorf("%w: %w", storage.ErrUncertain, errLost)
	}
	return errLost
}

// resolveConflict returns storage.ErrConflict, unless the versions differ because an earlier attempt was applied.
func (c *commit) resolveConflict(ctx context.Context, conn *pgxpool.Conn) (retry bool, err error) {
	if !c.inDoubt {
		return false, storage.ErrConflict
	}
	var held, found bool
	err = conn.QueryRow(ctx, foundSQL, newArrays(c.changes).foundArgs(c.lease)...).Scan(&held, &found)
	switch {
	case err != nil:
		return true, err
	case !held:
		return false, c.leaseLost()
	}
	c.inDoubt = false
	if found {
		return false, nil
	}
	return false, storage.ErrConflict
}
