package postgres

import (
	"context"
	"sync"
	"time"
)

// clock is the database's clock, as this process reckons it: by its own monotonic one, from
// what the database said.
type clock struct {
	mu   sync.Mutex
	said time.Time
	at   time.Time // when that was, here
}

// steady is how far the clock may be from what the database says before it is set anew.
const steady = time.Second

// now is the time.
func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.said.Add(time.Since(c.at))
}

// heard takes what the database said between asked and now. How long the answer took sets
// no clock.
func (c *clock) heard(said, asked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	begun, took := c.said.Add(asked.Sub(c.at)), time.Since(asked)
	if said.Before(begun.Add(-steady)) || said.After(begun.Add(took+steady)) {
		c.said, c.at = said, asked.Add(took/2)
	}
}

// row queries one row and scans it. Its last column is the database's time, by which it sets the clock.
func (c *clock) row(ctx context.Context, q querier, sql string, args, to []any) error {
	var said time.Time
	asked := time.Now()
	err := q.QueryRow(ctx, sql, args...).Scan(append(to, &said)...)
	if err == nil {
		c.heard(said, asked)
	}
	return err
}

// Now is the time of the database's clock, within a second or so, as it was compared when
// this process took or renewed the lease, or asked who has it, last. Before, it is this machine's.
func (d *Database) Now() time.Time { return d.clock.now() }

// Ahead is how far the database's clock is ahead of this machine's; see Now.
func (d *Database) Ahead() time.Duration { return time.Until(d.Now()) }
