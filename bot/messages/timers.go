package messages

import (
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

type callee struct {
	table chat.TableID
	seat  engine.Seat
}

// callTimers holds the timers of held-back calls, at most one per seat.
type callTimers struct {
	mu       sync.Mutex
	byCallee map[callee]callTimer
}

func newCallTimers() *callTimers { return &callTimers{byCallee: make(map[callee]callTimer)} }

type callTimer struct {
	number int
	timer  *time.Timer
}

// hold starts the call's timer, unless the seat has a timer of a later call.
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

func (ts *callTimers) release(to callee, upTo int) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if c, held := ts.byCallee[to]; held && c.number <= upTo {
		c.timer.Stop()
		delete(ts.byCallee, to)
	}
}

// prune stops the table's timers of outdated calls. It returns the seats whose timers still run.
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

func (ts *callTimers) stop() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for _, c := range ts.byCallee {
		c.timer.Stop()
	}
}
