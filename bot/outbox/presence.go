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

// Presence knows when people did something last. Who is there needn't be called at once.
type Presence struct {
	mu   sync.Mutex
	last cache.Map[chat.PersonID, time.Time] // by the identity that they did it through
}

// NewPresence is that of nobody.
func NewPresence() *Presence {
	return &Presence{last: cache.Map[chat.PersonID, time.Time]{Keep: maxPresent}}
}

// Note notes that somebody does something now. What it returns takes that back.
func (p *Presence) Note(id chat.PersonID, now time.Time) (back func()) {
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

// Of is when a person did something last through any of all identities; zero if that isn't known.
func (p *Presence) Of(all []chat.Identity) (last time.Time) {
	for _, x := range all {
		if at, _ := p.last.Get(x.Person); at.After(last) {
			last = at
		}
	}
	return last
}

// Drop forgets somebody.
func (p *Presence) Drop(id chat.PersonID) { p.last.Delete(id) }

// LateCalls are when held-back calls may be made, by table. Nothing is stored for that: the table stays
// marked, so that the next start looks at it, which knows of nobody there.
type LateCalls struct {
	mu      sync.Mutex
	at      map[chat.TableID]time.Time
	earlier chan struct{} // holds one thing once there may be an earlier one
}

// NewLateCalls makes LateCalls without any.
func NewLateCalls() *LateCalls {
	return &LateCalls{at: make(map[chat.TableID]time.Time), earlier: make(chan struct{}, 1)}
}

// At lets the table be looked at then, unless it is earlier.
func (c *LateCalls) At(id chat.TableID, at time.Time) {
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

// due takes the tables whose time has come, and says how long to wait for the next.
func (c *LateCalls) due(now time.Time) (ids []chat.TableID, wait time.Duration) {
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

// Run lets the calls be made at each table in time until the outbox ends; after an error once more.
func (c *LateCalls) Run(o *Outbox, now func() time.Time, call func(chat.TableID) error) {
	for o.Context.Err() == nil {
		ids, wait := c.due(now())
		for _, id := range ids {
			if err := call(id); err != nil && o.Context.Err() == nil {
				o.Log.Error("calls that were held back are not made", "table", id, "err", err)
				c.At(id, now().Add(callAgainAfter))
			}
		}
		o.sleep(pause{time: wait, end: c.earlier})
	}
}
