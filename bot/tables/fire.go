package tables

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/metrics"
)

// Handler does what is due with the thing of the id, and sets its next alarm. It
// returns ErrNothing if there is none of that id.
type Handler func(ctx context.Context, id string) error

// ErrNothing says that an alarm's thing doesn't exist.
var ErrNothing = errors.New("bot: alarm of nothing")

// Alarms fire what is due.
type Alarms struct {
	Store    *keep.Store
	Log      *slog.Logger
	Metrics  *metrics.Metrics
	Clock    *Clock
	Schedule *Schedule
	Handlers map[string]Handler // by what the alarms are of
	Fired    Fired
}

const (
	// FireGroup is how many alarms fire at once; their commits share the disk.
	FireGroup = 32
	readAgain = 5 * time.Second // until alarms that could not be read are looked for again
)

// FireAll fires all alarms that are due on the lines, and notes when the next are.
func (a *Alarms) FireAll(ctx context.Context, lines ...Timeline) {
	fired, runs := 0, a.Clock.Ran()
	a.Fired.Prune(runs)
	for _, l := range lines {
		a.Schedule.Reset(l)
		for ctx.Err() == nil {
			due, next, err := a.Due(ctx, l, runs)
			if err != nil {
				a.Schedule.At(l, a.Clock.On(l)+readAgain)
				if ctx.Err() == nil {
					a.Log.Error("alarms not read", "err", err)
				}
				return
			}
			a.fireThese(ctx, due)
			if fired += len(due); len(due) < FireGroup {
				a.Schedule.At(l, next)
				break
			}
		}
	}
	a.Metrics.Due(fired)
}

// Due are the first alarms on the line whose time has come, as many as fire
// at once, and when the next one's comes if these are all; runs is how long the bot
// has run.
func (a *Alarms) Due(ctx context.Context, l Timeline, runs time.Duration) (due []AlarmKey, next time.Duration, err error) {
	now, next := runs, Never
	if l == Wall {
		now = a.Clock.On(Wall)
	}
	reached := TimeKey(l, now) + "|\xff"
	for doc, err := range a.Store.Scan(ctx, KindAlarm, string(l), string(l)+"|\xff") {
		if err != nil {
			return nil, 0, fmt.Errorf("bot: alarms: %w", err)
		}
		k := AlarmKey(doc.Key.ID)
		if string(k) > reached {
			return due, min(next, k.Time()), nil
		}
		if ok, wait := a.Fired.Admit(k, runs); ok {
			due = append(due, k)
		} else {
			next = min(next, now+wait)
		}
		if len(due) == FireGroup {
			break
		}
	}
	return due, next, nil
}

// fireThese fires the alarms at the same time.
func (a *Alarms) fireThese(ctx context.Context, due []AlarmKey) {
	var all sync.WaitGroup
	for _, k := range due {
		all.Go(func() {
			if err := a.fireOne(ctx, k); err != nil && ctx.Err() == nil {
				a.Log.Error("alarm rang for nothing", "alarm", string(k), "err", err)
			}
		})
	}
	all.Wait()
}

// fireOne fires an alarm. That of something that doesn't exist is taken away.
func (a *Alarms) fireOne(ctx context.Context, k AlarmKey) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = chat.LogFault(a.Log, "alarm", r)
		}
	}()
	due, err := k.Parse()
	if err != nil {
		return err
	}
	handle, ok := a.Handlers[due.What]
	if !ok {
		return fmt.Errorf("bot: alarm of an unknown kind %q", due.What)
	}
	a.Metrics.Rang(due.What, a.Clock.On(due.Line)-due.At)
	err = handle(ctx, due.ID)
	if errors.Is(err, ErrNothing) {
		err = a.Store.Commit(ctx, MoveDocs(k, "")...)
	}
	return err
}

// Run looks at the clock all the time, keeps it, and does what is due.
func (a *Alarms) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	begin := a.Clock.Ran() + headStart
	a.Schedule.At(Run, begin)
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.Schedule.Earlier:
		case <-timer.C:
		}
		timer.Reset(a.doDue(ctx, begin))
	}
}

// doDue keeps the clock, fires what is due, and returns when to look again. What
// is measured by running time doesn't fire before begin.
func (a *Alarms) doDue(ctx context.Context, begin time.Duration) time.Duration {
	wait, runs := Tick, a.Clock.Ran()
	if err := a.Clock.Keep(ctx, keepClockEvery); err != nil && ctx.Err() == nil {
		a.Log.Error("running time not kept", "err", err)
	}
	for _, line := range []struct {
		Timeline
		now, begin time.Duration
	}{{Wall, a.Clock.On(Wall), 0}, {Run, runs, begin}} {
		if line.now >= line.begin && a.Schedule.Until(line.Timeline, line.now) == 0 {
			a.FireAll(ctx, line.Timeline)
		}
		wait = min(wait, max(a.Schedule.Until(line.Timeline, line.now), line.begin-line.now))
	}
	return wait
}
