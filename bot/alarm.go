package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tarockbot/bot/tables"
)

// ringer does what is due with the thing of the id, and sets its next alarm. It
// returns errNoThing if there is none of that id.
type ringer func(ctx context.Context, id string) error

// errNoThing says that an alarm's thing doesn't exist.
var errNoThing = errors.New("bot: alarm of nothing")

// ringers are the handlers of alarms, by what they are of.
func (b *Bot) ringers() map[string]ringer {
	return map[string]ringer{
		"table":  b.ringTable,
		"person": b.ringPerson,
		"away":   b.ringAway,
	}
}

const (
	ringGroup = 32              // alarms that ring at once; their commits share the disk
	readAgain = 5 * time.Second // until alarms that could not be read are looked for again
)

// ringAll rings all alarms that are due on the lines, and notes when the next are.
func (b *Bot) ringAll(ctx context.Context, lines ...tables.Timeline) {
	rang, runs := 0, b.runFor()
	b.rung.Prune(runs)
	for _, l := range lines {
		b.schedule.Reset(l)
		for ctx.Err() == nil {
			due, next, err := b.dueAlarms(ctx, l, runs)
			if err != nil {
				b.schedule.At(l, b.nowOn(l)+readAgain)
				if ctx.Err() == nil {
					b.cfg.Log.Error("alarms not read", "err", err)
				}
				return
			}
			b.ringThese(ctx, due)
			if rang += len(due); len(due) < ringGroup {
				b.schedule.At(l, next)
				break
			}
		}
	}
	b.cfg.Metrics.Due(rang)
}

// dueAlarms are the first alarms on the line whose time has come, as many as ring
// at once, and when the next one's comes if these are all; runs is how long the bot
// has run.
func (b *Bot) dueAlarms(ctx context.Context, l tables.Timeline, runs time.Duration) (due []tables.AlarmKey, next time.Duration, err error) {
	now, next := runs, tables.Never
	if l == tables.Wall {
		now = b.nowOn(tables.Wall)
	}
	reached := tables.TimeKey(l, now) + "|\xff"
	for doc, err := range b.store.Scan(ctx, tables.KindAlarm, string(l), string(l)+"|\xff") {
		if err != nil {
			return nil, 0, fmt.Errorf("bot: alarms: %w", err)
		}
		k := tables.AlarmKey(doc.Key.ID)
		if string(k) > reached {
			return due, min(next, k.Time()), nil
		}
		if ok, wait := b.rung.Admit(k, runs); ok {
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
func (b *Bot) ringThese(ctx context.Context, due []tables.AlarmKey) {
	var all sync.WaitGroup
	for _, k := range due {
		all.Go(func() {
			if err := b.ringOne(ctx, k); err != nil && ctx.Err() == nil {
				b.cfg.Log.Error("alarm rang for nothing", "alarm", string(k), "err", err)
			}
		})
	}
	all.Wait()
}

// ringOne rings an alarm. That of something that doesn't exist is taken away.
func (b *Bot) ringOne(ctx context.Context, k tables.AlarmKey) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = b.fault("alarm", r)
		}
	}()
	a, err := k.Parse()
	if err != nil {
		return err
	}
	ring, ok := b.ringers()[a.What]
	if !ok {
		return fmt.Errorf("bot: alarm of an unknown kind %q", a.What)
	}
	b.cfg.Metrics.Rang(a.What, b.nowOn(a.Line)-a.At)
	err = ring(ctx, a.ID)
	if errors.Is(err, errNoThing) {
		err = b.store.Commit(ctx, tables.MoveDocs(k, "")...)
	}
	return err
}
