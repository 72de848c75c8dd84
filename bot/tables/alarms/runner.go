package alarms

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/support/metrics"
)

const (
	// FireGroup is how many alarms fire at once; their commits share the disk.
	FireGroup  = 32
	retryAfter = 10 * time.Minute // until an alarm whose handler failed fires again
	readAgain  = 5 * time.Second  // until alarms that could not be read are read again
)

// Runner fires alarms that are due.
type Runner struct {
	Store    *documents.Store
	Log      *slog.Logger
	Metrics  *metrics.Metrics
	Clock    *Clock
	Schedule *Schedule
	Handlers map[string]Handler // by Alarm.What

	mu sync.Mutex
	// fired is the running time at which alarms fired lately, so that one whose handler fails doesn't fire all the time.
	fired map[Key]time.Duration
}

// FireAll fires all alarms that are due on the timeline, and schedules the next.
func (r *Runner) FireAll(ctx context.Context, l Timeline) {
	count, runningTime := 0, r.Clock.Ran()
	r.Schedule.reset(l)
	for ctx.Err() == nil {
		due, next, err := r.claimDue(ctx, l, runningTime)
		if err != nil {
			r.Schedule.add(l, r.Clock.On(l)+readAgain)
			if ctx.Err() == nil {
				r.Log.Error("alarms not read", "err", err)
			}
			return
		}
		if len(due) == 0 { // only now: a failed alarm is among the next
			r.Schedule.add(l, next)
			break
		}
		count += len(due)
		r.fireGroup(ctx, due)
	}
	r.Metrics.SetDue(count)
}

// claimDue returns the timeline's first alarms that are due and didn't fire lately, at most FireGroup, and records
// that they fire now. If there are no more, next is when to look again.
func (r *Runner) claimDue(ctx context.Context, l Timeline, runningTime time.Duration) (due []Key, next time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forgetFired(runningTime)
	now := r.Clock.On(l)
	next = never
	reached := timeKey(l, now) + "|\xff"
	for doc, err := range r.Store.Scan(ctx, KindAlarm, string(l), string(l)+"|\xff") {
		if err != nil {
			return nil, 0, fmt.Errorf("bot: alarms: %w", err)
		}
		k := Key(doc.Key.ID)
		if string(k) > reached {
			return due, min(next, k.Time()), nil
		}
		if at, fired := r.fired[k]; fired {
			next = min(next, now+at+retryAfter-runningTime)
		} else {
			due = append(due, k)
			r.fired[k] = runningTime
		}
		if len(due) == FireGroup {
			break
		}
	}
	return due, next, nil
}

// forgetFired forgets alarms that fired so long ago that they may fire again. The caller must hold mu.
func (r *Runner) forgetFired(runningTime time.Duration) {
	if r.fired == nil {
		r.fired = make(map[Key]time.Duration)
	}
	maps.DeleteFunc(r.fired, func(_ Key, at time.Duration) bool { return runningTime-at >= retryAfter })
}

// fireGroup fires the alarms concurrently.
func (r *Runner) fireGroup(ctx context.Context, due []Key) {
	var all sync.WaitGroup
	for _, k := range due {
		all.Go(func() {
			if err := r.fire(ctx, k); err != nil && ctx.Err() == nil {
				r.Log.Error("what was due was not done", "alarm", string(k), "err", err)
			}
		})
	}
	all.Wait()
}

// fire calls the alarm's handler, and deletes the alarm after ErrDrop.
func (r *Runner) fire(ctx context.Context, k Key) (err error) {
	defer chat.CatchFault(r.Log, "alarm", &err)
	due, err := k.Parse()
	if err != nil {
		return err
	}
	handle, ok := r.Handlers[due.What]
	if !ok {
		return fmt.Errorf("bot: alarm of an unknown kind %q", due.What)
	}
	r.Metrics.ObserveAlarm(due.What, r.Clock.On(due.Timeline)-due.At)
	err = handle(ctx, due.ID)
	if errors.Is(err, ErrDrop) {
		err = r.Store.Commit(ctx, MoveDocs(k, "")...)
	}
	return err
}

// Run advances and stores the clock and fires alarms until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	begin := r.Clock.Ran() + headStart
	r.Schedule.add(RunningTime, begin) // then the alarms on it are read for the first time
	for ctx.Err() == nil {
		wait := r.fireDue(ctx, begin)
		select {
		case <-ctx.Done():
		case <-r.Schedule.earlier:
		case <-time.After(wait):
		}
	}
}

// fireDue stores the clock, fires due alarms, and returns when to look again. Alarms on the timeline
// RunningTime wait for begin.
func (r *Runner) fireDue(ctx context.Context, begin time.Duration) time.Duration {
	if err := r.Clock.checkpoint(ctx, checkpointEvery); err != nil && ctx.Err() == nil {
		r.Log.Error("running time not stored", "err", err)
	}
	return min(Tick, r.fireOn(ctx, WallTime, 0), r.fireOn(ctx, RunningTime, begin))
}

// fireOn fires the timeline's alarms if one is due, and returns when to look again: not before begin.
func (r *Runner) fireOn(ctx context.Context, l Timeline, begin time.Duration) time.Duration {
	now := r.Clock.On(l)
	if now >= begin && r.Schedule.until(l, now) == 0 {
		r.FireAll(ctx, l)
	}
	return max(r.Schedule.until(l, now), begin-now)
}
