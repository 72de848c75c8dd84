package messages

import (
	"context"
	"log/slog"
	"math"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/match/notify"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// callAgainAfter is the pause before a failed recheck is repeated.
const callAgainAfter = time.Minute

// lateCalls holds back calls while their players are present and see the table. It is in memory only. The tables
// stay marked dirty, so a restart checks them.
type lateCalls struct {
	running context.Context // ends with the bot
	log     *slog.Logger
	tables  *tables.Tables
	courier *Courier
	calls   *callPolicy
	timers  *callTimers
}

// schedule holds back a screen's call that isn't due yet, until it is rechecked. A call that is held back for good needs
// no recheck.
func (ls *lateCalls) schedule(t *match.Table, c *chat.Call) {
	switch {
	case c == nil || !c.Held:
	case c.Until.IsZero():
		ls.timers.release(calleeOf(t, c), c.Number)
	default:
		ls.holdUntil(calleeOf(t, c), c.Number, c.Until)
	}
}

// delivered releases a call that was just shown.
func (ls *lateCalls) delivered(t *match.Table, c *chat.Call) {
	if c != nil && !c.Held {
		ls.timers.release(calleeOf(t, c), c.Number)
	}
}

// holdUntil holds the call back and rechecks it at that time. It does nothing if the seat has a newer call.
func (ls *lateCalls) holdUntil(to callee, number int, until time.Time) {
	if to.seat == engine.Nobody {
		return
	}
	ls.timers.hold(to, number, until.Sub(ls.tables.Facts.Now()), func() {
		if err := ls.recheck(to); err != nil && ls.running.Err() == nil {
			ls.log.Error("call that was held back not made", "table", to.table, "err", err)
			ls.holdUntil(to, number, ls.tables.Facts.Now().Add(callAgainAfter))
		}
	})
}

// recheck makes a call that was held back if its player is no longer present.
func (ls *lateCalls) recheck(to callee) (err error) {
	defer chat.CatchFault(ls.log, "call", &err)
	l, err := ls.tables.Open(ls.running, to.table)
	if err != nil {
		if err = chat.UnlessRefused(err); err == nil { // the table doesn't exist
			ls.timers.release(to, math.MaxInt)
		}
		return err
	}
	defer l.Unlock()
	t, c := l.Table(), l.Table().Chairs[to.seat]
	until := ls.calls.heldUntil(t, to.seat, chat.Place{}) // the same in all places
	switch {
	case !ls.timers.prune(t).Has(to.seat) || ls.calls.isInDigest(t, to.seat):
		ls.timers.release(to, c.Call)
	case !until.IsZero() && !until.Equal(notify.Forever):
		ls.holdUntil(to, c.Call, until)
	default:
		ls.courier.forceCall(l, to.seat)
		ls.courier.redraw(l, nil)
	}
	return nil
}

// callee is the seat that a call notifies.
type callee struct {
	table chat.TableID
	seat  engine.Seat
}

// calleeOf returns the seat that the call notifies; match.Table.Called gives each call of a table its own number. It
// returns Nobody if the seat has a newer call.
func calleeOf(t *match.Table, call *chat.Call) callee {
	return callee{t.ID, t.Chairs.Find(func(c match.Chair) bool { return c.Call == call.Number })}
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
