package messages

import (
	"math"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/match/notify"
	"tarockbot/engine"
)

const callAgainAfter = time.Minute

// lateCalls holds back calls while their players see the table. The tables stay marked dirty, so a restart checks them.
type lateCalls struct {
	*Messages
	calls  *callPolicy
	timers *callTimers
}

func (ls *lateCalls) scheduleHeld(t *match.Table, c *chat.Call) {
	switch {
	case c == nil || !c.WhilePresent:
	case c.SuppressedUntil.IsZero():
		ls.timers.release(calleeOf(t, c), c.Number)
	default:
		ls.holdUntil(calleeOf(t, c), c.Number, c.SuppressedUntil)
	}
}

func (ls *lateCalls) recordDelivered(t *match.Table, c *chat.Call) {
	if c != nil && !c.WhilePresent {
		ls.timers.release(calleeOf(t, c), c.Number)
	}
}

// holdUntil does nothing if the seat has a newer call.
func (ls *lateCalls) holdUntil(to callee, number int, until time.Time) {
	if to.seat == engine.Nobody {
		return
	}
	ls.timers.hold(to, number, until.Sub(ls.Tables.Facts.Now()), func() {
		if err := ls.recheck(to); err != nil && ls.config.Running.Err() == nil {
			ls.config.Log.Error("held-back call not made", "table", to.table, "err", err)
			ls.holdUntil(to, number, ls.Tables.Facts.Now().Add(callAgainAfter))
		}
	})
}

func (ls *lateCalls) recheck(to callee) (err error) {
	defer chat.CatchFault(ls.config.Log, "call", &err)
	l, err := ls.Tables.Open(ls.config.Running, to.table)
	if err != nil {
		if err = chat.IgnoreRefusal(err); err == nil { // the table doesn't exist
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

// calleeOf returns Nobody if the seat has a newer call.
func calleeOf(t *match.Table, call *chat.Call) callee {
	return callee{t.ID, t.Chairs.Find(func(c match.Chair) bool { return c.Call == call.Number })}
}
