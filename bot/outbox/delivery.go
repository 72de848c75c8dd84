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
	next           Try // its Suspended is ignored from retryAt on
	key            Key
	source         Source
	over           func(fault error)
	inFlight       bool
	stale          bool // the source changed after the last Want
	heard          bool // a user wrote in the place after the last Want
	lost           bool // the place was lost after the last Want
	failures       int
	retireFailures int
	retryAt        time.Time // earliest time to retry revision Suspended
	reposts        *rate.Limiter
	repostNow      chan struct{} // closed to end a repost delay early; nil if none is pending
	superseded     chan struct{} // closed when newer content exists
	lag            lag
}

type lag struct {
	since    time.Time // zero if the message is current
	err      error
	reported bool
}

const (
	maxFailures = 8
	firstDelay  = 2 * time.Second // doubles with each failure
	minDelay    = time.Second
	suspendTime = 10 * time.Minute // of a revision, after maxFailures or ErrRefused
	blockedTime = 24 * time.Hour   // of a revision, after ErrBlocked
)

// A deleted message is reposted maxReposts times at once, then once per repostEvery.
const (
	maxReposts  = 3
	repostEvery = 10 * time.Minute / maxReposts
)

const staleLimit = time.Minute

func (d *delivery) try() Try {
	t := d.next
	if !time.Now().Before(d.retryAt) {
		t.Suspended = 0
	}
	return t
}

func (d *delivery) forceIf(force bool) { d.next.Force = d.next.Force || force }

// beginStep returns the state to act on. Changes reported later belong to the next step.
func (d *delivery) beginStep() (t Try, newer <-chan struct{}) {
	t = d.try()
	d.repostNow, d.next.Force, d.stale, d.heard, d.lost = nil, false, false, false, false
	if d.superseded == nil {
		d.superseded = make(chan struct{})
	}
	return t, d.superseded
}

func (d *delivery) markStale() {
	d.stale = true
	if d.superseded != nil {
		close(d.superseded)
		d.superseded = nil
	}
}

func (d *delivery) cancelDelay() {
	d.next.Suspended = 0
	if d.repostNow != nil {
		close(d.repostNow)
		d.repostNow, d.reposts = nil, nil
	}
}

func (d *delivery) reserveRepost() time.Duration {
	if d.reposts == nil {
		d.reposts = rate.NewLimiter(rate.Every(repostEvery), maxReposts)
	}
	return d.reposts.Reserve().Delay()
}

func retryDelay(failures int) time.Duration { return firstDelay << (failures - 1) }

func (d *delivery) suspend(t *task, wait time.Duration) verdict {
	d.next.Suspended, d.retryAt, t.Final = t.Rev, time.Now().Add(wait), true
	return verdict{}
}

func (d *delivery) trackState(s MessageState, log *slog.Logger) {
	if !s.IsUnfinished() {
		d.markCurrent(log)
	} else if d.lag.since.IsZero() {
		d.lag.since = time.Now()
	}
}

func (d *delivery) markCurrent(log *slog.Logger) {
	if d.lag.reported {
		log.Info("message up to date again", "table", d.key.ID, "platform", d.key.Place.Platform(),
			"after", time.Since(d.lag.since).Round(time.Second))
	}
	d.lag = lag{}
}

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

// afterBlocked handles ErrBlocked. The error may be outdated if a user wrote during the call.
func (d *delivery) afterBlocked(t *task) verdict {
	if d.heard {
		return verdict{}
	}
	d.next.Found, d.lag = false, lag{}
	return d.suspend(t, blockedTime)
}

func (d *delivery) afterDeleted() verdict {
	d.next.Force = true
	v := verdict{wait: d.reserveRepost()}
	if v.wait > 0 {
		d.repostNow = make(chan struct{})
		v.wake = d.repostNow
	}
	return v
}

func delayFor(later chat.RetryAfter) verdict {
	if later.Unsent {
		return verdict{wait: later.Wait}
	}
	return verdict{wait: max(later.Wait, minDelay)}
}
