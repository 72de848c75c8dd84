package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

// commitSQL writes all documents or fails. It shares the lease's epoch first, so that
// nobody takes the lease before it has ended, then locks all documents, those that are
// only checked too, in one order: so no two commits wait for each other. Who had to wait
// sees the newest version. Z makes what is written wait for the locks; it is counted once,
// for all. The logarithm fails without the lease, the division if one document has another
// version. Op is p to put, d to delete and c to check.
const commitSQL = `
with e as materialized (select from lease where name = 'acting' and holder = $7 and epoch = $8 for key share),
w as materialized (select * from unnest($1::text[], $2::bytea[], $3::bigint[], $4::bytea[], $5::text[], $9::bytea[]) as t(kind, id, v, data, op, sum)),
l as materialized (select d.version = w.v as same from doc d join w using (kind, id) where w.v > 0 order by d.kind, d.id for update of d),
z as materialized (select count(*) from l),
u as (update doc d set version = d.version + 1, mark = $6, data = w.data, sum = w.sum from w, z
	where op = 'p' and (d.kind, d.id, d.version) = (w.kind, w.id, w.v)),
x as (delete from doc d using w, z
	where op = 'd' and (d.kind, d.id, d.version) = (w.kind, w.id, w.v)),
i as (insert into doc (kind, id, version, mark, data, sum) select kind, id, 1, $6, data, sum from w, z
	where v = 0 order by kind, id on conflict do nothing returning 1)
select ln(case when exists (select from e) then 1 else 0 end),
	1 / (case when (select count(*) from l where same) + (select count(*) from i) = (select count(*) from w) then 1 else 0 end)`

// absenceSQL fails like commitSQL if one of the documents is there. What isn't there can't
// be locked, so the transaction must be serializable.
const absenceSQL = `
select 1 / (case when exists (select from doc join unnest($1::text[], $2::bytea[]) as w(kind, id) using (kind, id)) then 0 else 1 end)`

// foundSQL counts, of documents, those that are there and those whose last writer was
// the commit of the mark. It writes as well, so that what it saw is on the standbys that
// commits wait for when it is answered.
const foundSQL = `
with t as (update lease set until = until where name = 'acting' and holder = $4 and epoch = $5 returning 1)
select count(d.mark), count(*) filter (where d.mark = $3), (select count(*) from t)
from unnest($1::text[], $2::bytea[]) as w(kind, id) left join doc d using (kind, id)`

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
	lease    *Lease
	mark     int64
	named    keys // what is written or checked, with the next three
	versions []int64
	data     [][]byte
	sums     [][]byte // of what is put
	ops      []string
	written  keys
	absent   keys // what must not be there
	puts     int
	doubt    bool      // it may have been applied
	applied  bool      // by its group
	decided  chan bool // applied, once the group has ended
}

// keys are those of documents, as the database takes them.
type keys struct {
	kinds []string
	ids   [][]byte
}

func (k *keys) add(key storage.Key) {
	k.kinds, k.ids = append(k.kinds, key.Kind), append(k.ids, []byte(key.ID))
}

func newCommit(l *Lease, docs []storage.Doc) *commit {
	c := &commit{lease: l, mark: rand.Int64()}
	for _, d := range docs {
		op, data, sum := "p", d.Data, []byte(nil)
		switch {
		case d.Version == 0 && (d.Unchanged || d.Data == nil):
			c.absent.add(d.Key)
			continue
		case d.Unchanged:
			op, data = "c", nil
		case d.Data == nil:
			op = "d"
			c.written.add(d.Key)
		default:
			c.puts++
			c.written.add(d.Key)
			sum = summed(d.Key, d.Version+1, c.mark, d.Data)
		}
		c.named.add(d.Key)
		c.versions, c.data, c.sums, c.ops = append(c.versions, d.Version), append(c.data, data), append(c.sums, sum), append(c.ops, op)
	}
	return c
}

// isMove says that it writes one document that is there, and nothing else.
func (c *commit) isMove() bool {
	return len(c.absent.ids) == 0 && len(c.ops) == 1 && c.puts == 1 && c.versions[0] > 0
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
	case is(err, logarithm):
		return false, c.lost()
	case is(err, divisionByZero):
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

// manySQL lets a statement have more time, and be planned for as many documents as it has.
const manySQL = `select set_config('statement_timeout', $1::text, true), set_config('idle_in_transaction_session_timeout', $1::text, true), set_config('plan_cache_mode', 'force_custom_plan', true),
	set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true)`

// more is the time that it has beyond the usual one.
func (c *commit) more() time.Duration {
	return time.Duration(max(0, len(c.ops)-many)) * timeEach
}

// exec writes the documents in one statement and one round trip, unless they are many, or
// it checks that one isn't there.
func (c *commit) exec(ctx context.Context, conn *pgxpool.Conn) error {
	args := []any{c.named.kinds, c.named.ids, c.versions, c.data, c.ops, c.mark, c.lease.holder, c.lease.epoch, c.sums}
	if len(c.absent.ids) == 0 && c.more() == 0 {
		_, err := conn.Exec(ctx, commitSQL, args...)
		return err
	}
	options := pgx.TxOptions{}
	if len(c.absent.ids) > 0 {
		options.IsoLevel = pgx.Serializable
	}
	return pgx.BeginTxFunc(ctx, conn, options, func(tx pgx.Tx) error {
		if c.more() > 0 {
			limit := (c.lease.db.patience/2 + c.more()).Milliseconds()
			if _, err := tx.Exec(ctx, manySQL, strconv.FormatInt(limit, 10)); err != nil {
				return err
			}
			args = append([]any{pgx.QueryExecModeExec}, args...)
		}
		if len(c.absent.ids) > 0 {
			if _, err := tx.Exec(ctx, absenceSQL, c.absent.kinds, c.absent.ids); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, commitSQL, args...)
		return err
	})
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

// refused finds out whether the versions were other ones because of the commit itself.
func (c *commit) refused(ctx context.Context, conn *pgxpool.Conn) (again bool, err error) {
	if !c.doubt {
		return false, storage.ErrConflict
	}
	var there, marked, acting int
	err = conn.QueryRow(ctx, foundSQL, c.written.kinds, c.written.ids, c.mark, c.lease.holder, c.lease.epoch).Scan(&there, &marked, &acting)
	switch {
	case err != nil:
		return true, err
	case acting == 0:
		return false, c.lost()
	}
	c.doubt = false
	if marked > 0 || c.puts == 0 && there == 0 && len(c.written.ids) > 0 {
		return false, nil
	}
	return false, storage.ErrConflict
}
