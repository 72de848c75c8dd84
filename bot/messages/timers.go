package messages

import (
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// callee is the seat that a call notifies.
type callee struct {
	table chat.TableID
	seat  engine.Seat
}

// callTimers are the timers of calls that are held back, at most one a seat.
type callTimers struct {
	mu       sync.Mutex
	byCallee map[callee]callTimer
}

// newCallTimers returns an empty set of timers.
func newCallTimers() *callTimers { return &callTimers{byCallee: make(map[callee]callTimer)} }

// callTimer is a call that is held back.
type callTimer struct {
	number int
	timer  *time.Timer // until the recheck
}

// hold calls recheck after the wait. It replaces the seat's timer unless that is of a later call.
func (ts *callTimers) hold(to callee, number int, wait time.Duration, recheck func()) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if before, held := ts.byCallee[to]; held {
		if before.number > number {
			return
		}
		before.timer.Stop()
	}
	ts.byCallee[to] = callTimer{number, time.AfterFunc(wait, recheck)}
}

// release stops the seat's timer if its call's number is at most upTo.
func (ts *callTimers) release(to callee, upTo int) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if c, held := ts.byCallee[to]; held && c.number <= upTo {
		c.timer.Stop()
		delete(ts.byCallee, to)
	}
}

// prune stops the table's timers of calls for which no seat waits. It returns the seats of the others.
func (ts *callTimers) prune(t *match.Table) (waiting engine.Seats) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for i, chair := range t.Chairs {
		to := callee{t.ID, engine.Seat(i)}
		switch c, held := ts.byCallee[to]; {
		case !held:
		case t.Waiting().Has(to.seat) && c.number == chair.Call:
			waiting |= to.seat.Bit()
		default:
			c.timer.Stop()
			delete(ts.byCallee, to)
		}
	}
	return waiting
}

// stop stops all timers.
func (ts *callTimers) stop() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for _, c := range ts.byCallee {
		c.timer.Stop()
	}
}
