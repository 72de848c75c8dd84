package outbox

import (
	"context"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
)

// patience is how long words wait for their picture, so that one edit shows both. Then they are sent alone.
const patience = 100 * time.Millisecond

// drawJob is a message's place in the line for drawing. The message keeps it while it changes, so its picture
// comes no later and shows the newest state.
type drawJob struct {
	newest atomic.Pointer[chat.Picture] // drawn when the job's turn comes
	cancel func()                       // leaves the line
	done   chan struct{}                // closed when key and png are set
	key    string                       // the key of the drawn picture
	png    []byte                       // nil if drawing failed
}

// noRevision is the revision of no screen.
const noRevision = -1

// pictureWait tracks how long a message waits for its picture.
type pictureWait struct {
	worded int64            // the revision whose words are shown already
	late   <-chan time.Time // fires when the words must be sent without their picture; nil for never
	since  time.Time        // when the first change came that no picture shows yet
	job    *drawJob         // the message's place in the line; nil if it has none
}

// joinLine returns the message's job, which will draw this picture. It joins the end of the line if the message
// has no job.
func (w *pictureWait) joinLine(o *Outbox, p *chat.Picture) *drawJob {
	if w.job != nil {
		w.job.newest.Store(p)
		return w.job
	}
	ctx, leave := context.WithCancel(o.Context)
	job := &drawJob{cancel: leave, done: make(chan struct{})}
	job.newest.Store(p)
	w.job = job
	o.Work.Go(func() {
		select {
		case o.DrawSlots <- struct{}{}:
			defer func() { <-o.DrawSlots }()
		case <-ctx.Done():
			return
		}
		p := job.newest.Load()
		job.key, job.png = p.Key, o.draw(ctx, p)
		close(job.done)
	})
	return job
}

// leaveLine gives up the message's job.
func (w *pictureWait) leaveLine() {
	if w.job != nil {
		w.job.cancel()
		w.job = nil
	}
}

// setDeadline sets late for the revision: nil if its words are shown already.
func (w *pictureWait) setDeadline(rev int64) {
	if rev == w.worded {
		w.late = nil
	} else if w.late == nil {
		w.late = time.After(patience)
	}
}

// recordShown records the result of a step. It reports whether that showed a picture, and how long it took.
func (w *pictureWait) recordShown(t *task, err error) (pictured bool, took time.Duration) {
	w.late = nil
	if err != nil || t.Step == Begin || t.Step == Retire {
		return false, 0
	}
	if t.wordsOnly {
		w.worded = t.Rev
		return false, 0
	}
	took = time.Since(w.since)
	w.since = time.Time{}
	return t.Screen.Picture != nil, took
}

// illustrate has the screen's picture drawn. It returns true when the screen can be shown: with its
// picture, or in words alone. It returns false if newer content exists or the outbox ends.
func (o *Outbox) illustrate(t *task, w *pictureWait) bool {
	if w.since.IsZero() {
		w.since = time.Now()
	}
	p := t.Screen.Picture
	if p == nil || p.PNG != nil || o.Traits(t.Place).Lazy {
		w.leaveLine()
		return true
	}
	if t.Step == Begin {
		t.wordsOnly = true
		return true
	}
	w.setDeadline(t.Rev)
	if t.Screen.Panel && o.Traits(t.Place).Rations {
		return o.illustrateRationed(t, w)
	}
	return o.awaitPicture(t, w)
}

// illustrateRationed is illustrate for a panel on a platform that rations edits. A choice's words don't wait for a
// picture. A picture whose words are shown waits for a lull.
func (o *Outbox) illustrateRationed(t *task, w *pictureWait) bool {
	worded := w.late == nil
	if !worded && t.Screen.Choice != nil { // the picture doesn't show a choice
		t.wordsOnly = true
		return true
	}
	if (!worded || o.awaitLull(t)) && o.awaitPicture(t, w) {
		return true
	}
	w.worded = noRevision // the newer screen may be of the same revision
	return false
}

// awaitPicture waits for the picture or the words' deadline. It returns false if newer content exists.
func (o *Outbox) awaitPicture(t *task, w *pictureWait) bool {
	p := t.Screen.Picture
	for {
		select {
		case <-w.joinLine(o, p).done:
			job := w.job
			w.leaveLine()
			if job.key != p.Key {
				continue // the picture changed while it was drawn
			}
			p.PNG = job.png
			if p.PNG == nil {
				t.Screen.Picture = nil
			}
			return true
		case <-w.late:
			t.wordsOnly = true
			return true
		case <-t.superseded:
			return false
		case <-o.Context.Done():
			return false
		}
	}
}

// awaitLull waits until no newer content has come for a while. It returns false if some comes or the
// outbox ends.
func (o *Outbox) awaitLull(t *task) bool {
	select {
	case <-time.After(chat.Lull):
		return true
	case <-t.superseded:
	case <-o.Context.Done():
	}
	return false
}

// draw draws the picture; nil if that fails.
func (o *Outbox) draw(ctx context.Context, p *chat.Picture) (png []byte) {
	defer chat.CatchFault(o.Log, "picture", nil) // the words are shown alone
	png, err := p.Draw(ctx)
	if err != nil && ctx.Err() == nil {
		o.Log.Error("picture not drawn", "err", err)
	}
	return png
}
