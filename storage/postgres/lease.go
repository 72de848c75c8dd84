package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tarockbot/storage"
)

// ErrHeld: another node has the lease. Test with errors.Is.
var ErrHeld = errors.New("storage/postgres: another node acts")

// errLost is what a store says whose lease another node has taken.
var errLost = fmt.Errorf("%w: %w", storage.ErrClosed, ErrHeld)

// The lease lapses after its term, in database time, unless it is renewed. Its holder
// trusts in it for a margin less, counted from before it asked, in its own time.
const (
	margin  = 2 * time.Second
	renewal = 2500 * time.Millisecond
	retry   = 500 * time.Millisecond // after a renewal that failed
)

// Lease is the right to act, which one node has at a time. Who acts beyond the database
// asks Trusted before; a commit is refused by the database itself when another has it.
type Lease struct {
	db      *Database
	rows    leaseRows
	holder  string // this one, by chance, so that asking again for it is the same
	epoch   int64
	end     context.CancelFunc // of keep
	ended   chan struct{}      // closed when keep has
	lost    chan struct{}
	losing  sync.Once
	mu      sync.Mutex
	trusted time.Time // until when; of the monotonic clock
	failed  error     // why it wasn't renewed the last time
	groups  groups    // commits by it
}

// leaseRows are what is asked of the database.
type leaseRows interface {
	acquire(ctx context.Context, holder string) (epoch int64, err error) // ErrHeld
	renew(ctx context.Context, holder string, epoch int64) (held bool, err error)
	release(ctx context.Context, holder string, epoch int64) error
}

// Take takes the lease if no other node has it, and renews it until Release, or until it
// is lost. The error is ErrHeld, or that of the database.
func (d *Database) Take(ctx context.Context) (*Lease, error) {
	l, err := acquireFrom(ctx, d, d.o.Term)
	if err != nil {
		return nil, err
	}
	l.db = d
	return l, nil
}

func acquireFrom(ctx context.Context, rows leaseRows, term time.Duration) (*Lease, error) {
	holder, start := rand.Text(), time.Now()
	epoch, err := rows.acquire(ctx, holder)
	if err != nil {
		return nil, err
	}
	trust := term - margin
	l := &Lease{rows: rows, holder: holder, epoch: epoch, ended: make(chan struct{}), lost: make(chan struct{}), trusted: start.Add(trust)}
	ctx, l.end = context.WithCancel(context.WithoutCancel(ctx))
	go l.renewLoop(ctx, trust)
	return l, nil
}

// renewLoop renews the lease until the context ends or another has it. Each renewal is trusted so long.
func (l *Lease) renewLoop(ctx context.Context, trust time.Duration) {
	defer close(l.ended)
	for wait := renewal; ; {
		select {
		case <-time.After(wait):
		case <-l.lost:
			return
		case <-ctx.Done():
			return
		}
		start := time.Now()
		held, err := l.rows.renew(ctx, l.holder, l.epoch)
		l.fail(err)
		switch {
		case err != nil:
			wait = retry
		case !held:
			l.lose()
		default:
			l.trust(start.Add(trust))
			wait = renewal - time.Since(start)
		}
	}
}

func (l *Lease) trust(until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trusted = until
}

func (l *Lease) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = err
}

// Failed is why the lease wasn't renewed the last time that was due, as when the database is
// away; nil if it was.
func (l *Lease) Failed() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed
}

// Trusted says that no other node acts now.
func (l *Lease) Trusted() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Now().Before(l.trusted)
}

// Lost is closed when another node was found to have the lease.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

func (l *Lease) lose() {
	l.losing.Do(func() {
		l.trust(time.Time{})
		close(l.lost)
	})
}

// Release gives the lease back, so that another can take it at once. It is trusted no more.
func (l *Lease) Release(ctx context.Context) error {
	l.end()
	<-l.ended
	l.trust(time.Time{})
	return l.rows.release(ctx, l.holder, l.epoch)
}

// Store returns a store that commits as long as no other node has the lease. Close
// releases it.
func (l *Lease) Store() *Store {
	s := l.db.Reader()
	s.Act(l)
	return s
}

// Act lets the store commit as long as no other node has the lease.
func (s *Store) Act(l *Lease) { s.lease.Store(l) }

// Trusted says that the store may commit, and that no other node acts now.
func (s *Store) Trusted() bool {
	l := s.lease.Load()
	return l != nil && l.Trusted()
}

// Node is one that acts, or did.
type Node struct {
	Address, Version string
	Acting           bool // the lease hasn't lapsed
	Leaving          bool // see Lease.Leave
}

// Acting returns the node that had the lease last, the zero Node if none ever had.
func (d *Database) Acting(ctx context.Context) (n Node, err error) {
	err = d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return d.clock.row(ctx, conn, `select address, version, until >= clock_timestamp(), state = 'leaving', clock_timestamp() from lease where name = 'acting'`,
			nil, []any{&n.Address, &n.Version, &n.Acting, &n.Leaving})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return Node{}, nil
	}
	return n, err
}

// acquire waits for the commits of who had the lease, for it changes the epoch, which these
// share. A lease that hasn't lapsed is only looked at, which disturbs nobody.
func (d *Database) acquire(ctx context.Context, holder string) (epoch int64, err error) {
	err = d.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return d.clock.row(ctx, conn, `
			insert into lease select 'acting', $1, 1, clock_timestamp() + make_interval(secs => $2::float8), $3, $4
			where not exists (select from lease where name = 'acting' and until >= clock_timestamp() and holder <> $1)
			on conflict (name) do update set holder = excluded.holder, until = excluded.until, address = excluded.address, version = excluded.version, state = '',
				epoch = lease.epoch + case when lease.holder = excluded.holder then 0 else 1 end
			where lease.until < clock_timestamp() or lease.holder = excluded.holder
			returning epoch, clock_timestamp()`, []any{holder, d.o.Term.Seconds(), d.o.Address, d.o.Version}, []any{&epoch})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrHeld
	}
	return epoch, err
}

// renew asks once, for its caller counts the time from there.
func (d *Database) renew(ctx context.Context, holder string, epoch int64) (held bool, err error) {
	_, err = d.once(ctx, func(ctx context.Context, conn *pgxpool.Conn) (bool, error) {
		return false, d.clock.row(ctx, conn, `
			update lease set until = clock_timestamp() + make_interval(secs => $3::float8) where name = 'acting' and holder = $1 and epoch = $2
			returning clock_timestamp()`, []any{holder, epoch, d.o.Term.Seconds()}, nil)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (d *Database) release(ctx context.Context, holder string, epoch int64) error {
	return d.write(ctx, `update lease set holder = '', until = '-infinity' where name = 'acting' and holder = $1 and epoch = $2`, holder, epoch)
}
