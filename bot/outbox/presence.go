package outbox

import (
	"math"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// maxPresent is how many people are kept in mind at least, those who did something last.
const maxPresent = 10_000

// Presence knows when people last did something. A person who is present needs no notification.
type Presence struct {
	mu   sync.Mutex
	last cache.Map[chat.PersonID, time.Time] // by the identity that they did it through
}

// NewPresence makes an empty Presence.
func NewPresence() *Presence {
	return &Presence{last: cache.Map[chat.PersonID, time.Time]{Keep: maxPresent}}
}

// Record records that the person does something now. The returned function takes that back.
func (p *Presence) Record(id chat.PersonID, now time.Time) (back func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, _ := p.last.Get(id)
	p.last.Put(id, now)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if last, _ := p.last.Get(id); last.Equal(now) { // else they have done something else meanwhile
			p.last.Put(id, before)
		}
	}
}

// LastSeen returns when a person last did something through any of the identities; zero if unknown.
func (p *Presence) LastSeen(all []chat.Identity) (last time.Time) {
	for _, x := range all {
		if at, _ := p.last.Get(x.Person); at.After(last) {
			last = at
		}
	}
	return last
}

// Forget forgets the person.
func (p *Presence) Forget(id chat.PersonID) { p.last.Delete(id) }

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
