package bot

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
	"tarockbot/bot/tables"
)

// ringer does what is due with the thing of the id, and sets its next alarm. It
// returns errNoThing if there is none of that id.
type ringer func(ctx context.Context, id string) error

// errNoThing says that an alarm's thing doesn't exist.
var errNoThing = errors.New("bot: alarm of nothing")

// alarms fire what is due.
type alarms struct {
	store    *keep.Store
	log      *slog.Logger
	metrics  *metrics.Metrics
	clock    *clock
	schedule *tables.Schedule
	handlers map[string]ringer // by what the alarms are of
	fired    tables.Fired
}

const (
	ringGroup = 32              // alarms that ring at once; their commits share the disk
	readAgain = 5 * time.Second // until alarms that could not be read are looked for again
)

// ringAll rings all alarms that are due on the lines, and notes when the next are.
func (a *alarms) ringAll(ctx context.Context, lines ...tables.Timeline) {
	rang, runs := 0, a.clock.runFor()
	a.fired.Prune(runs)
	for _, l := range lines {
		a.schedule.Reset(l)
		for ctx.Err() == nil {
			due, next, err := a.dueAlarms(ctx, l, runs)
			if err != nil {
				a.schedule.At(l, a.clock.nowOn(l)+readAgain)
				if ctx.Err() == nil {
					a.log.Error("alarms not read", "err", err)
				}
				return
			}
			a.ringThese(ctx, due)
			if rang += len(due); len(due) < ringGroup {
				a.schedule.At(l, next)
				break
			}
		}
	}
	a.metrics.Due(rang)
}

// dueAlarms are the first alarms on the line whose time has come, as many as ring
// at once, and when the next one's comes if these are all; runs is how long the bot
// has run.
func (a *alarms) dueAlarms(ctx context.Context, l tables.Timeline, runs time.Duration) (due []tables.AlarmKey, next time.Duration, err error) {
	now, next := runs, tables.Never
	if l == tables.Wall {
		now = a.clock.nowOn(tables.Wall)
	}
	reached := tables.TimeKey(l, now) + "|\xff"
	for doc, err := range a.store.Scan(ctx, tables.KindAlarm, string(l), string(l)+"|\xff") {
		if err != nil {
			return nil, 0, fmt.Errorf("bot: alarms: %w", err)
		}
		k := tables.AlarmKey(doc.Key.ID)
		if string(k) > reached {
			return due, min(next, k.Time()), nil
		}
		if ok, wait := a.fired.Admit(k, runs); ok {
			due = append(due, k)
		} else {
			next = min(next, now+wait)
		}
		if len(due) == ringGroup {
			break
		}
	}
	return due, next, nil
}

// ringThese rings the alarms at the same time.
func (a *alarms) ringThese(ctx context.Context, due []tables.AlarmKey) {
	var all sync.WaitGroup
	for _, k := range due {
		all.Go(func() {
			if err := a.ringOne(ctx, k); err != nil && ctx.Err() == nil {
				a.log.Error("alarm rang for nothing", "alarm", string(k), "err", err)
			}
		})
	}
	all.Wait()
}

// ringOne rings an alarm. That of something that doesn't exist is taken away.
func (a *alarms) ringOne(ctx context.Context, k tables.AlarmKey) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = chat.LogFault(a.log, "alarm", r)
		}
	}()
	due, err := k.Parse()
	if err != nil {
		return err
	}
	handle, ok := a.handlers[due.What]
	if !ok {
		return fmt.Errorf("bot: alarm of an unknown kind %q", due.What)
	}
	a.metrics.Rang(due.What, a.clock.nowOn(due.Line)-due.At)
	err = handle(ctx, due.ID)
	if errors.Is(err, errNoThing) {
		err = a.store.Commit(ctx, tables.MoveDocs(k, "")...)
	}
	return err
}

// run looks at the clock all the time, keeps it, and does what is due.
func (a *alarms) run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	begin := a.clock.runFor() + headStart
	a.schedule.At(tables.Run, begin)
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.schedule.Earlier:
		case <-timer.C:
		}
		timer.Reset(a.doDue(ctx, begin))
	}
}

// doDue keeps the clock, rings what is due, and returns when to look again. What
// is measured by running time doesn't ring before begin.
func (a *alarms) doDue(ctx context.Context, begin time.Duration) time.Duration {
	wait, runs := tick, a.clock.runFor()
	if err := a.clock.keepClock(ctx, keepClockEvery); err != nil && ctx.Err() == nil {
		a.log.Error("running time not kept", "err", err)
	}
	for _, line := range []struct {
		tables.Timeline
		now, begin time.Duration
	}{{tables.Wall, a.clock.nowOn(tables.Wall), 0}, {tables.Run, runs, begin}} {
		if line.now >= line.begin && a.schedule.Until(line.Timeline, line.now) == 0 {
			a.ringAll(ctx, line.Timeline)
		}
		wait = min(wait, max(a.schedule.Until(line.Timeline, line.now), line.begin-line.now))
	}
	return wait
}
