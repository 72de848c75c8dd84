package messages

import (
	"math"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/match/notify"
	"tarockbot/engine"
)

// lateCalls are the calls that are held back, since their people are there and see that it is their
// turn. They are in memory alone: their tables stay marked, so the next start looks at those.
type lateCalls struct {
	display *Display

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

func newLateCalls(d *Display) *lateCalls {
	return &lateCalls{display: d, by: make(map[calledFrom]lateCall)}
}

// hold holds the call with that number back for so long, unless a later one is. Then look is called.
func (ls *lateCalls) hold(from calledFrom, number int, wait time.Duration, look func()) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if before, held := ls.by[from]; held {
		if before.number > number {
			return
		}
		before.timer.Stop()
	}
	ls.by[from] = lateCall{number, time.AfterFunc(wait, look)}
}

// release forgets the call of the seat that is held back, if its number is at most that.
func (ls *lateCalls) release(from calledFrom, upTo int) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if c, held := ls.by[from]; held && c.number <= upTo {
		c.timer.Stop()
		delete(ls.by, from)
	}
}

// due returns the table's seats that wait for a call that is held back. It forgets all others.
func (ls *lateCalls) due(t *match.Table) (due engine.Seats) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	for i, chair := range t.Chairs {
		from := calledFrom{t.ID, engine.Seat(i)}
		switch c, held := ls.by[from]; {
		case !held:
		case t.Waiting().Has(from.seat) && c.number == chair.Call:
			due |= from.seat.Bit()
		default:
			c.timer.Stop()
			delete(ls.by, from)
		}
	}
	return due
}

// stop stops all timers.
func (ls *lateCalls) stop() {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	for _, c := range ls.by {
		c.timer.Stop()
	}
}

// schedule has a call that is held back looked at again.
func (ls *lateCalls) schedule(id chat.TableID, c *chat.Call) {
	switch {
	case c == nil:
	case c.Held && !c.Until.IsZero():
		ls.holdUntil(calledFrom{id, calledSeat(c)}, c.Number, c.Until)
	case c.Held:
		ls.release(calledFrom{id, calledSeat(c)}, c.Number)
	}
}

// delivered notes that the call has been shown, and is held back no more.
func (ls *lateCalls) delivered(id chat.TableID, c *chat.Call) {
	if c != nil && !c.Held {
		ls.release(calledFrom{id, calledSeat(c)}, c.Number)
	}
}

// callAgainAfter is how long it takes until a call is tried again that couldn't be made.
const callAgainAfter = time.Minute

// holdUntil holds the call back, and looks at it at that time.
func (ls *lateCalls) holdUntil(from calledFrom, number int, until time.Time) {
	d := ls.display
	ls.hold(from, number, until.Sub(d.Now()), func() {
		if err := ls.look(from); err != nil && d.Running.Err() == nil {
			d.Log.Error("a call that was held back is not made", "table", from.table, "err", err)
			ls.holdUntil(from, number, d.Now().Add(callAgainAfter))
		}
	})
}

// look makes a call that was held back, if its player is no longer present.
func (ls *lateCalls) look(from calledFrom) (err error) {
	d := ls.display
	defer chat.CatchFault(d.Log, "call", &err)
	l, err := d.Tables.Open(d.Running, from.table)
	if err != nil {
		if err = chat.UnlessRefused(err); err == nil { // there is no such table any more
			ls.release(from, math.MaxInt)
		}
		return err
	}
	defer l.Unlock()
	t, c := l.Table(), l.Table().Chairs[from.seat]
	until := c.HeldUntil(d.calls.around(t, from.seat, chat.Place{}))
	switch {
	case !ls.due(t).Has(from.seat) || d.calls.isInDigest(t, from.seat):
		ls.release(from, c.Call)
	case !until.IsZero() && !until.Equal(notify.Forever):
		ls.holdUntil(from, c.Call, until)
	default:
		d.refreshCall(l, from.seat)
		d.refresh(l, nil)
	}
	return nil
}
