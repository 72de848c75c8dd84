package messages

import (
	"math"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/match/notify"
	"tarockbot/engine"
)

// callAgainAfter is the pause before a failed recheck is repeated.
const callAgainAfter = time.Minute

// lateCalls holds back calls while their players are present and see the table. It is in memory only. The tables
// stay marked dirty, so a restart checks them.
type lateCalls struct {
	*Messages
	calls  *callPolicy
	timers *callTimers
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
	ls.timers.hold(to, number, until.Sub(ls.Tables.Facts.Now()), func() {
		if err := ls.recheck(to); err != nil && ls.config.Running.Err() == nil {
			ls.config.Log.Error("call that was held back not made", "table", to.table, "err", err)
			ls.holdUntil(to, number, ls.Tables.Facts.Now().Add(callAgainAfter))
		}
	})
}

// recheck makes a call that was held back if its player is no longer present.
func (ls *lateCalls) recheck(to callee) (err error) {
	defer chat.CatchFault(ls.config.Log, "call", &err)
	l, err := ls.Tables.Open(ls.config.Running, to.table)
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
		ls.Courier.forceCall(l, to.seat)
		ls.Courier.redraw(l)
	}
	return nil
}

// calleeOf returns the seat that the call notifies; match.Table.Called gives each call of a table its own number. It
// returns Nobody if the seat has a newer call.
func calleeOf(t *match.Table, call *chat.Call) callee {
	return callee{t.ID, t.Chairs.Find(func(c match.Chair) bool { return c.Call == call.Number })}
}
