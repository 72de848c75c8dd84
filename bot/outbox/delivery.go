package outbox

import (
	"errors"
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/bot/chat"
)

// delivery is the state of bringing one message up to date. The outbox's lock guards it.
type delivery struct {
	Try
	key       Key
	source    Source
	busy      bool          // a goroutine is at it
	outdated  bool          // something has changed since the source was asked
	heard     bool          // somebody was heard of in the place since the source was asked
	lost      bool          // the place was lost since the source was asked
	failures  int           // in a row
	unretired int           // how often the old message couldn't be retired
	rested    time.Time     // when the revision that Rests is tried again itself
	anew      *rate.Limiter // counts posts in the place of messages that are gone; nil: none yet
	wake      chan struct{} // ends the wait for the next such post; nil: nobody waits
	newer     chan struct{} // closed when there is something newer to show; nil: nothing is being shown

	since  time.Time // since when the message hasn't shown what it should; zero: it does
	why    error     // what the network last said of that
	logged bool      // the operator has been told
}

const (
	maxFailures = 8
	firstDelay  = time.Second      // after a failure; doubles with each
	rest        = 10 * time.Minute // after so many, or a refusal, unless there is something newer
	blockedRest = 24 * time.Hour   // where nobody can be reached, if the source can't note that
)

// How often a message may be posted anew that somebody keeps deleting: so often at once, then rarely.
const (
	maxAnew   = 3
	anewEvery = 10 * time.Minute / maxAnew
)

// overdueAfter is how long a message may show what is old before the operator is told.
const overdueAfter = time.Minute

// try is what the source has to know of the delivery by now.
func (d *delivery) try() Try {
	t := d.Try
	if !time.Now().Before(d.rested) {
		t.Rests = 0
	}
	return t
}

// take begins the next step: what is told of the message from now on counts for the one after.
func (d *delivery) take() (t Try, newer <-chan struct{}) {
	t = d.try()
	d.wake, d.Force, d.outdated, d.heard, d.lost = nil, false, false, false, false
	if d.newer == nil {
		d.newer = make(chan struct{})
	}
	return t, d.newer
}

// outdate notes that there is something newer, and tells who shows the message.
func (d *delivery) outdate() {
	d.outdated = true
	if d.newer != nil {
		close(d.newer)
		d.newer = nil
	}
}

// hurry ends a pause: somebody is there who wants to see the message.
func (d *delivery) hurry() {
	d.Rests = 0
	if d.wake != nil {
		close(d.wake)
		d.wake, d.anew = nil, nil
	}
}

// postAnew counts a post in the place of a message that is gone, and is how long to wait before it.
func (d *delivery) postAnew() time.Duration {
	if d.anew == nil {
		d.anew = rate.NewLimiter(rate.Every(anewEvery), maxAnew)
	}
	return d.anew.Reserve().Delay()
}

// giveUp ends the tries to show the revision for so long.
func (d *delivery) giveUp(t *task, wait time.Duration) pause {
	d.Rests, d.rested, t.Final = t.Rev, time.Now().Add(wait), true
	return pause{}
}

// note notes how the message stands.
func (d *delivery) note(s Standing, log *slog.Logger) {
	if !s.Unfinished() {
		d.finish(log)
	} else if d.since.IsZero() {
		d.since = time.Now()
	}
}

// finish notes that the message shows what it should.
func (d *delivery) finish(log *slog.Logger) {
	if d.logged {
		log.Info("message up to date again", "table", d.key.ID, "platform", d.key.Place.Platform(),
			"after", time.Since(d.since).Round(time.Second))
	}
	d.since, d.why, d.logged = time.Time{}, nil, false
}

// retired judges a try to retire the old message. Once that is over it isn't tried again: one that stays
// tells by its buttons that they are old. Meanwhile the new one, if it is behind, doesn't wait.
func (d *delivery) retired(t *task) pause {
	if later, is := errors.AsType[chat.RetryAfter](t.Err); is {
		return waitFor(later)
	}
	d.unretired++
	over := t.Err == nil || errors.Is(t.Err, chat.ErrGone) || errors.Is(t.Err, chat.ErrRefused) || errors.Is(t.Err, chat.ErrBlocked)
	if t.Final = over || d.unretired == maxFailures; t.Final {
		d.unretired, d.NewFirst = 0, false
		return pause{}
	}
	d.NewFirst = true
	return pause{time: firstDelay << d.unretired, newFirst: true}
}

// failed judges a failure: it is tried again, ever later, but not soon after many, or a refusal.
func (d *delivery) failed(t *task) pause {
	if later, is := errors.AsType[chat.RetryAfter](t.Err); is {
		d.Force = true
		return waitFor(later)
	}
	if d.failures++; d.failures < maxFailures && !errors.Is(t.Err, chat.ErrRefused) {
		d.Force = true
		return pause{time: firstDelay << d.failures}
	}
	return d.giveUp(t, rest)
}

// blocked judges that nobody can be reached. If somebody was heard of meanwhile the answer may be
// older than that, and the message is tried again.
func (d *delivery) blocked(t *task) pause {
	if d.heard {
		return pause{}
	}
	d.Found, d.since, d.why, d.logged = false, time.Time{}, nil, false
	return d.giveUp(t, blockedRest)
}

// gone judges that the message was deleted: it is posted anew, after a pause if that is so often.
func (d *delivery) gone() pause {
	d.Force = true
	p := pause{time: d.postAnew()}
	if p.time > 0 {
		d.wake = make(chan struct{})
		p.end = d.wake
	}
	return p
}

// waitFor is the wait that the network asks for, and no less than firstDelay. One that the platform knows of by
// itself is exact.
func waitFor(later chat.RetryAfter) pause {
	if later.Unsent {
		return pause{time: later.Wait}
	}
	return pause{time: max(later.Wait, firstDelay)}
}
