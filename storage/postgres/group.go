package postgres

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Many tables are moved at one moment, and each move writes one document that is there.
// Such commits go in groups: one statement writes the documents of all that wait. So the
// lease is shared, the log flushed and the answer awaited once for all of them. A commit
// that its group didn't apply is tried alone, and finds out there what became of it.

const (
	// groupsAtOnce may be under way; meanwhile the next one fills.
	groupsAtOnce = 2
	// A group has so many commits at most, and about so many bytes.
	groupSize  = 64
	groupBytes = 1 << 20
)

// groups are the commits that wait for one. The zero value is ready.
type groups struct {
	mu      sync.Mutex
	waiting []*commit
	running int
}

// join lets the commit wait for a group, and says whether one more may be run.
func (g *groups) join(c *commit) (run bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, c)
	if g.running == groupsAtOnce {
		return false
	}
	g.running++
	return true
}

// leave lets the commit wait no more. It returns false if the commit is in a group already.
func (g *groups) leave(c *commit) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, c)
	if i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
	return i >= 0
}

// more says whether some wait. If none does, whoever asks runs no more.
func (g *groups) more() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.running--
		return false
	}
	return true
}

// next takes a group from those that wait, in the order in which all commits lock
// documents.
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

// all takes everybody who waits.
func (g *groups) all() []*commit {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.waiting
	g.waiting = nil
	return all
}

// withOthers commits in a group, and says whether that was applied.
func (c *commit) withOthers(ctx context.Context) (applied bool) {
	c.decided = make(chan bool, 1)
	if c.lease.groups.join(c) {
		go c.lease.runGroups()
	}
	select {
	case applied = <-c.decided:
		return applied
	case <-ctx.Done():
	}
	return !c.lease.groups.leave(c) && <-c.decided
}

// runGroups commits those that wait, group by group, until none does. A group fills as
// long as there is no connection for it. What made it fail may be so for all: then who
// waits is decided as well, and finds out alone.
func (l *Lease) runGroups() {
	for l.groups.more() {
		var group []*commit
		_, err := l.db.once(context.Background(), func(ctx context.Context, conn *pgxpool.Conn) (again bool, err error) {
			if group = l.groups.next(); len(group) == 0 {
				return false, nil
			}
			err = l.move(ctx, conn, group)
			return passing(err), err
		})
		if err != nil {
			group = append(group, l.groups.all()...)
		}
		for _, c := range group {
			c.decided <- c.applied
		}
	}
}

// move writes the group's documents, and notes which were applied. After an error none
// was, or they are in doubt.
func (l *Lease) move(ctx context.Context, conn *pgxpool.Conn, group []*commit) error {
	var changes []change
	for _, c := range group {
		changes = append(changes, c.changes...)
	}
	rows, _ := conn.Query(ctx, moveSQL, l.args(changes)...) // its error is that of the rows
	applied, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	for _, c := range group {
		c.doubt = err != nil && !pgconn.SafeToRetry(err) && !answered(err)
	}
	if err != nil {
		return err
	}
	for _, n := range applied {
		group[n-1].applied = true
	}
	return nil
}
