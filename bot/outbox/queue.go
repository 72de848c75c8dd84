package outbox

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
)

// Queue holds the messages of one source.
type Queue struct {
	box        *Outbox
	source     Source
	persistent bool
	by         map[string][]*delivery // by Key.ID; guarded by box.mu
}

// NewPersistent returns a queue that reposts deleted messages and retries failing ones while the source has them.
func (o *Outbox) NewPersistent(source Source) *Queue {
	return &Queue{box: o, source: source, persistent: true, by: make(map[string][]*delivery)}
}

// NewTransient returns a queue that gives up a message after some failures.
func (o *Outbox) NewTransient(source Source) *Queue {
	return &Queue{box: o, source: source, by: make(map[string][]*delivery)}
}

func (q *Queue) findLocked(key Key) *delivery {
	if i := slices.IndexFunc(q.by[key.ID], func(d *delivery) bool { return d.key == key }); i >= 0 {
		return q.by[key.ID][i]
	}
	return nil
}

func (q *Queue) withDelivery(key Key, do func(*delivery)) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	if d := q.findLocked(key); d != nil {
		do(d)
	}
}

func (q *Queue) findOrCreateLocked(key Key) *delivery {
	d := q.findLocked(key)
	if d == nil {
		d = &delivery{key: key, source: q.source}
		q.by[key.ID] = append(q.by[key.ID], d)
	}
	return d
}

func (q *Queue) removeWhereLocked(id string, where func(*delivery) bool) {
	if q.by[id] = slices.DeleteFunc(q.by[id], where); len(q.by[id]) == 0 {
		delete(q.by, id)
	}
}

func (q *Queue) removeLocked(d *delivery) {
	q.removeWhereLocked(d.key.ID, func(x *delivery) bool { return x == d })
}

// Deliver starts to deliver the message unless it is current. If it returns true, the message is in flight, and the
// outbox asks the source again after the current call.
func (q *Queue) Deliver(key Key, s MessageState) (busy bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := cmp.Or(q.findLocked(key), &delivery{key: key})
	switch {
	case q.box.Context.Err() != nil || d.try().Next(s) == StepIdle:
		return false
	case d.inFlight:
		d.markStale()
		return true
	}
	q.startLocked(q.findOrCreateLocked(key))
	return false
}

func (q *Queue) startLocked(d *delivery) {
	d.inFlight = true
	q.box.countLocked(d.key.Place.Platform(), 1)
	q.box.Work.Go(func() {
		defer chat.CatchFault(q.box.Log, "delivery", nil)
		if fault := q.deliverSafely(d); d.over != nil {
			d.over(fault)
		}
	})
}

func (q *Queue) deliverSafely(d *delivery) (fault error) {
	defer func() {
		q.box.mu.Lock()
		defer q.box.mu.Unlock()
		q.box.countLocked(d.key.Place.Platform(), -1)
		if fault != nil {
			q.removeLocked(d)
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
	q.findOrCreateLocked(key).next.Force = true
}

// CancelDelay ends a delay before a retry or repost.
func (q *Queue) CancelDelay(key Key) { q.withDelivery(key, (*delivery).cancelDelay) }

// MarkFound retries the message, because its place can be reached again. If repost is true, it reports whether the
// caller may repost the message.
func (q *Queue) MarkFound(key Key, repost bool) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := q.findOrCreateLocked(key)
	repost = repost && !d.next.Found && d.reserveRepost() == 0
	d.next.Found, d.next.Force, d.heard, d.lost = true, true, true, false
	d.cancelDelay()
	return repost
}

// MarkLost records that the place can't be reached.
func (q *Queue) MarkLost(key Key) {
	q.withDelivery(key, func(d *delivery) { d.next.Found, d.heard, d.lost = false, false, true })
}

// WasLost reports whether the place was lost during the last step. Then the step's success is outdated.
func (q *Queue) WasLost(key Key) bool {
	return q.hasAny(key.ID, func(d *delivery) bool { return d.key == key && d.lost })
}

// Forget removes the id's deliveries that aren't in flight.
func (q *Queue) Forget(id string) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	q.removeWhereLocked(id, func(d *delivery) bool { return !d.inFlight })
}

// IsInFlight reports whether a message of the id is being delivered.
func (q *Queue) IsInFlight(id string) bool {
	return q.hasAny(id, func(d *delivery) bool { return d.inFlight })
}

// IsStale reports whether a message of the id doesn't show the newest state.
func (q *Queue) IsStale(id string) bool {
	return q.hasAny(id, func(d *delivery) bool { return !d.lag.since.IsZero() })
}

// IsSettled reports whether no further step follows for this state.
func (q *Queue) IsSettled(key Key, s MessageState) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := cmp.Or(q.findLocked(key), &delivery{})
	return !d.inFlight && d.try().Next(s) == StepIdle
}

// ReportStale logs an error once if the message has been stale for longer than staleLimit.
func (q *Queue) ReportStale(key Key) {
	q.withDelivery(key, func(d *delivery) { q.reportStaleLocked(d, staleLimit) })
}

func (q *Queue) hasAny(id string, where func(*delivery) bool) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	return slices.ContainsFunc(q.by[id], where)
}
