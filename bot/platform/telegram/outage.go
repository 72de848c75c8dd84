package telegram

import (
	"context"
	"errors"
	"log/slog"
	"time"

	tg "github.com/go-telegram/bot"

	"tarockbot/bot/support/retry"
)

// Several conflicts close together mean that another program polls. This program's previous request may cause one.
const (
	maxConflicts = 3
	conflictGap  = time.Minute
	conflictTime = 2 * time.Minute
)

type outage struct {
	log         *slog.Logger
	now         func() time.Time
	leased      bool // see Config.Leased
	pause       retry.Backoff
	since       time.Time // first successful poll
	conflicts   int       // less than conflictGap apart
	first, last time.Time
}

func (o *outage) waitBeforeRetry(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	if end := final(err); end != nil {
		return end
	}
	wait := o.pause.Next()
	switch conflict := errors.Is(err, tg.ErrorConflict); {
	case conflict && o.countConflict():
		return ErrConflict
	case conflict && o.hasPriority():
		o.pause.Reset() // the other program must not get updates meanwhile
		wait = firstRetry
	}
	if refused, is := errors.AsType[*apiAnswer](err); is {
		wait = max(wait, time.Duration(refused.Parameters.RetryAfter)*time.Second)
	}
	o.log.Warn("telegram: no updates", "err", err, "again", wait)
	retry.Sleep(ctx, wait)
	return nil
}

func (o *outage) end() {
	o.pause.Reset()
	if o.since.IsZero() {
		o.since = o.now()
	}
}

// countConflict counts a conflict and reports whether this program must stop. A program with priority stops only if the
// conflict lasts.
func (o *outage) countConflict() bool {
	now := o.now()
	if now.Sub(o.last) >= conflictGap {
		o.conflicts, o.first = 0, now
	}
	o.conflicts, o.last = o.conflicts+1, now
	if o.hasPriority() {
		return now.Sub(o.first) >= conflictTime
	}
	return o.conflicts >= maxConflicts
}

// hasPriority reports whether this program came first or has the lease.
func (o *outage) hasPriority() bool {
	return o.leased || !o.since.IsZero() && o.first.Sub(o.since) >= conflictTime
}
