package messages

import (
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// keepPresent is the minimum number of people that Presence remembers.
const keepPresent = 10_000

// Presence records when people last did something. A present person needs no notification.
type Presence struct {
	mu   sync.Mutex // makes Record and its undo atomic
	last cache.Map[chat.PersonID, time.Time]
}

func newPresence() *Presence {
	return &Presence{last: cache.Map[chat.PersonID, time.Time]{Keep: keepPresent}}
}

// Record records that the person does something now. undo removes the record.
func (p *Presence) Record(id chat.PersonID, now time.Time) (undo func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, _ := p.last.Get(id)
	p.last.Put(id, now)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if last, _ := p.last.Get(id); last.Equal(now) {
			p.last.Put(id, before)
		}
	}
}

func (p *Presence) lastSeen(all []chat.Identity) (last time.Time) {
	for _, x := range all {
		if at, _ := p.last.Get(x.Person); at.After(last) {
			last = at
		}
	}
	return last
}

// Forget removes the person.
func (p *Presence) Forget(id chat.PersonID) { p.last.Delete(id) }
