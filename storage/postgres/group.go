package postgres

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// One statement writes the documents of all waiting moves: they share locks and the flush of the log. Commits that the
// group didn't apply are attempted alone, to learn the reason.

const (
	// groups written at once; meanwhile the next group fills
	maxRunners = 2
	// A group ends at groupSize commits, or once it has groupBytes.
	groupSize  = 64
	groupBytes = 1 << 20
)

type groups struct {
	mu      sync.Mutex // guards both
	waiting []*commit
	running int
}

// join reports whether the caller must start a runner.
func (g *groups) join(c *commit) (run bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, c)
	if g.running == maxRunners {
		return false
	}
	g.running++
	return true
}

// leave returns false if a group already has the commit.
func (g *groups) leave(c *commit) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, c)
	if i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
	return i >= 0
}

func (g *groups) continueOrStop() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.running--
		return false
	}
	return true
}

// takeNext removes the next group from the queue, and sorts it in the order of locking.
func (g *groups) takeNext() []*commit {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, size := 0, 0
	for n < min(len(g.waiting), groupSize) && size < groupBytes {
		size += len(g.waiting[n].changes[0].Data)
		n++
	}
	group := slices.Clone(g.waiting[:n])
	g.waiting = slices.Delete(g.waiting, 0, n)
	slices.SortFunc(group, func(a, b *commit) int { return a.changes[0].compare(b.changes[0]) })
	return group
}

func (g *groups) takeAll() []*commit {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.waiting
	g.waiting = nil
	return all
}

func (c *commit) commitInGroup(ctx context.Context) (applied bool) {
	if c.lease.groups.join(c) {
		go c.lease.runGroups()
	}
	select {
	case applied = <-c.result:
		return applied
	case <-ctx.Done():
	}
	return !c.lease.groups.leave(c) && <-c.result
}

func (l *Lease) runGroups() {
	for l.groups.continueOrStop() {
		var group []*commit
		var applied []int64
		_, err := l.db.withConn(context.Background(), func(ctx context.Context, conn *pgxpool.Conn) (retry bool, err error) {
			if group = l.groups.takeNext(); len(group) == 0 {
				return false, nil
			}
			applied, err = l.writeGroup(ctx, conn, group)
			return isTemporary(err), err
		})
		if err != nil {
			group = append(group, l.groups.takeAll()...)
		}
		for i, c := range group {
			c.result <- slices.Contains(applied, int64(i+1))
		}
	}
}

// writeGroup returns the positions of the applied commits, from 1. After an error no commit was applied, or all are in
// doubt.
func (l *Lease) writeGroup(ctx context.Context, conn *pgxpool.Conn, group []*commit) (applied []int64, err error) {
	var changes []change
	for _, c := range group {
		changes = append(changes, c.changes...)
	}
	rows, _ := conn.Query(ctx, updateSQL, newArrays(changes).commitArgs(l)...)
	applied, err = pgx.CollectRows(rows, pgx.RowTo[int64])
	if err == nil {
		return applied, nil
	}
	for _, c := range group {
		c.inDoubt = !pgconn.SafeToRetry(err) && !isDefinite(err)
	}
	return nil, err
}
