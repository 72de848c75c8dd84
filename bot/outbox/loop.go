package outbox

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"tarockbot/bot/chat"
)

// deliverLoop repeats steps until the message is current or its delivery is suspended.
func (q *Queue) deliverLoop(d *delivery) {
	defer q.reportShutdown(d)
	w := pictureWait{worded: noRevision}
	defer w.leaveLine()
	for {
		t := q.nextStep(d)
		if t == nil {
			return
		}
		if !q.box.illustrate(t, &w) {
			continue
		}
		ref, err := q.box.show(t)
		if shown, took := w.recordShown(t, err); shown && !q.box.Traits(t.Place).DrawsLazily {
			q.box.Metrics.ObservePicture(t.Place.Platform(), took)
		}
		if !q.box.await(q.finishStep(d, t, ref, err)) {
			return
		}
	}
}

func (q *Queue) reportShutdown(d *delivery) {
	if err := q.box.Context.Err(); err != nil && !q.persistent {
		_, _ = d.source.RecordOutcome(q.box.Context, d.key, Outcome{Err: err, Final: true})
	}
}

// task is a step of a message. Its Outcome first holds the request, then the result.
type task struct {
	Outcome
	superseded <-chan struct{}
	wordsOnly  bool
}

func newTask(key Key, w Want, step Step, newer <-chan struct{}) *task {
	t := &task{superseded: newer}
	t.Outcome = Outcome{Step: step, Place: cmp.Or(w.Place, key.Place), Screen: w.Screen, Rev: w.Rev}
	switch step {
	case StepRetire:
		t.Old = w.Old
	case StepEdit:
		t.Old = w.Ref
	case StepBegin:
		t.Screen = t.Screen.FirstLineOnly()
	case StepPost, StepIdle:
	}
	t.Screen.Repost = t.Old == "" && w.Ref != ""
	return t
}

func (q *Queue) nextStep(d *delivery) *task {
	for {
		q.box.mu.Lock()
		try, newer := d.beginStep()
		q.box.mu.Unlock()
		var want Want
		err := q.box.Context.Err()
		if err == nil {
			want, err = d.source.Want(q.box.Context, d.key, try)
		}
		switch step, over := q.chooseStep(d, try, want, err); {
		case over:
			return nil
		case step != StepIdle:
			return newTask(d.key, want, step, newer)
		}
	}
}

// chooseStep returns the next step. If it returns StepIdle and over is false, the source must be asked again.
func (q *Queue) chooseStep(d *delivery, try Try, w Want, err error) (step Step, over bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	if err == nil {
		step = try.Next(w.MessageState)
		d.trackState(w.MessageState, q.box.Log)
	}
	d.forceIf(try.Force && (step == StepIdle || step == StepRetire)) // neither step shows the content
	if step != StepIdle || d.stale {
		return step, false
	}
	q.releaseLocked(d, errors.Is(err, ErrNone))
	return StepIdle, true
}

func (q *Queue) releaseLocked(d *delivery, none bool) {
	d.inFlight = false
	if none || !q.persistent {
		q.removeLocked(d)
	}
}

// show calls the platform without holding a lock.
func (o *Outbox) show(t *task) (ref chat.Ref, err error) {
	defer chat.CatchFault(o.Log, "platform", &err)
	p, ok := o.Platforms[t.Place.Platform()]
	if !ok {
		return "", fmt.Errorf("bot: no platform %q: %w", t.Place.Platform(), chat.ErrRefused)
	}
	if !o.Acting() {
		return "", chat.ErrUnsent
	}
	return p.Show(o.Context, t.Place, t.Old, t.Screen)
}

func (q *Queue) finishStep(d *delivery, t *task, ref chat.Ref, err error) verdict {
	if ref != "" && errors.Is(err, chat.ErrRefused) { // only the notification is refused
		q.box.Log.Warn("a call was refused", "platform", t.Place.Platform(), "err", err)
		err = nil
	}
	t.Ref, t.Err = ref, err
	v := q.recordResult(d, t)
	s, err := d.source.RecordOutcome(q.box.Context, d.key, t.Outcome)
	return q.planNext(d, t, v, s, err)
}

func (q *Queue) recordResult(d *delivery, t *task) (v verdict) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	switch {
	case t.Step == StepRetire:
		v = d.afterRetire(t)
		if t.Final && t.Err != nil && !errors.Is(t.Err, chat.ErrGone) {
			q.box.Log.Warn("old board not retired", "platform", t.Place.Platform(), "err", t.Err)
		}
	case t.Err == nil:
		d.failures, d.next.NewFirst = 0, false
		d.forceIf(t.Step == StepBegin || t.wordsOnly)
		t.Whole, t.WillShowAgain = t.Step != StepBegin && !t.wordsOnly, d.next.Force
		if t.Step != StepBegin {
			d.markCurrent(q.box.Log)
		}
	default:
		v = q.recordFailureLocked(d, t)
	}
	return v
}

func (q *Queue) recordFailureLocked(d *delivery, t *task) verdict {
	if t.Ref != "" || !errors.As(t.Err, new(chat.RetryAfter)) { // only a rate limit keeps the new message first
		d.next.NewFirst = false
	}
	d.lag.err = t.Err
	q.reportStaleLocked(d, staleLimit)
	gone := errors.Is(t.Err, chat.ErrGone)
	switch {
	case errors.Is(t.Err, chat.ErrBlocked):
		q.box.silent[t.Place] = true
		return d.afterBlocked(t)
	case gone && !q.persistent && t.Old != "":
		t.Final = true
		return verdict{}
	case gone && q.persistent:
		v := d.afterDeleted()
		if v.wait > 0 {
			q.box.silent[t.Place] = true
		}
		return v
	}
	v := d.afterFailure(t)
	if t.Final {
		q.reportStaleLocked(d, 0)
	}
	return v
}

func (q *Queue) reportStaleLocked(d *delivery, after time.Duration) {
	isFresh := d.lag.since.IsZero() || time.Since(d.lag.since) < after
	if !q.persistent || q.box.Context.Err() != nil || d.lag.reported || after > 0 && isFresh {
		return
	}
	d.lag.reported = true
	logStale := q.box.Log.Error
	if errors.As(d.lag.err, new(chat.RetryAfter)) {
		logStale = q.box.Log.Warn
	}
	logStale("message not up to date", "table", d.key.ID, "platform", d.key.Place.Platform(), "public", d.key.Place.Chat != "",
		"since", time.Since(d.lag.since).Round(time.Second), "err", d.lag.err)
}

func (q *Queue) planNext(d *delivery, t *task, v verdict, s MessageState, err error) verdict {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	changedMeanwhile := d.stale && (err != nil || t.Final)
	skipsWait := v.newFirst && (s.Stale || d.stale)
	switch {
	case changedMeanwhile:
		return verdict{}
	case q.isGivenUp(t, err):
		q.releaseLocked(d, true)
		return verdict{over: true}
	case err != nil || skipsWait:
		return verdict{}
	case v.wait > 0:
		return v
	}
	d.trackState(s, q.box.Log)
	if d.stale || d.try().Next(s) != StepIdle {
		return verdict{}
	}
	d.forceIf(s.Hidden && t.Final && !errors.Is(t.Err, chat.ErrRefused)) // no newer revision would send it
	q.releaseLocked(d, false)
	return verdict{over: true}
}

func (q *Queue) isGivenUp(t *task, err error) bool {
	if q.persistent {
		return errors.Is(err, ErrNone)
	}
	return err != nil || t.Final && t.Step != StepRetire // an old message that can't be retired isn't given up
}

type verdict struct {
	over     bool
	wait     time.Duration
	wake     <-chan struct{}
	newFirst bool // a stale new message doesn't wait
}

// await returns false if no step follows or the outbox ends.
func (o *Outbox) await(v verdict) bool {
	if v.over || v.wait <= 0 {
		return !v.over
	}
	select {
	case <-time.After(v.wait):
		return true
	case <-v.wake:
		return true
	case <-o.Context.Done():
		return false
	}
}
