package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

// ErrHeld means that another node has the lease.
var ErrHeld = errors.New("storage/postgres: another node acts")

var errLost = fmt.Errorf("%w: %w", storage.ErrClosed, ErrHeld)

// The holder trusts in the lease for Term less margin, counted from before the request by its own clock.
const (
	margin     = 2 * time.Second
	renewEvery = 2500 * time.Millisecond
	renewRetry = 500 * time.Millisecond
)

// Lease is the right to act. The database refuses commits of former holders. Check IsTrusted before an act outside the
// database.
type Lease struct {
	db     *Database
	table  leaseTable // db, or a fake
	holder string     // makes acquireRow idempotent
	epoch  int64
	groups groups

	cancelRenewal context.CancelFunc
	renewalDone   chan struct{}
	lost          chan struct{}
	loseOnce      sync.Once

	trusted    atomic.Pointer[time.Time] // end of the trust, on the monotonic clock
	renewalErr atomic.Pointer[error]
}

type leaseTable interface {
	acquireRow(ctx context.Context, holder string) (epoch int64, err error)
	renewRow(ctx context.Context, holder string, epoch int64) (held bool, err error)
	releaseRow(ctx context.Context, holder string, epoch int64) error
}

// Acquire acquires the lease and renews it until Release or its loss. If another node has the lease,
// Acquire returns ErrHeld.
func (d *Database) Acquire(ctx context.Context) (*Lease, error) {
	return newLease(ctx, d, d, d.o.Term)
}

func newLease(ctx context.Context, db *Database, table leaseTable, term time.Duration) (*Lease, error) {
	holder, start := rand.Text(), time.Now()
	epoch, err := table.acquireRow(ctx, holder)
	if err != nil {
		return nil, err
	}
	trust := term - margin
	l := &Lease{
		db: db, table: table, holder: holder, epoch: epoch,
		renewalDone: make(chan struct{}), lost: make(chan struct{}),
	}
	l.setTrusted(start.Add(trust))
	l.renewalErr.Store(new(error))
	ctx, l.cancelRenewal = context.WithCancel(context.WithoutCancel(ctx))
	go l.renewLoop(ctx, trust)
	return l, nil
}

func (l *Lease) renewLoop(ctx context.Context, trust time.Duration) {
	defer close(l.renewalDone)
	for wait := renewEvery; ; {
		select {
		case <-time.After(wait):
		case <-l.lost:
			return
		case <-ctx.Done():
			return
		}
		start := time.Now()
		held, err := l.table.renewRow(ctx, l.holder, l.epoch)
		l.renewalErr.Store(&err)
		switch {
		case err != nil:
			wait = renewRetry
		case !held:
			l.lose()
		default:
			l.setTrusted(start.Add(trust))
			wait = renewEvery - time.Since(start)
		}
	}
}

func (l *Lease) stopRenewal() {
	l.cancelRenewal()
	<-l.renewalDone
}

func (l *Lease) setTrusted(until time.Time) { l.trusted.Store(&until) }

// RenewalError returns the error of the last renewal, or nil.
func (l *Lease) RenewalError() error { return *l.renewalErr.Load() }

// IsTrusted reports whether this node can be sure that no other node acts now.
func (l *Lease) IsTrusted() bool { return time.Now().Before(*l.trusted.Load()) }

// Lost returns a channel that is closed when the loss is discovered.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

func (l *Lease) lose() {
	l.loseOnce.Do(func() {
		l.setTrusted(time.Time{})
		close(l.lost)
	})
}

// Release ends the trust and releases the lease.
func (l *Lease) Release(ctx context.Context) error {
	l.stopRenewal()
	l.setTrusted(time.Time{})
	return l.table.releaseRow(ctx, l.holder, l.epoch)
}

// Store returns a store that commits with the lease. Close releases the lease.
func (l *Lease) Store() *Store {
	s := l.db.Reader()
	s.UseLease(l)
	return s
}

// Node is the current or last holder of the lease.
type Node struct {
	Address, Version string
	Acting           bool
	Leaving          bool
}

// LastHolder returns the last holder of the lease, or the zero Node.
func (d *Database) LastHolder(ctx context.Context) (n Node, err error) {
	err = d.queryRowAndTime(ctx, `
		select address, version, until >= clock_timestamp(), state = 'leaving', clock_timestamp()
		from lease where name = 'acting'`, nil, &n.Address, &n.Version, &n.Acting, &n.Leaving)
	if errors.Is(err, pgx.ErrNoRows) {
		return Node{}, nil
	}
	return n, err
}

// acquireRow changes the epoch. The previous holder's commits lock the epoch, so acquireRow waits for them.
func (d *Database) acquireRow(ctx context.Context, holder string) (epoch int64, err error) {
	err = d.queryRowAndTime(ctx, `
		insert into lease select 'acting', $1, 1, clock_timestamp() + make_interval(secs => $2::float8), $3, $4
		where not exists (select from lease where name = 'acting' and until >= clock_timestamp() and holder <> $1)
		on conflict (name) do update set holder = excluded.holder, until = excluded.until,
			address = excluded.address, version = excluded.version, state = '',
			epoch = lease.epoch + case when lease.holder = excluded.holder then 0 else 1 end
		where lease.until < clock_timestamp() or lease.holder = excluded.holder
		returning epoch, clock_timestamp()`, []any{holder, d.o.Term.Seconds(), d.o.Address, d.o.Version}, &epoch)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrHeld
	}
	return epoch, err
}

// renewRow doesn't retry: the trust counts from before the request.
func (d *Database) renewRow(ctx context.Context, holder string, epoch int64) (held bool, err error) {
	_, err = d.withConn(ctx, func(ctx context.Context, conn *pgxpool.Conn) (bool, error) {
		return false, d.clock.queryRow(ctx, conn, `
			update lease set until = clock_timestamp() + make_interval(secs => $3::float8)
			where name = 'acting' and holder = $1 and epoch = $2
			returning clock_timestamp()`, []any{holder, epoch, d.o.Term.Seconds()}, nil)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (d *Database) releaseRow(ctx context.Context, holder string, epoch int64) error {
	return d.exec(ctx, `
		update lease set holder = '', until = '-infinity'
		where name = 'acting' and holder = $1 and epoch = $2`, holder, epoch)
}
