package outbox

import (
	"context"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
)

// patience is how long words wait for their picture, so that a message changes once; then they go ahead.
const patience = 100 * time.Millisecond

// turn is a message's place in the line of pictures to be drawn, one after the other. It is kept while the
// message changes: where much happens the picture comes no later, and shows the newest state.
type turn struct {
	newest atomic.Pointer[chat.Picture] // what is to be drawn when the turn comes
	leave  func()                       // gives up the place
	over   chan struct{}                // closed when the turn has come and this has been drawn:
	key    string
	png    []byte // nil if that failed
}

// noRevision is the revision of no screen.
const noRevision = -1

// wait is how long a message that is brought up to date waits for its picture.
type wait struct {
	worded int64            // the revision whose words are shown already
	late   <-chan time.Time // fires when the words have to be shown without their picture
	since  time.Time        // when the first of the changes came that no picture shows
	turn   *turn            // its place in the line for the next picture; nil: it is in none
}

// inLine is the message's place in the line, a new one behind all others, to have this picture
// drawn there.
func (w *wait) inLine(o *Outbox, p *chat.Picture) *turn {
	if w.turn != nil {
		w.turn.newest.Store(p)
		return w.turn
	}
	ctx, leave := context.WithCancel(o.Context)
	t := &turn{leave: leave, over: make(chan struct{})}
	t.newest.Store(p)
	w.turn = t
	o.Work.Go(func() {
		select {
		case o.DrawSlots <- struct{}{}:
			defer func() { <-o.DrawSlots }()
		case <-ctx.Done():
			return
		}
		p := t.newest.Load()
		t.key, t.png = p.Key, o.draw(ctx, p)
		close(t.over)
	})
	return t
}

// leave gives up the place in the line.
func (w *wait) leave() {
	if w.turn != nil {
		w.turn.leave()
		w.turn = nil
	}
}

// begin is when the revision's words go without their picture; nil for never: they are shown.
func (w *wait) begin(rev int64) (late <-chan time.Time) {
	if rev == w.worded {
		w.late = nil
	} else if w.late == nil {
		w.late = time.After(patience)
	}
	return w.late
}

// end notes what has been shown, and says whether it was a picture, and how long that took.
func (w *wait) end(t *task, err error) (pictured bool, took time.Duration) {
	w.late = nil
	if err != nil || t.Step == Begin || t.Step == Retire {
		return false, 0
	}
	if t.partial {
		w.worded = t.Rev
		return false, 0
	}
	took = time.Since(w.since)
	w.since = time.Time{}
	return t.Screen.Picture != nil, took
}

// illustrate has the screen's picture drawn, and says whether the screen can be shown now: with it, or in
// words alone once it is late, or first. False means that there is something newer to show, or that the outbox ends.
func (o *Outbox) illustrate(t *task, w *wait) bool {
	if w.since.IsZero() { // what is measured goes on from the first change that no picture shows
		w.since = time.Now()
	}
	p := t.Screen.Picture
	if p == nil || p.PNG != nil || o.Traits(t.Place).Lazy {
		w.leave()
		return true
	}
	if t.partial = t.Step == Begin; t.partial {
		return true
	}
	late := w.begin(t.Rev)
	rationed, worded := t.Screen.Panel && o.Traits(t.Place).Rations, late == nil
	if rationed && !worded && t.Screen.Choice != nil { // of which the picture shows nothing
		t.partial = true
		return true
	}
	if rationed && worded && !o.lull(t) || !o.awaitPicture(t, w, late) {
		if rationed {
			w.worded = noRevision // the newer screen may be of the same revision
		}
		return false
	}
	return true
}

// awaitPicture waits for the screen's picture, or until its words are late; false if there is something newer to show.
func (o *Outbox) awaitPicture(t *task, w *wait, late <-chan time.Time) bool {
	p := t.Screen.Picture
	for {
		select {
		case <-w.inLine(o, p).over:
			turn := w.turn
			w.leave()
			if turn.key != p.Key {
				continue // there was a change when it was being drawn
			}
			if p.PNG = turn.png; p.PNG == nil {
				t.Screen.Picture = nil
			}
			return true
		case <-late:
			t.partial = true
			return true
		case <-t.newer:
			return false
		case <-o.Context.Done():
			return false
		}
	}
}

// lull waits until nothing newer is to be shown for a while; false if something is, or the outbox ends.
func (o *Outbox) lull(t *task) bool {
	select {
	case <-time.After(chat.Lull):
		return true
	case <-t.newer:
	case <-o.Context.Done():
	}
	return false
}

// draw draws the picture; nil if that fails.
func (o *Outbox) draw(ctx context.Context, p *chat.Picture) (png []byte) {
	defer chat.CatchFault(o.Log, "picture", nil) // the words go without
	png, err := p.Draw(ctx)
	if err != nil && ctx.Err() == nil {
		o.Log.Error("picture not drawn", "err", err)
	}
	return png
}
