package postgres

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Many tables are moved at the same time, and each move updates one document. Such commits
// are written in groups: one statement writes the documents of all that wait. So they lock
// the lease, flush the log and await the answer once for all. A commit that its group didn't
// apply is attempted alone, and learns the reason there.

const (
	// maxRunners is how many groups may be written at once; meanwhile the next one fills.
	maxRunners = 2
	// groupSize limits the commits of a group. It ends early once it has groupBytes.
	groupSize  = 64
	groupBytes = 1 << 20
)

// groups is the queue of commits that wait to be written together. The zero value is ready.
type groups struct {
	mu      sync.Mutex // guards both
	waiting []*commit
	running int // runners
}

// join queues the commit. It reports whether the caller must start a runner.
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

// leave removes the commit from the queue. It returns false if the commit is in a group already.
func (g *groups) leave(c *commit) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, c)
	if i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
	return i >= 0
}

// continueOrStop reports whether commits are waiting. If none are, it ends this runner.
func (g *groups) continueOrStop() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.running--
		return false
	}
	return true
}

// next removes a group from the queue. It sorts the group in the order in which all commits lock documents.
func (g *groups) next() []*commit {
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

// all empties the queue.
func (g *groups) all() []*commit {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.waiting
	g.waiting = nil
	return all
}

// commitInGroup waits for a group, and reports whether the group applied the commit.
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

// runGroups writes waiting commits, a group at a time, until none waits. A group keeps
// filling until a connection is free. If a group fails, the commits that wait behind it are
// sent back as well: each then runs alone and gets its own error.
func (l *Lease) runGroups() {
	for l.groups.continueOrStop() {
		var group []*commit
		var applied []int64
		_, err := l.db.withConn(context.Background(), func(ctx context.Context, conn *pgxpool.Conn) (retry bool, err error) {
			if group = l.groups.next(); len(group) == 0 {
				return false, nil
			}
			applied, err = l.writeGroup(ctx, conn, group)
			return isTemporary(err), err
		})
		if err != nil {
			group = append(group, l.groups.all()...)
		}
		for i, c := range group {
			c.result <- slices.Contains(applied, int64(i+1))
		}
	}
}

// writeGroup writes the group's documents. It returns the places of those it applied, from 1.
// After an error it applied none, or all are in doubt.
func (l *Lease) writeGroup(ctx context.Context, conn *pgxpool.Conn, group []*commit) (applied []int64, err error) {
	var changes []change
	for _, c := range group {
		changes = append(changes, c.changes...)
	}
	rows, _ := conn.Query(ctx, updateSQL, newArrays(changes).commitArgs(l)...) // CollectRows returns its error
	applied, err = pgx.CollectRows(rows, pgx.RowTo[int64])
	if err == nil {
		return applied, nil
	}
	for _, c := range group {
		c.inDoubt = !pgconn.SafeToRetry(err) && !isDefinite(err)
	}
	return nil, err
}
