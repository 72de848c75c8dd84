package outbox

import (
	"math"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// LateCalls schedules held-back calls by table, in memory alone: the table stays marked, so the next
// start looks at it.
type LateCalls struct {
	mu      sync.Mutex
	at      map[chat.TableID]time.Time
	earlier chan struct{} // holds one thing once there may be an earlier one
}

// NewLateCalls makes LateCalls without any.
func NewLateCalls() *LateCalls {
	return &LateCalls{at: make(map[chat.TableID]time.Time), earlier: make(chan struct{}, 1)}
}

// Schedule has the table looked at then, unless an earlier time is set.
func (c *LateCalls) Schedule(id chat.TableID, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, has := c.at[id]; has && !at.Before(before) {
		return
	}
	c.at[id] = at
	select {
	case c.earlier <- struct{}{}:
	default:
	}
}

// takeDue removes and returns the tables whose time has come, and the wait until the next.
func (c *LateCalls) takeDue(now time.Time) (ids []chat.TableID, wait time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	wait = math.MaxInt64 // there is none
	for id, at := range c.at {
		if left := at.Sub(now); left > 0 {
			wait = min(wait, max(left, callTogether))
		} else {
			ids = append(ids, id)
			delete(c.at, id)
		}
	}
	return ids, wait
}

// callTogether is how much later than it may be a call is made at most, so that one look finds many.
const callTogether = time.Second

// callAgainAfter is how long it takes until a call is tried again that couldn't be made.
const callAgainAfter = time.Minute

// Run calls call for each table in time until the outbox ends. It tries again after an error.
func (c *LateCalls) Run(o *Outbox, now func() time.Time, call func(chat.TableID) error) {
	for o.Context.Err() == nil {
		ids, wait := c.takeDue(now())
		for _, id := range ids {
			if err := call(id); err != nil && o.Context.Err() == nil {
				o.Log.Error("calls that were held back are not made", "table", id, "err", err)
				c.Schedule(id, now().Add(callAgainAfter))
			}
		}
		o.sleep(pause{time: wait, end: c.earlier})
	}
}
