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

// findLocked returns the message's delivery, or nil.
func (q *Queue) findLocked(key Key) *delivery {
	if i := slices.IndexFunc(q.by[key.ID], func(d *delivery) bool { return d.key == key }); i >= 0 {
		return q.by[key.ID][i]
	}
	return nil
}

// withDelivery calls do with the message's delivery, if there is one, while holding the outbox's lock.
func (q *Queue) withDelivery(key Key, do func(*delivery)) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	if d := q.findLocked(key); d != nil {
		do(d)
	}
}

// findOrCreateLocked returns the message's delivery, which it creates if needed.
func (q *Queue) findOrCreateLocked(key Key) *delivery {
	d := q.findLocked(key)
	if d == nil {
		d = &delivery{key: key, source: q.source}
		q.by[key.ID] = append(q.by[key.ID], d)
	}
	return d
}

// removeWhereLocked removes the deliveries of the id's messages that satisfy the condition.
func (q *Queue) removeWhereLocked(id string, where func(*delivery) bool) {
	if q.by[id] = slices.DeleteFunc(q.by[id], where); len(q.by[id]) == 0 {
		delete(q.by, id)
	}
}

// removeLocked forgets the delivery.
func (q *Queue) removeLocked(d *delivery) {
	q.removeWhereLocked(d.key.ID, func(x *delivery) bool { return x == d })
}

// Deliver starts to deliver the message unless it is current. It reports whether the message is in flight
// already: then the source is asked again after that call, so only the newest state waits.
func (q *Queue) Deliver(key Key, s MessageState) (busy bool) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := cmp.Or(q.findLocked(key), &delivery{key: key})
	switch {
	case q.box.Context.Err() != nil || d.try().Next(s) == Idle:
		return false
	case d.inFlight:
		d.markStale()
		return true
	}
	q.startLocked(q.findOrCreateLocked(key))
	return false
}

// startLocked delivers the message in a goroutine.
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

// deliverSafely runs deliverLoop and counts its end. A panic over one message reaches no other: it is logged and
// returned.
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

// CancelDelay ends a delay before the message is sent: a user is present and waiting.
func (q *Queue) CancelDelay(key Key) { q.withDelivery(key, (*delivery).cancelDelay) }

// MarkFound records that the message's place can be reached again, so the message is retried. It
// reports whether the message may also be posted again, which the caller wants if repost is true.
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

// WasLost reports whether the place was lost since the message's last step began: then that step's
// success says nothing about the present.
func (q *Queue) WasLost(key Key) bool {
	return q.hasAny(key.ID, func(d *delivery) bool { return d.key == key && d.lost })
}

// Forget removes all deliveries of the id's messages that aren't in flight.
func (q *Queue) Forget(id string) {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	q.removeWhereLocked(id, func(d *delivery) bool { return !d.inFlight })
}

// IsInFlight reports whether a message of the id is being delivered.
func (q *Queue) IsInFlight(id string) bool {
	return q.hasAny(id, func(d *delivery) bool { return d.inFlight })
}

// IsStale reports whether a message of the id doesn't show the newest state yet.
func (q *Queue) IsStale(id string) bool {
	return q.hasAny(id, func(d *delivery) bool { return !d.lag.since.IsZero() })
}

// IsSettled reports whether no further step follows for this state unless it changes.
func (q *Queue) IsSettled(key Key, s MessageState) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	d := cmp.Or(q.findLocked(key), &delivery{})
	return !d.inFlight && d.try().Next(s) == Idle
}

// ReportStale logs one error if the message has been stale for longer than staleLimit.
func (q *Queue) ReportStale(key Key) {
	q.withDelivery(key, func(d *delivery) { q.reportStaleLocked(d, staleLimit) })
}

// hasAny reports whether a delivery of the id's messages satisfies the condition.
func (q *Queue) hasAny(id string, where func(*delivery) bool) bool {
	q.box.mu.Lock()
	defer q.box.mu.Unlock()
	return slices.ContainsFunc(q.by[id], where)
}
