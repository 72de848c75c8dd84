package postgres

import (
	"sync"
	"time"
)

// clock estimates the database's time: the last time the server told, plus this process's
// monotonic time since then.
type clock struct {
	mu         sync.Mutex // guards both
	serverTime time.Time  // the last answer
	localTime  time.Time  // when the server gave it, on this machine's clock
}

// maxDrift is how far the estimate may be from an answer before the answer resets the clock.
const maxDrift = time.Second

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.serverTime.Add(time.Since(c.localTime))
}

// adjust compares an answer received now to a question sent at asked. It resets the clock
// only if the difference exceeds maxDrift; latency alone never does.
func (c *clock) adjust(answer, asked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	earliest, took := c.serverTime.Add(asked.Sub(c.localTime)), time.Since(asked)
	if answer.Before(earliest.Add(-maxDrift)) || answer.After(earliest.Add(took+maxDrift)) {
		c.serverTime, c.localTime = answer, asked.Add(took/2)
	}
}
