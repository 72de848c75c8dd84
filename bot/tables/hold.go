package tables

import (
	"context"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// screenWait is how long a table's screens wait for the computer's move at most. A press and the computer's
// answer are then shown at once.
const screenWait = 150 * time.Millisecond

// hold delays a table's screens until the computer has moved.
type hold struct {
	timer *time.Timer     // ends the hold after screenWait
	over  <-chan struct{} // closed when the hold ends
	end   func()          // closes over; may be called twice
}

// endHold ends the hold of the table's screens. It does nothing if they aren't held.
func (l *Locked) endHold() {
	if l.hold != nil {
		l.hold.timer.Stop()
		l.hold.end()
		l.hold = nil
	}
}

// HoldsScreens reports whether the table's screens wait for the computer's move.
func (l *Locked) HoldsScreens() bool { return l.hold != nil }

// AwaitScreens waits until the table's screens don't wait for the computer.
func (ts *Tables) AwaitScreens(ctx context.Context, id chat.TableID) error {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return err
	}
	h := l.hold
	l.Unlock()
	if h == nil {
		return nil
	}
	select {
	case <-h.over:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// holdScreens holds the table's screens if the computer is about to move, and ends the hold otherwise. It
// reports whether they are held.
func (ts *Tables) holdScreens(l *Locked) bool {
	if l.now.Thinking() == 0 {
		l.endHold()
		return false
	}
	if l.hold == nil {
		over := make(chan struct{})
		id, h := l.id, &hold{over: over, end: sync.OnceFunc(func() { close(over) })}
		h.timer = time.AfterFunc(screenWait, func() { ts.releaseScreens(id, h) })
		l.hold = h
	}
	return true
}

// releaseScreens shows the table if h still holds its screens.
func (ts *Tables) releaseScreens(id chat.TableID, h *hold) {
	defer chat.CatchFault(ts.config.Log, "table "+string(id), nil)
	defer h.end() // also if the table doesn't exist
	l, err := ts.Open(ts.config.Running, id)
	if err != nil {
		return // a table that can't be read is shown later
	}
	defer l.Unlock()
	if l.hold == h {
		l.endHold()
		ts.display.Deliver(l)
	}
}
