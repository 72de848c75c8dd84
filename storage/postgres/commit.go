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

// lockSQL acquires locks in one order, which prevents deadlocks: the lease's epoch for share (no node acquires the
// lease until the commit ends), then documents with the expected versions, sorted by key. Each row of w is a change; l
// has the changes of locked documents.
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

const updateSQL = lockSQL + `
update doc d set version = d.version + 1, mark = l.mark, data = l.data, sum = l.sum
from l where (d.kind, d.id, d.version) = (l.kind, l.id, l.version)
returning l.n`

// commitSQL makes all changes or none, and returns whether the lease is held and whether the changes were made. If it
// fails with several new documents, some may exist: the caller must roll back.
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

// absentSQL deletes what commitSQL created under keys that must be free.
const absentSQL = `
delete from doc d
using unnest($1::text[], $2::text[], $3::bytea[]) as w(op, kind, id) where op = 'absent' and (d.kind, d.id) = (w.kind, w.id)`

// foundSQL returns whether the lease is held and whether a commit was applied: a document has its mark, or it only
// deleted and all are gone. It writes, to wait for the synchronous standbys.
const foundSQL = `
with t as (update lease set until = until where name = 'acting' and holder = $1 and epoch = $2 returning 1)
select exists (select from t), coalesce(bool_or(d.mark = w.mark) or bool_and(op = 'delete' and d.mark is null), false)
from unnest($3::text[], $4::text[], $5::bytea[], $6::bigint[]) as w(op, kind, id, mark) left join doc d using (kind, id)
where op in ('put', 'delete')`

// Commit implements storage.Store. It repeats an attempt with an unknown outcome; versions let at most one succeed. An
// applied commit is reported as storage.ErrConflict only if others overwrote all its documents within moments. A
// document that only the caller writes prevents this error.
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
	if c.inDoubt && ctx.Err() != nil { // ctx has ended, but the outcome must be known
		err = s.db.retryWithConn(context.WithoutCancel(ctx), c.attempt)
	}
	return err
}

type commit struct {
	lease     *Lease
	changes   []change // sorted by key
	inserts   int      // rows that commitSQL inserts, even if absentSQL deletes them
	hasAbsent bool
	inDoubt   bool      // an attempt may have been applied; the group's runner owns it until result is received
	result    chan bool // whether the group applied the commit
}

// operation's value is its name in SQL.
type operation string

const (
	opPut    operation = "put"
	opDelete operation = "delete"
	opCheck  operation = "check" // compares only the version
	opAbsent operation = "absent"
)

type change struct {
	op operation
	storage.Doc
	mark int64 // random; the same for the whole commit
	sum  []byte
}

func newCommit(l *Lease, docs []storage.Doc) *commit {
	c, mark := &commit{lease: l, result: make(chan bool, 1)}, rand.Int64()
	for _, d := range docs {
		ch := change{op: opPut, Doc: d, mark: mark}
		switch {
		case d.Version == 0 && (d.Unchanged || d.Data == nil):
			ch.op, ch.Data, c.hasAbsent = opAbsent, []byte{}, true // not nil: commitSQL inserts the row
		case d.Unchanged:
			ch.op, ch.Data = opCheck, nil
		case d.Data == nil:
			ch.op = opDelete
		default:
			ch.sum = storedSum(d.Key, d.Version+1, mark, d.Data)
		}
		if d.Version == 0 {
			c.inserts++
		}
		c.changes = append(c.changes, ch)
	}
	slices.SortFunc(c.changes, change.compare)
	return c
}

func (a change) compare(b change) int {
	return cmp.Or(cmp.Compare(a.Key.Kind, b.Key.Kind), cmp.Compare(a.Key.ID, b.Key.ID))
}

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

func (a arrays) commitArgs(l *Lease) []any {
	return []any{l.holder, l.epoch, a.ops, a.kinds, a.ids, a.marks, a.versions, a.data, a.sums}
}

func (a arrays) absentArgs() []any { return []any{a.ops, a.kinds, a.ids} }

func (a arrays) foundArgs(l *Lease) []any {
	return []any{l.holder, l.epoch, a.ops, a.kinds, a.ids, a.marks}
}

func (c *commit) isSingleUpdate() bool {
	return len(c.changes) == 1 && c.changes[0].op == opPut && c.inserts == 0
}

// attempt ends a commit in doubt only with success, a conflict or the lease's loss.
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

// Each document beyond manyDocs, as in a migration, extends the time limits by timeExtra.
const (
	manyDocs  = 200
	timeExtra = 5 * time.Millisecond
)

const timeoutSQL = `
select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)`

func (c *commit) extraTime() time.Duration {
	return time.Duration(max(0, len(c.changes)-manyDocs)) * timeExtra
}

// execute makes all changes, or none and returns errLost, storage.ErrConflict or the database's error. If the client
// vanishes between round trips, idle_in_transaction_session_timeout frees the locks.
func (c *commit) execute(ctx context.Context, conn *pgxpool.Conn) error {
	a := newArrays(c.changes)
	if c.inserts < 2 && !c.hasAbsent && c.extraTime() == 0 {
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

// leaseLost adds storage.ErrUncertain if the commit was in doubt.
func (c *commit) leaseLost() error {
	c.lease.lose()
	if c.inDoubt {
		c.inDoubt = false
		return fmt.Errorf("%w: %w", storage.ErrUncertain, errLost)
	}
	return errLost
}

// resolveConflict returns storage.ErrConflict, unless an earlier attempt was applied.
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
