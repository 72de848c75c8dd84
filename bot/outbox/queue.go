package outbox

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// Queue holds the messages of one source.
type Queue struct {
	box        *Outbox
	source     Source
	persistent bool                   // made by NewPersistent
	by         map[string][]*delivery // by Key.ID; box.mu guards it
}

// NewPersistent returns a queue that keeps its messages current as long as the source has them. A deleted
// message is posted again, a failing one is retried now and then, and both are logged.
func (o *Outbox) NewPersistent(source Source) *Queue {
	return &Queue{box: o, source: source, persistent: true, by: make(map[string][]*delivery)}
}

// NewTransient returns a queue that gives a message up after some failures. The source gets the last outcome.
func (o *Outbox) NewTransient(source Source) *Queue {
	return &Queue{box: o, source: source, by: make(map[string][]*delivery)}
}

// find returns the message's delivery, or nil.
func (q *Queue) find(key Key) *delivery {
	if i := slices.IndexFunc(q.by[key.ID], func(d *delivery) bool { return d.key == key }); i >= 0 {
		return q.by[key.ID][i]
	}
	return nil
}

// withDelivery calls do with the message's delivery, if there is one, while holding the outbox's lock.
func (q *Queue) withDelivery(key Key, do func(*delivery)) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	if d := q.find(key); d != nil {
		do(d)
	}
}

// findOrCreate returns the message's delivery, which it creates if needed.
func (q *Queue) findOrCreate(key Key) *delivery {
	d := q.find(key)
	if d == nil {
		d = &delivery{key: key, source: q.source}
		q.by[key.ID] = append(q.by[key.ID], d)
	}
	return d
}

// removeWhere removes the deliveries of the id's messages that satisfy the condition.
func (q *Queue) removeWhere(id string, where func(*delivery) bool) {
	if q.by[id] = slices.DeleteFunc(q.by[id], where); len(q.by[id]) == 0 {
		delete(q.by, id)
	}
}

// remove forgets the delivery.
func (q *Queue) remove(d *delivery) {
	d.inFlight = false
	q.removeWhere(d.key.ID, func(x *delivery) bool { return x == d })
}

// Deliver starts to deliver the message unless it is current. It reports whether the message is in flight
// already: then the source is asked again after that call, so only the newest state waits.
func (q *Queue) Deliver(key Key, s MessageState) (busy bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := cmp.Or(q.find(key), &delivery{key: key})
	switch {
	case q.box.Context.Err() != nil || d.try().Next(s) == Idle:
		return false
	case d.inFlight:
		d.markStale()
		return true
	}
	q.startLocked(q.findOrCreate(key), func(error) {})
	return false
}

// startLocked delivers the message in a goroutine, which calls over at the end: with the fault after a panic.
func (q *Queue) startLocked(d *delivery, over func(fault error)) {
	d.inFlight = true
	q.box.countLocked(d.key.Place.Platform(), 1)
	q.box.Work.Go(func() {
		defer chat.CatchFault(q.box.Log, "delivery", nil)
		over(q.deliverSafely(d))
	})
}

// deliverSafely runs deliverLoop. A panic over one message reaches no other: it is logged and returned.
func (q *Queue) deliverSafely(d *delivery) (fault error) {
	defer func() {
		if fault != nil {
			q.box.mu.Lock()
			defer q.box.mu.Unlock()
			q.remove(d)
		}
	}()
	defer chat.CatchFault(q.box.Log, "delivery", &fault)
	q.deliverLoop(d)
	return nil
}

// Force makes the next Deliver send the message even if it is current.
func (q *Queue) Force(key Key) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	q.findOrCreate(key).Force = true
}

// CancelDelay ends a delay before the message is sent: a user is present and waiting.
func (q *Queue) CancelDelay(key Key) { q.withDelivery(key, (*delivery).cancelDelay) }

// MarkFound records that the message's place can be reached again, so the message is retried. It
// reports whether the message may also be posted again, which the caller wants if repost is true.
func (q *Queue) MarkFound(key Key, repost bool) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := q.findOrCreate(key)
	repost = repost && !d.Found && d.reserveRepost() == 0
	d.Found, d.Force, d.heard, d.lost = true, true, true, false
	d.cancelDelay()
	return repost
}

// MarkLost records that the place can't be reached.
func (q *Queue) MarkLost(key Key) {
	q.withDelivery(key, func(d *delivery) { d.Found, d.heard, d.lost = false, false, true })
}

// WasLost reports whether the place was lost since the message's last step began: then that step's
// success says nothing about the present.
func (q *Queue) WasLost(key Key) bool {
	return q.hasAny(key.ID, func(d *delivery) bool { return d.key == key && d.lost })
}

// Forget removes all deliveries of the id's messages that aren't in flight.
func (q *Queue) Forget(id string) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	q.removeWhere(id, func(d *delivery) bool { return !d.inFlight })
}

// IsInFlight reports whether a message of the id is being delivered.
func (q *Queue) IsInFlight(id string) bool {
	return q.hasAny(id, func(d *delivery) bool { return d.inFlight })
}

// IsStale reports whether a message of the id doesn't show the newest state yet.
func (q *Queue) IsStale(id string) bool {
	return q.hasAny(id, func(d *delivery) bool { return !d.staleSince.IsZero() })
}

// IsSettled reports whether no further step follows for this state unless it changes.
func (q *Queue) IsSettled(key Key, s MessageState) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := cmp.Or(q.find(key), &delivery{})
	return !d.inFlight && d.try().Next(s) == Idle
}

// ReportStale logs one error if the message has been stale for longer than staleLimit.
func (q *Queue) ReportStale(key Key) {
	q.withDelivery(key, func(d *delivery) { q.reportStale(d, staleLimit) })
}

func (q *Queue) hasAny(id string, where func(*delivery) bool) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	return slices.ContainsFunc(q.by[id], where)
}

// deliverLoop repeats steps until the message is current or its delivery is suspended.
func (q *Queue) deliverLoop(d *delivery) {
	defer q.countDown(d)
	defer q.reportShutdown(d)
	w := pictureWait{worded: -1}
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
		if shown, took := w.recordShown(t, err); shown && !q.box.Traits(t.Place).Lazy {
			q.box.Metrics.ObservePicture(t.Place.Platform(), took)
		}
		if p, more := q.finishStep(d, t, ref, err); !more || !q.box.sleep(p) {
			return
		}
	}
}

// countDown counts the end of the delivery.
func (q *Queue) countDown(d *delivery) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	q.box.countLocked(d.key.Place.Platform(), -1)
}

// reportShutdown tells a transient message's source that the message is given up because the outbox ends.
func (q *Queue) reportShutdown(d *delivery) {
	if err := q.box.Context.Err(); err != nil && !q.persistent {
		_, _ = d.source.Shown(q.box.Context, d.key, Outcome{Err: err, Final: true}) // its answer changes nothing any more
	}
}

// task is one step of one message: the request, and later its result.
type task struct {
	Outcome
	superseded <-chan struct{} // closed when newer content exists
	wordsOnly  bool            // send only the words: the picture is still being drawn
}

// newTask returns the request for the step.
func newTask(key Key, w Want, step Step, newer <-chan struct{}) *task {
	t := &task{Outcome: Outcome{Step: step, Place: cmp.Or(w.Place, key.Place), Screen: w.Screen, Rev: w.Rev}, superseded: newer}
	switch step {
	case Retire:
		t.Old = w.Old
	case Edit:
		t.Old = w.Ref
	case Begin:
		t.Screen = t.Screen.Beginning()
		t.Screen.Anew = w.Ref != ""
	case Post:
		t.Screen.Anew = w.Ref != ""
	case Idle:
	}
	return t
}

// nextStep asks the source and returns the step to take, or nil if the message is current.
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
		case step != Idle:
			return newTask(d.key, want, step, newer)
		}
	}
}

// chooseStep returns the next step, or over if none is left. It returns Idle and not over if the source must be
// asked again.
func (q *Queue) chooseStep(d *delivery, try Try, w Want, err error) (step Step, over bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	if err == nil {
		step = try.Next(w.MessageState)
		d.trackState(w.MessageState, q.box.Log)
	}
	d.Force = d.Force || try.Force && (step == Idle || step == Retire)
	if step != Idle || d.stale {
		return step, false
	}
	q.release(d, errors.Is(err, ErrNone))
	return Idle, true
}

// release ends the delivery. It forgets a message that doesn't exist or is transient.
func (q *Queue) release(d *delivery, none bool) {
	if d.inFlight = false; none || !q.persistent {
		q.remove(d)
	}
}

// show calls the platform, without holding a lock. A panic in the platform counts as a failure.
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

// finishStep records the result of a step and returns the delay before the next one, or false if none follows. It
// records a posted message even if the call has failed otherwise.
func (q *Queue) finishStep(d *delivery, t *task, ref chat.Ref, err error) (pause, bool) {
	if ref != "" && errors.Is(err, chat.ErrRefused) { // it is posted; only its notification is refused
		q.box.Log.Warn("a call was refused", "platform", t.Place.Platform(), "err", err)
		err = nil
	}
	t.Ref, t.Err = ref, err
	p := q.recordResult(d, t)
	s, err := d.source.Shown(q.box.Context, d.key, t.Outcome)
	return q.planNext(d, t, p, s, err)
}

// recordResult updates the delivery by the result, and completes the outcome for the source.
func (q *Queue) recordResult(d *delivery, t *task) (p pause) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	switch {
	case t.Step == Retire:
		if p = d.afterRetire(t); t.Final && t.Err != nil && !errors.Is(t.Err, chat.ErrGone) {
			q.box.Log.Warn("old board not retired", "platform", t.Place.Platform(), "err", t.Err)
		}
	case t.Err == nil:
		d.failures, d.NewFirst = 0, false
		d.Force = d.Force || t.Step == Begin || t.wordsOnly
		t.Whole, t.Again = t.Step != Begin && !t.wordsOnly, d.Force
		if t.Step != Begin {
			d.markCurrent(q.box.Log)
		}
	default:
		p = q.recordFailure(d, t)
	}
	return p
}

// recordFailure is recordResult for a step that failed.
func (q *Queue) recordFailure(d *delivery, t *task) pause {
	d.NewFirst = d.NewFirst && t.Ref == "" && errors.As(t.Err, new(chat.RetryAfter))
	d.lastErr = t.Err
	q.reportStale(d, staleLimit)
	gone := errors.Is(t.Err, chat.ErrGone)
	switch {
	case errors.Is(t.Err, chat.ErrBlocked):
		q.box.silent[t.Place] = true
		return d.afterBlocked(t)
	case gone && !q.persistent && t.Old != "":
		t.Final = true
		return pause{}
	case gone && q.persistent:
		p := d.afterDeleted()
		if p.time > 0 {
			q.box.silent[t.Place] = true
		}
		return p
	}
	p := d.afterFailure(t)
	if t.Final {
		q.reportStale(d, 0)
	}
	return p
}

// reportStale logs one line about a message that has been stale for longer than the limit.
func (q *Queue) reportStale(d *delivery, after time.Duration) {
	if !q.persistent || q.box.Context.Err() != nil || d.reported || after > 0 && (d.staleSince.IsZero() || time.Since(d.staleSince) < after) {
		return
	}
	d.reported = true
	tell := q.box.Log.Error
	if errors.As(d.lastErr, new(chat.RetryAfter)) {
		tell = q.box.Log.Warn // the network limits the rate
	}
	tell("message not up to date", "table", d.key.ID, "platform", d.key.Place.Platform(), "public", d.key.Place.Chat != "",
		"since", time.Since(d.staleSince).Round(time.Second), "err", d.lastErr)
}

// planNext returns the delay before the next step, or false if none follows. s and err are what Source.Shown has
// returned for the last step.
func (q *Queue) planNext(d *delivery, t *task, p pause, s MessageState, err error) (then pause, more bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	switch {
	case d.stale && (err != nil || t.Final):
		return pause{}, true
	case errors.Is(err, ErrNone), !q.persistent && (err != nil || t.Final && t.Step != Retire):
		q.release(d, true)
		return pause{}, false
	case err != nil, p.newFirst && (s.Behind || d.stale):
		return pause{}, true
	case p.time > 0:
		return p, true
	}
	if d.trackState(s, q.box.Log); d.stale || d.try().Next(s) != Idle {
		return pause{}, true
	}
	q.release(d, false)
	d.Force = d.Force || s.Hidden && t.Final && !errors.Is(t.Err, chat.ErrRefused) // no newer revision would send it
	return pause{}, false
}
