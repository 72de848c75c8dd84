package tables

import (
	"context"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// screenWait lets a press and the computer's answer appear together.
const screenWait = 150 * time.Millisecond

type hold struct {
	timer *time.Timer
	over  <-chan struct{}
	end   func()
}

func (l *Locked) endHold() {
	if l.hold != nil {
		l.hold.timer.Stop()
		l.hold.end()
		l.hold = nil
	}
}

// HoldsScreens reports whether screens wait for the computer's move.
func (l *Locked) HoldsScreens() bool { return l.hold != nil }

// AwaitScreens waits for the release of held screens.
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

// holdScreens holds the screens if the computer is about to move, and reports that.
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

func (ts *Tables) releaseScreens(id chat.TableID, h *hold) {
	defer chat.CatchFault(ts.config.Log, "table "+string(id), nil)
	defer h.end()
	l, err := ts.Open(ts.config.Running, id)
	if err != nil {
		return
	}
	defer l.Unlock()
	if l.hold == h {
		l.endHold()
		ts.display.Deliver(l)
	}
}
