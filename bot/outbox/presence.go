package outbox

import (
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// maxPresent is how many people are kept in mind; then those are forgotten who have
// done nothing for an hour.
const (
	maxPresent = 10_000
	forgotten  = time.Hour
)

// Presence knows when people did something last. Who is there sees that they are waited
// for, and needn't be called at once.
type Presence struct {
	mu   sync.Mutex
	last map[chat.PersonID]time.Time // by the identity that they did it through
}

// NewPresence is that of nobody.
func NewPresence() *Presence { return &Presence{last: make(map[chat.PersonID]time.Time)} }

// Note notes that somebody does something now. What it returns takes that back.
func (p *Presence) Note(id chat.PersonID, now time.Time) (back func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.last) >= maxPresent {
		maps.DeleteFunc(p.last, func(_ chat.PersonID, at time.Time) bool { return now.Sub(at) >= forgotten })
	}
	before := p.last[id]
	p.last[id] = now
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.last[id].Equal(now) { // else they have done something else meanwhile
			p.last[id] = before
		}
	}
}

// Of is when a person did something last, through whichever of all identities; zero if
// that isn't known.
func (p *Presence) Of(all []chat.PersonID) (last time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range all {
		if at := p.last[id]; at.After(last) {
			last = at
		}
	}
	return last
}

// Drop forgets somebody.
func (p *Presence) Drop(id chat.PersonID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.last, id)
}
