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
	// FireGroup alarms fire at once; their commits share the disk.
	FireGroup  = 32
	retryAfter = 10 * time.Minute
	readAgain  = 5 * time.Second
)

// Runner fires alarms that are due.
type Runner struct {
	Store    *documents.Store
	Log      *slog.Logger
	Metrics  *metrics.Metrics
	Clock    *Clock
	Schedule *Schedule
	Handlers map[string]Handler

	mu sync.Mutex
	// fired holds running times, so that failed alarms wait.
	fired map[Key]time.Duration
}

// FireAll fires the timeline's due alarms, and schedules the next.
func (r *Runner) FireAll(ctx context.Context, l Timeline) {
	count, runningTime := 0, r.Clock.RunningTime()
	r.Schedule.reset(l)
	for ctx.Err() == nil {
		due, next, err := r.claimDue(ctx, l, runningTime)
		if err != nil {
			r.Schedule.add(l, r.Clock.TimeOn(l)+readAgain)
			if ctx.Err() == nil {
				r.Log.Error("alarms not read", "err", err)
			}
			return
		}
		if len(due) == 0 { // next includes alarms that failed in this loop
			r.Schedule.add(l, next)
			break
		}
		count += len(due)
		r.fireGroup(ctx, due)
	}
	r.Metrics.SetDue(count)
}

// claimDue returns due alarms that didn't fire lately. If it returns none, next is the time of the next scan.
func (r *Runner) claimDue(ctx context.Context, l Timeline, runningTime time.Duration) (due []Key, next time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forgetFired(runningTime)
	now := r.Clock.TimeOn(l)
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

func (r *Runner) forgetFired(runningTime time.Duration) {
	if r.fired == nil {
		r.fired = make(map[Key]time.Duration)
	}
	maps.DeleteFunc(r.fired, func(_ Key, at time.Duration) bool { return runningTime-at >= retryAfter })
}

func (r *Runner) fireGroup(ctx context.Context, due []Key) {
	var all sync.WaitGroup
	for _, k := range due {
		all.Go(func() {
			if err := r.fire(ctx, k); err != nil && ctx.Err() == nil {
				r.Log.Error("alarm failed", "alarm", string(k), "err", err)
			}
		})
	}
	all.Wait()
}

func (r *Runner) fire(ctx context.Context, k Key) (err error) {
	defer chat.CatchFault(r.Log, "alarm", &err)
	due, err := k.Parse()
	if err != nil {
		return err
	}
	handle, ok := r.Handlers[due.Kind]
	if !ok {
		return fmt.Errorf("bot: alarm of an unknown kind %q", due.Kind)
	}
	r.Metrics.ObserveAlarm(due.Kind, r.Clock.TimeOn(due.Timeline)-due.At)
	err = handle(ctx, due.ID)
	if errors.Is(err, ErrDrop) {
		err = r.Store.Commit(ctx, ReplaceDocs(k, "")...)
	}
	return err
}

// Run advances and stores the clock and fires alarms.
func (r *Runner) Run(ctx context.Context) {
	begin := r.Clock.RunningTime() + headStart
	r.Schedule.add(RunningTime, begin)
	for ctx.Err() == nil {
		wait := r.fireDue(ctx, begin)
		select {
		case <-ctx.Done():
		case <-r.Schedule.earlier:
		case <-time.After(wait):
		}
	}
}

func (r *Runner) fireDue(ctx context.Context, begin time.Duration) time.Duration {
	if err := r.Clock.checkpoint(ctx, checkpointEvery); err != nil && ctx.Err() == nil {
		r.Log.Error("running time not stored", "err", err)
	}
	return min(Tick, r.fireOn(ctx, WallTime, 0), r.fireOn(ctx, RunningTime, begin))
}

func (r *Runner) fireOn(ctx context.Context, l Timeline, begin time.Duration) time.Duration {
	now := r.Clock.TimeOn(l)
	if now >= begin && r.Schedule.until(l, now) == 0 {
		r.FireAll(ctx, l)
	}
	return max(r.Schedule.until(l, now), begin-now)
}
