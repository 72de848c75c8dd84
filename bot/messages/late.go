package messages

import (
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// lateCalls are the calls that are held back, since their people are there and see that it is their
// turn. They are in memory alone: their tables stay marked, so the next start looks at those.
type lateCalls struct {
	mu sync.Mutex
	by map[calledFrom]lateCall
}

// calledFrom is the seat that is called.
type calledFrom struct {
	table chat.TableID
	seat  engine.Seat
}

// lateCall is one of them.
type lateCall struct {
	number int
	timer  *time.Timer // until it is looked at
}

func newLateCalls() *lateCalls { return &lateCalls{by: make(map[calledFrom]lateCall)} }

// hold holds the call with that number back for so long; then look is called.
func (ls *lateCalls) hold(from calledFrom, number int, wait time.Duration, look func()) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if before, held := ls.by[from]; held {
		before.timer.Stop()
	}
	ls.by[from] = lateCall{number, time.AfterFunc(wait, look)}
}

// release notes that no call of the seat is held back, up to the number.
func (ls *lateCalls) release(from calledFrom, upTo int) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if c, held := ls.by[from]; held && c.number <= upTo {
		c.timer.Stop()
		delete(ls.by, from)
	}
}

// due returns the table's seats that wait for a call that is held back.
func (ls *lateCalls) due(t *match.Table) (due engine.Seats) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	for s := range t.Waiting().All() {
		if c, held := ls.by[calledFrom{t.ID, s}]; held && c.number == t.Chairs[s].Call {
			due |= s.Bit()
		}
	}
	return due
}
