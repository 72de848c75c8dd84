package outbox

import (
	"context"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
)

// patience is how long words wait for their picture, so that one edit shows both.
const patience = 100 * time.Millisecond

// drawJob waits for a slot to draw a message's newest picture. It keeps its place in the line when the content changes.
type drawJob struct {
	newest atomic.Pointer[chat.Picture]
	cancel func()
	done   chan struct{} // closed when key and png are set
	key    string
	png    []byte // nil if drawing failed
}

const noRevision = -1

type pictureWait struct {
	worded int64            // the revision whose words are shown
	late   <-chan time.Time // fires when the words are sent without a picture
	since  time.Time        // when the first change came that no picture shows yet
	job    *drawJob
}

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

func (w *pictureWait) leaveLine() {
	if w.job != nil {
		w.job.cancel()
		w.job = nil
	}
}

func (w *pictureWait) setDeadline(rev int64) {
	if rev == w.worded {
		w.late = nil
	} else if w.late == nil {
		w.late = time.After(patience)
	}
}

func (w *pictureWait) recordShown(t *task, err error) (pictured bool, took time.Duration) {
	w.late = nil
	if err != nil || t.Step == StepBegin || t.Step == StepRetire {
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

// illustrate returns true when the screen can be shown. It returns false if newer content exists or the outbox ends.
func (o *Outbox) illustrate(t *task, w *pictureWait) bool {
	if w.since.IsZero() {
		w.since = time.Now()
	}
	p := t.Screen.Picture
	if p == nil || p.PNG != nil || o.Traits(t.Place).DrawsLazily {
		w.leaveLine()
		return true
	}
	if t.Step == StepBegin {
		t.wordsOnly = true
		return true
	}
	w.setDeadline(t.Rev)
	if t.Screen.Panel && o.Traits(t.Place).LimitsEdits {
		return o.illustrateRationed(t, w)
	}
	return o.awaitPicture(t, w)
}

// illustrateRationed saves edits: words of a choice are sent without a picture, which follows after a lull.
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

func (o *Outbox) awaitPicture(t *task, w *pictureWait) bool {
	p := t.Screen.Picture
	for {
		select {
		case <-w.joinLine(o, p).done:
			job := w.job
			w.leaveLine()
			if job.key != p.Key {
				continue
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

func (o *Outbox) awaitLull(t *task) bool {
	select {
	case <-time.After(chat.PictureDelay):
		return true
	case <-t.superseded:
	case <-o.Context.Done():
	}
	return false
}

func (o *Outbox) draw(ctx context.Context, p *chat.Picture) (png []byte) {
	defer chat.CatchFault(o.Log, "picture", nil) // the words are shown alone
	png, err := p.Draw(ctx)
	if err != nil && ctx.Err() == nil {
		o.Log.Error("picture not drawn", "err", err)
	}
	return png
}
