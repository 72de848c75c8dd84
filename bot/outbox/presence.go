package outbox

import (
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
