package postgres

import (
	"sync"
	"time"
)

type clock struct {
	mu         sync.Mutex // guards both
	serverTime time.Time
	localTime  time.Time // on this machine's clock
}

const maxDrift = time.Second

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.serverTime.Add(time.Since(c.localTime))
}

// adjust ignores latency: it resets the clock if an answer to a question sent at asked is off by more than maxDrift.
func (c *clock) adjust(answer, asked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	earliest, took := c.serverTime.Add(asked.Sub(c.localTime)), time.Since(asked)
	if answer.Before(earliest.Add(-maxDrift)) || answer.After(earliest.Add(took+maxDrift)) {
		c.serverTime, c.localTime = answer, asked.Add(took/2)
	}
}
