package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
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
func (b *Bot) ringAll(ctx context.Context, lines ...timeline) {
	rang, runs := 0, b.runFor()
	b.rung.prune(runs)
	for _, l := range lines {
		b.schedule.reset(l)
		for ctx.Err() == nil {
			due, next, err := b.dueAlarms(ctx, l, runs)
			if err != nil {
				b.schedule.at(l, b.nowOn(l)+readAgain)
				if ctx.Err() == nil {
					b.cfg.Log.Error("alarms not read", "err", err)
				}
				return
			}
			b.ringThese(ctx, due)
			if rang += len(due); len(due) < ringGroup {
				b.schedule.at(l, next)
				break
			}
		}
	}
	b.cfg.Metrics.Due(rang)
}

// dueAlarms are the first alarms on the line whose time has come, as many as ring
// at once, and when the next one's comes if these are all; runs is how long the bot
// has run.
func (b *Bot) dueAlarms(ctx context.Context, l timeline, runs time.Duration) (due []alarmKey, next time.Duration, err error) {
	now, next := runs, never
	if l == wall {
		now = b.nowOn(wall)
	}
	reached := timeKey(l, now) + "|\xff"
	for doc, err := range b.store.Scan(ctx, kindAlarm, string(l), string(l)+"|\xff") {
		if err != nil {
			return nil, 0, fmt.Errorf("bot: alarms: %w", err)
		}
		k := alarmKey(doc.Key.ID)
		if string(k) > reached {
			return due, min(next, k.time()), nil
		}
		if ok, wait := b.rung.admit(k, runs); ok {
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
func (b *Bot) ringThese(ctx context.Context, due []alarmKey) {
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
func (b *Bot) ringOne(ctx context.Context, k alarmKey) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = b.fault("alarm", r)
		}
	}()
	a, err := k.parse()
	if err != nil {
		return err
	}
	ring, ok := b.ringers()[a.what]
	if !ok {
		return fmt.Errorf("bot: alarm of an unknown kind %q", a.what)
	}
	b.cfg.Metrics.Rang(a.what, b.nowOn(a.line)-a.at)
	err = ring(ctx, a.id)
	if errors.Is(err, errNoThing) {
		err = b.store.Commit(ctx, moveDocs(k, "")...)
	}
	return err
}
