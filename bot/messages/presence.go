package messages

import (
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// keepPresent is how many people are remembered at least: those who did something last.
const keepPresent = 10_000

// Presence knows when people last did something. A person who is present needs no notification.
type Presence struct {
	mu   sync.Mutex                          // makes Record and its undo atomic; last has a lock of its own
	last cache.Map[chat.PersonID, time.Time] // by the identity through which they did it
}

// newPresence returns an empty Presence.
func newPresence() *Presence {
	return &Presence{last: cache.Map[chat.PersonID, time.Time]{Keep: keepPresent}}
}

// Record records that the person does something now. undo takes that back.
func (p *Presence) Record(id chat.PersonID, now time.Time) (undo func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, _ := p.last.Get(id)
	p.last.Put(id, now)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if last, _ := p.last.Get(id); last.Equal(now) { // they have done nothing since
			p.last.Put(id, before)
		}
	}
}

// lastSeen returns when a person last did something through any of the identities; zero if unknown.
func (p *Presence) lastSeen(all []chat.Identity) (last time.Time) {
	for _, x := range all {
		if at, _ := p.last.Get(x.Person); at.After(last) {
			last = at
		}
	}
	return last
}

// Forget removes what is remembered about the person.
func (p *Presence) Forget(id chat.PersonID) { p.last.Delete(id) }
