package outbox

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// Queue is the messages of one source.
type Queue struct {
	box    *Outbox
	source Source
	// lasting: see Lasting and Passing.
	lasting bool

	by map[string][]*delivery // by Key.ID; box.mu guards it
}

// Lasting makes a queue of messages that are kept up to date as long as the source has them: one that is
// deleted is posted anew, one that fails is tried again now and then, and the operator is told.
func (o *Outbox) Lasting(source Source) *Queue {
	return &Queue{box: o, source: source, lasting: true, by: make(map[string][]*delivery)}
}

// Passing makes a queue of messages that are given up after a while, of which the source is told.
func (o *Outbox) Passing(source Source) *Queue {
	return &Queue{box: o, source: source, by: make(map[string][]*delivery)}
}

// find is the delivery of the message; nil if nothing is known of one.
func (q *Queue) find(key Key) *delivery {
	if i := slices.IndexFunc(q.by[key.ID], func(d *delivery) bool { return d.key == key }); i >= 0 {
		return q.by[key.ID][i]
	}
	return nil
}

// with does that with the delivery of the message, if anything is known of one.
func (q *Queue) with(key Key, do func(*delivery)) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	if d := q.find(key); d != nil {
		do(d)
	}
}

// get is the delivery of the message, made if need be.
func (q *Queue) get(key Key) *delivery {
	d := q.find(key)
	if d == nil {
		d = &delivery{key: key, source: q.source}
		q.by[key.ID] = append(q.by[key.ID], d)
	}
	return d
}

// forget forgets such deliveries of the id's messages.
func (q *Queue) forget(id string, such func(*delivery) bool) {
	if q.by[id] = slices.DeleteFunc(q.by[id], such); len(q.by[id]) == 0 {
		delete(q.by, id)
	}
}

// drop forgets the delivery.
func (q *Queue) drop(d *delivery) {
	d.busy = false
	q.forget(d.key.ID, func(x *delivery) bool { return x == d })
}

// Deliver brings the message up to date, unless it stands as it should. If somebody is at it already it
// says so, and the source is asked again in its turn: only the newest waits, and no other place.
func (q *Queue) Deliver(key Key, s Standing) (busy bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := cmp.Or(q.find(key), &delivery{key: key})
	switch {
	case q.box.Context.Err() != nil || d.try().Next(s) == Idle:
		return false
	case d.busy:
		d.outdate()
		return true
	}
	q.startLocked(q.get(key), func() {})
	return false
}

// startLocked delivers the message in the background. At the end it calls over, but not after a fault.
func (q *Queue) startLocked(d *delivery, over func()) {
	d.busy = true
	q.box.countLocked(d.key.Place.Platform(), 1)
	q.box.Work.Go(func() {
		defer q.recover(d)
		q.run(d)
		over()
	})
}

// Force lets the message be shown at the next Deliver even if it shows all.
func (q *Queue) Force(key Key) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	q.get(key).Force = true
}

// Hurry ends a pause before the message is shown: somebody is there who wants to see it.
func (q *Queue) Hurry(key Key) { q.with(key, (*delivery).hurry) }

// Found lets the message of a lost place be tried again. With anew it says whether it may be posted anew.
func (q *Queue) Found(key Key, anew bool) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := q.get(key)
	anew = anew && !d.Found && d.postAnew() == 0
	d.Found, d.Force, d.heard, d.lost = true, true, true, false
	d.hurry()
	return anew
}

// Lose takes back that the place may be found again.
func (q *Queue) Lose(key Key) {
	q.with(key, func(d *delivery) { d.Found, d.heard, d.lost = false, false, true })
}

// Lost says that the place was lost since the message's last step began: that this went well says nothing
// of now.
func (q *Queue) Lost(key Key) bool {
	return q.some(key.ID, func(d *delivery) bool { return d.key == key && d.lost })
}

// Forget forgets all that isn't being delivered of the id's messages.
func (q *Queue) Forget(id string) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	q.forget(id, func(d *delivery) bool { return !d.busy })
}

// Busy says that a message of the id's is being delivered.
func (q *Queue) Busy(id string) bool { return q.some(id, func(d *delivery) bool { return d.busy }) }

// Unfinished says that some message of the id's doesn't show what it should yet.
func (q *Queue) Unfinished(id string) bool {
	return q.some(id, func(d *delivery) bool { return !d.since.IsZero() })
}

// Rests says that the message that stands so is shown no more unless something else happens.
func (q *Queue) Rests(key Key, s Standing) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := cmp.Or(q.find(key), &delivery{})
	return !d.busy && d.try().Next(s) == Idle
}

// TellOverdue tells the operator of the message if it hasn't been up to date for long.
func (q *Queue) TellOverdue(key Key) {
	q.with(key, func(d *delivery) { q.tellOverdue(d, overdueAfter) })
}

func (q *Queue) some(id string, such func(*delivery) bool) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	return slices.ContainsFunc(q.by[id], such)
}

// run delivers the message until it is up to date, or can't be.
func (q *Queue) run(d *delivery) {
	defer q.over(d)
	defer q.abandon(d)
	w := wait{worded: -1}
	defer w.leave()
	for {
		t := q.next(d)
		if t == nil {
			return
		}
		if !q.box.illustrate(t, &w) {
			continue
		}
		ref, err := q.box.show(t)
		if shown, took := w.end(t, err); shown && !q.box.Traits(t.Place).Lazy {
			q.box.Metrics.Pictured(t.Place.Platform(), took)
		}
		if p, more := q.done(d, t, ref, err); !more || !q.box.sleep(p) {
			return
		}
	}
}

// over ends a delivery.
func (q *Queue) over(d *delivery) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	q.box.countLocked(d.key.Place.Platform(), -1)
}

// abandon tells the source of a message that is given up if the outbox has ended.
func (q *Queue) abandon(d *delivery) {
	if err := q.box.Context.Err(); err != nil && !q.lasting {
		_, _ = d.source.Shown(q.box.Context, d.key, Outcome{Err: err, Final: true}) // nothing follows
	}
}

// recover keeps a fault with one message from reaching any other.
func (q *Queue) recover(d *delivery) {
	if r := recover(); r != nil {
		_ = chat.LogFault(q.box.Log, "delivery", r) // it is in the log; there is nobody to tell
		q.box.mu.Lock()
		defer q.box.mu.Unlock()
		q.drop(d)
	}
}

// task is one step with one message: at first what is to be done, then what has come of it.
type task struct {
	Outcome
	newer   <-chan struct{} // closed when this is out of date
	partial bool            // only the words: the picture is still being drawn
}

// newTask makes the step out of what is wanted.
func newTask(key Key, w Want, step Step, newer <-chan struct{}) *task {
	t := &task{Outcome: Outcome{Step: step, Place: cmp.Or(w.Place, key.Place), Screen: w.Screen, Rev: w.Rev}, newer: newer}
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

// next takes the message's next step, or ends its delivery: then it is nil.
func (q *Queue) next(d *delivery) *task {
	for {
		q.box.mu.Lock()
		try, newer := d.take()
		q.box.mu.Unlock()
		var want Want
		err := q.box.Context.Err()
		if err == nil {
			want, err = d.source.Want(q.box.Context, d.key, try)
		}
		switch step, over := q.decide(d, try, want, err); {
		case over:
			return nil
		case step != Idle:
			return newTask(d.key, want, step, newer)
		}
	}
}

// decide is the step to take, or whether that is all; neither if the source is to be asked again.
func (q *Queue) decide(d *delivery, try Try, w Want, err error) (step Step, over bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	if err == nil {
		step = try.Next(w.Standing)
		d.note(w.Standing, q.box.Log)
	}
	d.Force = d.Force || try.Force && (step == Idle || step == Retire)
	if step != Idle || d.outdated {
		return step, false
	}
	q.end(d, errors.Is(err, ErrNone))
	return Idle, true
}

// end ends a delivery. What is remembered of it is kept if the message is to last.
func (q *Queue) end(d *delivery, none bool) {
	if d.busy = false; none || !q.lasting {
		q.drop(d)
	}
}

// show speaks to the platform, without a lock. A fault of the platform is a failure like any other.
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

// done notes what came of a step and says how long to wait before the next, or that
// there is none. A message that stands is noted, whatever else has failed.
func (q *Queue) done(d *delivery, t *task, ref chat.Ref, err error) (pause, bool) {
	if ref != "" && errors.Is(err, chat.ErrRefused) { // only who is called by it isn't, and never will be
		q.box.Log.Warn("a call was refused", "platform", t.Place.Platform(), "err", err)
		err = nil
	}
	t.Ref, t.Err = ref, err
	p := q.judge(d, t)
	s, err := d.source.Shown(q.box.Context, d.key, t.Outcome)
	return q.follow(d, t, p, s, err)
}

// judge is what follows for the delivery, and completes what the source is told.
func (q *Queue) judge(d *delivery, t *task) (p pause) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	switch {
	case t.Step == Retire:
		if p = d.retired(t); t.Final && t.Err != nil && !errors.Is(t.Err, chat.ErrGone) {
			q.box.Log.Warn("old board not retired", "platform", t.Place.Platform(), "err", t.Err)
		}
	case t.Err == nil:
		d.failures, d.NewFirst = 0, false
		d.Force = d.Force || t.Step == Begin || t.partial
		t.Whole, t.Again = t.Step != Begin && !t.partial, d.Force
		if t.Step != Begin {
			d.finish(q.box.Log)
		}
	default:
		p = q.judgeError(d, t)
	}
	return p
}

// judgeError is judge for what hasn't gone as it should.
func (q *Queue) judgeError(d *delivery, t *task) pause {
	d.NewFirst = d.NewFirst && t.Ref == "" && errors.As(t.Err, new(chat.RetryAfter))
	d.why = t.Err
	q.tellOverdue(d, overdueAfter)
	gone := errors.Is(t.Err, chat.ErrGone)
	switch {
	case errors.Is(t.Err, chat.ErrBlocked):
		q.box.silent[t.Place] = true
		return d.blocked(t)
	case gone && !q.lasting && t.Old != "":
		t.Final = true
		return pause{}
	case gone && q.lasting:
		p := d.gone()
		if p.time > 0 {
			q.box.silent[t.Place] = true
		}
		return p
	}
	p := d.failed(t)
	if t.Final {
		q.tellOverdue(d, 0)
	}
	return p
}

// tellOverdue tells the operator, in one line, of a message that hasn't been up to date for so long.
func (q *Queue) tellOverdue(d *delivery, after time.Duration) {
	if !q.lasting || q.box.Context.Err() != nil || d.logged || after > 0 && (d.since.IsZero() || time.Since(d.since) < after) {
		return
	}
	d.logged = true
	tell := q.box.Log.Error
	if errors.As(d.why, new(chat.RetryAfter)) {
		tell = q.box.Log.Warn // there is more to say than the network lets through
	}
	tell("message not up to date", "table", d.key.ID, "platform", d.key.Place.Platform(), "public", d.key.Place.Chat != "",
		"since", time.Since(d.since).Round(time.Second), "err", d.why)
}

// follow is how long to wait before the next step with a message that stands so after
// the last, or that there is none; err is the source's.
func (q *Queue) follow(d *delivery, t *task, p pause, s Standing, err error) (then pause, more bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	switch {
	case d.outdated && (err != nil || t.Final):
		return pause{}, true
	case errors.Is(err, ErrNone), !q.lasting && (err != nil || t.Final && t.Step != Retire):
		q.end(d, true)
		return pause{}, false
	case err != nil, p.newFirst && (s.Behind || d.outdated):
		return pause{}, true
	case p.time > 0:
		return p, true
	}
	if d.note(s, q.box.Log); d.outdated || d.try().Next(s) != Idle {
		return pause{}, true
	}
	q.end(d, false)
	d.Force = d.Force || s.Hidden && t.Final && !errors.Is(t.Err, chat.ErrRefused) // nothing newer would have it tried again
	return pause{}, false
}
