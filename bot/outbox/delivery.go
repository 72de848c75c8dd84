package outbox

import (
	"errors"
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/bot/chat"
)

// delivery tracks one message until it is current. Outbox.mu guards it.
type delivery struct {
	next           Try // how the next step is made, unless retryAt has come
	key            Key
	source         Source
	over           func(fault error) // called at the end: with the fault after a panic; may be nil
	inFlight       bool              // a goroutine is delivering it
	stale          bool              // the source changed after the last Want
	heard          bool              // somebody wrote in the place after the last Want
	lost           bool              // the place was lost after the last Want
	failures       int               // in a row
	retireFailures int               // failed tries to retire the old message
	retryAt        time.Time         // earliest time to retry revision Suspended
	reposts        *rate.Limiter     // limits posting again after deletions; nil before the first
	repostNow      chan struct{}     // closed to end a repost delay early; nil if none is pending
	superseded     chan struct{}     // closed when newer content exists; nil between steps
	lag            lag
}

// lag tells how long a message has been out of date, and why.
type lag struct {
	since    time.Time // zero if the message is current
	err      error     // the network's last error
	reported bool      // the lag was logged
}

const (
	maxFailures = 8                // in a row, before a revision is suspended
	firstDelay  = 2 * time.Second  // after the first failure in a row; doubles with each
	minDelay    = time.Second      // of a wait that the network asks for
	suspendTime = 10 * time.Minute // of a revision after maxFailures or a refusal
	blockedTime = 24 * time.Hour   // of a revision in a place that can't be reached
)

// A message that is deleted again and again is posted again maxReposts times at once, then every repostEvery.
const (
	maxReposts  = 3
	repostEvery = 10 * time.Minute / maxReposts
)

// staleLimit is how long a message may be stale before that is logged as an error.
const staleLimit = time.Minute

// try returns the Try for the next step.
func (d *delivery) try() Try {
	t := d.next
	if !time.Now().Before(d.retryAt) {
		t.Suspended = 0
	}
	return t
}

// forceIf makes the next step send the message even if it is current, if force is true.
func (d *delivery) forceIf(force bool) { d.next.Force = d.next.Force || force }

// beginStep clears the change marks and returns the state to act on. Changes reported later belong to
// the next step.
func (d *delivery) beginStep() (t Try, newer <-chan struct{}) {
	t = d.try()
	d.repostNow, d.next.Force, d.stale, d.heard, d.lost = nil, false, false, false, false
	if d.superseded == nil {
		d.superseded = make(chan struct{})
	}
	return t, d.superseded
}

// markStale records newer content and cancels a drawing in progress.
func (d *delivery) markStale() {
	d.stale = true
	if d.superseded != nil {
		close(d.superseded)
		d.superseded = nil
	}
}

// cancelDelay ends a delay before a retry or repost: a user is present and waiting.
func (d *delivery) cancelDelay() {
	d.next.Suspended = 0
	if d.repostNow != nil {
		close(d.repostNow)
		d.repostNow, d.reposts = nil, nil
	}
}

// reserveRepost counts a post that replaces a deleted message, and returns the delay before it.
func (d *delivery) reserveRepost() time.Duration {
	if d.reposts == nil {
		d.reposts = rate.NewLimiter(rate.Every(repostEvery), maxReposts)
	}
	return d.reposts.Reserve().Delay()
}

// retryDelay returns the delay after so many failures in a row.
func retryDelay(failures int) time.Duration { return firstDelay << (failures - 1) }

// suspend stops retrying this revision for the given duration: the outcome is final.
func (d *delivery) suspend(t *task, wait time.Duration) verdict {
	d.next.Suspended, d.retryAt, t.Final = t.Rev, time.Now().Add(wait), true
	return verdict{}
}

// trackState records since when the message has been stale, or that it is current.
func (d *delivery) trackState(s MessageState, log *slog.Logger) {
	if !s.Unfinished() {
		d.markCurrent(log)
	} else if d.lag.since.IsZero() {
		d.lag.since = time.Now()
	}
}

// markCurrent records that the message is current, and logs that if the lag was logged.
func (d *delivery) markCurrent(log *slog.Logger) {
	if d.lag.reported {
		log.Info("message up to date again", "table", d.key.ID, "platform", d.key.Place.Platform(),
			"after", time.Since(d.lag.since).Round(time.Second))
	}
	d.lag = lag{}
}

// afterRetire updates the delivery after a try to retire the old message, and returns what follows. If the old message
// can't be retired it stays; its buttons answer that they are old. A new message that is behind doesn't wait for it.
func (d *delivery) afterRetire(t *task) verdict {
	if later, is := errors.AsType[chat.RetryAfter](t.Err); is {
		return delayFor(later)
	}
	d.retireFailures++
	t.Final = d.retireFailures == maxFailures || t.Err == nil ||
		errors.Is(t.Err, chat.ErrGone) || errors.Is(t.Err, chat.ErrRefused) || errors.Is(t.Err, chat.ErrBlocked)
	if t.Final {
		d.retireFailures, d.next.NewFirst = 0, false
		return verdict{}
	}
	d.next.NewFirst = true
	return verdict{wait: retryDelay(d.retireFailures), newFirst: true}
}

// afterFailure updates the delivery after an error and returns what follows: a delay, or after many failures or a
// refusal the suspension of the revision.
func (d *delivery) afterFailure(t *task) verdict {
	if later, is := errors.AsType[chat.RetryAfter](t.Err); is {
		d.next.Force = true
		return delayFor(later)
	}
	if d.failures++; d.failures < maxFailures && !errors.Is(t.Err, chat.ErrRefused) {
		d.next.Force = true
		return verdict{wait: retryDelay(d.failures)}
	}
	return d.suspend(t, suspendTime)
}

// afterBlocked handles ErrBlocked. If the user wrote to us while the call was in flight, the error may
// be outdated, so the message is retried at once.
func (d *delivery) afterBlocked(t *task) verdict {
	if d.heard {
		return verdict{}
	}
	d.next.Found, d.lag = false, lag{}
	return d.suspend(t, blockedTime)
}

// afterDeleted handles ErrGone: the message is posted again, after a delay if that happens often.
func (d *delivery) afterDeleted() verdict {
	d.next.Force = true
	v := verdict{wait: d.reserveRepost()}
	if v.wait > 0 {
		d.repostNow = make(chan struct{})
		v.wake = d.repostNow
	}
	return v
}

// delayFor returns the delay that the network asks for, but at least minDelay unless the platform knows the
// exact time.
func delayFor(later chat.RetryAfter) verdict {
	if later.Unsent {
		return verdict{wait: later.Wait}
	}
	return verdict{wait: max(later.Wait, minDelay)}
}
