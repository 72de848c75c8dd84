package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

func TestLeaseLost(t *testing.T) {
	t.Parallel()
	testLeaseLost(t, pgtest.DSN(t))
}

func testLeaseLost(t *testing.T, dsn string) {
	t.Helper()
	first, second := open(t, dsn, Options{}), open(t, dsn, Options{})
	l := acquire(t, first)
	s := l.Store()
	commitAll(t, s, docOf("table", "a", 0, "one"))
	wantHeld(t, second)
	if !l.IsTrusted() {
		t.Error("the holder doesn't trust in its lease")
	}
	expire(t, l, connect(t, dsn))
	commitAll(t, s, docOf("table", "a", 1, "it has expired, and no other node holds it"))
	other := acquire(t, second).Store()
	for _, docs := range [][]storage.Doc{{docOf("table", "a", 2, "x")}, {docOf("table", "b", 0, "x")}, {docOf("table", "a", 7, "x")}} {
		storagetest.WantError(t, fmt.Sprint("Commit of ", docs), s.Commit(t.Context(), docs...), storage.ErrClosed, ErrHeld)
	}
	waittest.Receive(waittest.Context(t), t, l.Lost())
	if l.IsTrusted() {
		t.Error("a lost lease is trusted")
	}
	wantDoc(t, other, docOf("table", "a", 2, "it has expired, and no other node holds it"))
	wantDoc(t, other, docOf("table", "b", 0, ""))
	closeStore(t, s)
	commitAll(t, other, docOf("table", "a", 2, "three")) // closing s hasn't released the other lease
	closeStore(t, other)
	closeStore(t, acquire(t, first).Store())
}

func TestAcquireWaitsForCommits(t *testing.T) {
	t.Parallel()
	testAcquireWaits(t, pgtest.DSN(t))
}

func testAcquireWaits(t *testing.T, dsn string) {
	t.Helper()
	first, second := open(t, dsn, Options{}), open(t, dsn, Options{})
	s := acquire(t, first).Store()
	commitAll(t, s, docOf("table", "a", 0, "one"))
	lock, observer := connect(t, dsn), connect(t, dsn)
	exec(t, lock, `begin; select from doc for update`)
	committed := make(chan error, 1)
	go func() { committed <- s.Commit(t.Context(), docOf("table", "a", 1, "two")) }()
	waitForBlocked(t, observer)
	expire(t, s.lease.Load(), observer) // doesn't wait for the commit, like a renewal
	acquired := make(chan error, 1)
	go func() {
		l, err := second.Acquire(t.Context())
		if err == nil {
			var d storage.Doc
			if d, err = second.Reader().Get(t.Context(), storage.Key{Kind: "table", ID: "a"}); err == nil && d.Version != 2 {
				err = fmt.Errorf("the new holder reads version %d", d.Version)
			}
			err = errors.Join(err, l.Release(t.Context()))
		}
		acquired <- err
	}()
	waitUntil(t, observer, `select exists (select from lease where epoch = 2) or exists (select from pg_locks l where not granted
		and exists (select from pg_locks o where o.pid = l.pid and o.relation = 'lease'::regclass)
		and not exists (select from pg_locks o where o.pid = l.pid and o.relation = 'doc'::regclass))`)
	exec(t, lock, `rollback`)
	ctx := waittest.Context(t)
	if err := waittest.Receive(ctx, t, committed); err != nil {
		t.Errorf("the running commit: %v", err)
	}
	if err := waittest.Receive(ctx, t, acquired); err != nil {
		t.Error(err)
	}
	closeStore(t, s)
}

// fakeTable is a lease table with a wrong clock. Its answers are late or missing.
type fakeTable struct {
	mu     sync.Mutex
	r      *rand.Rand
	offset time.Duration
	holder string
	epoch  int64
	until  time.Time
}

type fakeHolder struct {
	*fakeTable
}

var errAnswer = errors.New("no answer")

func (h fakeHolder) ask(ctx context.Context, question func(now time.Time)) error {
	if err := h.delay(ctx); err != nil {
		return err
	}
	h.mu.Lock()
	question(time.Now().Add(h.offset))
	h.mu.Unlock()
	return h.delay(ctx)
}

func (h fakeHolder) delay(ctx context.Context) error {
	h.mu.Lock()
	long, most, fails := h.r.IntN(8) == 0, 300, h.r.IntN(10) == 0
	if long {
		most = 15_000
	}
	d := time.Duration(h.r.IntN(most)) * time.Millisecond
	h.mu.Unlock()
	select {
	case <-time.After(d):
	case <-ctx.Done():
		return ctx.Err()
	}
	if fails {
		return errAnswer
	}
	return nil
}

func (h fakeHolder) acquireRow(ctx context.Context, holder string) (epoch int64, err error) {
	held := false
	err = h.ask(ctx, func(now time.Time) {
		if h.until.Before(now) || h.holder == holder {
			h.holder, h.until = holder, now.Add(defaultTerm)
			h.fakeTable.epoch++
			epoch, held = h.fakeTable.epoch, true
		}
	})
	if err == nil && !held {
		err = ErrHeld
	}
	return epoch, err
}

func (h fakeHolder) renewRow(ctx context.Context, holder string, epoch int64) (held bool, err error) {
	err = h.ask(ctx, func(now time.Time) {
		if held = h.holder == holder && h.fakeTable.epoch == epoch; held {
			h.until = now.Add(defaultTerm)
		}
	})
	return held, err
}

func (h fakeHolder) releaseRow(ctx context.Context, holder string, epoch int64) error {
	return h.ask(ctx, func(time.Time) {
		if h.holder == holder && h.fakeTable.epoch == epoch {
			h.holder, h.until = "", time.Time{}
		}
	})
}

func (h fakeHolder) holdLeases(ctx context.Context, acquired func(*Lease)) {
	for ctx.Err() == nil {
		l, err := newLease(ctx, nil, h, defaultTerm)
		if err != nil {
			h.delay(ctx)
			continue
		}
		acquired(l)
		h.mu.Lock()
		stay, dies := time.Duration(h.r.IntN(40))*time.Second, h.r.IntN(2) == 0
		h.mu.Unlock()
		select {
		case <-time.After(stay):
		case <-l.Lost():
		case <-ctx.Done():
		}
		if dies {
			l.stopRenewal() // its trust lasts as long as before
		} else if err := l.Release(ctx); err != nil {
			continue
		}
	}
}

// runHolders returns how often the lease was acquired, and whether two holders ever trusted in it at once.
func runHolders(t *testing.T, seed uint64, jump func(r *rand.Rand) time.Duration) (acquired int, overlap bool) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		rows := &fakeTable{r: rand.New(rand.NewPCG(seed, 0))}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		var mu sync.Mutex
		held := make(map[int]*Lease)
		var wg sync.WaitGroup
		for id := 1; id <= 4; id++ {
			wg.Go(func() {
				fakeHolder{rows}.holdLeases(ctx, func(l *Lease) {
					mu.Lock()
					defer mu.Unlock()
					held[id] = l
					acquired++
				})
			})
		}
		for tick := 0; ctx.Err() == nil; tick++ {
			<-time.After(20 * time.Millisecond)
			trusted := 0
			mu.Lock()
			for _, l := range held {
				if l.IsTrusted() {
					trusted++
				}
			}
			mu.Unlock()
			overlap = overlap || trusted > 1
			if tick%1000 == 0 {
				rows.mu.Lock()
				rows.offset += jump(rows.r)
				rows.mu.Unlock()
			}
		}
		wg.Wait()
		for _, l := range held {
			l.stopRenewal()
		}
	})
	return acquired, overlap
}

type silentTable struct {
	leaseTable
	answers atomic.Bool
}

func (*silentTable) acquireRow(context.Context, string) (int64, error) { return 1, nil }

func (r *silentTable) renewRow(context.Context, string, int64) (held bool, err error) {
	if !r.answers.Load() {
		return false, errAnswer
	}
	return true, nil
}

func TestRenewalError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		rows := new(silentTable)
		l, err := newLease(t.Context(), nil, rows, defaultTerm)
		must(t, err)
		if err := l.RenewalError(); err != nil {
			t.Errorf("before the first renewal: %v", err)
		}
		<-time.After(renewEvery + renewRetry/2)
		synctest.Wait()
		if err := l.RenewalError(); !errors.Is(err, errAnswer) || !l.IsTrusted() {
			t.Errorf("got %v, want %v; trusted %t", err, errAnswer, l.IsTrusted())
		}
		rows.answers.Store(true)
		<-time.After(renewRetry)
		synctest.Wait()
		if err := l.RenewalError(); err != nil {
			t.Errorf("after a renewal: %v", err)
		}
		l.stopRenewal()
	})
}

// Calls stall and fail, holders die, and the database's clock jumps back, or forward by less than the margin.
func TestOneTrusted(t *testing.T) {
	t.Parallel()
	for seed := range uint64(*seeds) {
		acquired, overlap := runHolders(t, seed, func(r *rand.Rand) time.Duration {
			return time.Duration(r.IntN(6500)-5000) * time.Millisecond
		})
		if overlap || acquired < 10 {
			t.Errorf("seed %d: two holders trusted in the lease at once: %t; acquired %d times", seed, overlap, acquired)
		}
	}
}

func TestTwoTrusted(t *testing.T) {
	t.Parallel()
	found := 0
	for seed := range uint64(*seeds) {
		if _, overlap := runHolders(t, seed, func(*rand.Rand) time.Duration { return defaultTerm }); overlap {
			found++
		}
	}
	if found < *seeds/2 {
		t.Errorf("with a clock that jumps by a term, two holders trusted in the lease at once in %d of %d runs", found, *seeds)
	}
}
