package messages

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/digest"
	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
)

// Wakeups updates messages at a time: a quiet period or days off end, or clocks went on.
type Wakeups struct {
	config  Config
	tables  *tables.Tables
	digests *digest.Digests
}

// setWakeAlarm sets the person's alarm, unless an earlier one is set. At the zero time it removes the alarm, unless it
// isn't due yet.
func (w *Wakeups) setWakeAlarm(ctx context.Context, user chat.UserID, at time.Time) error {
	_, err := w.config.People.Decide(ctx, user, func(p *people.Account) ([]storage.Doc, error) {
		set, next := alarms.Key(p.Wake), alarmAt(at, alarms.WakePerson, p.ID)
		if !next.Replaces(set, w.config.Facts.On) {
			return nil, people.ErrAsIs
		}
		p.Wake = string(next.Key())
		return alarms.MoveDocs(set, next.Key()), nil
	})
	return err
}

// alarmAt returns an alarm of the person at a time of day; the zero Alarm at the zero time.
func alarmAt(at time.Time, what string, id chat.PersonID) alarms.Alarm {
	if at.IsZero() {
		return alarms.Alarm{}
	}
	return alarms.Alarm{Line: alarms.WallTime, At: alarms.SinceEpoch(at), What: what, ID: string(id)}
}

// scheduleQuietEnd sets an alarm for the end of the person's quiet hours, when a quiet call is made. It may write to the
// store, so the caller should hold no table's lock.
func (w *Wakeups) scheduleQuietEnd(call *chat.Call) {
	if call == nil || !call.Quiet || call.Held {
		return
	}
	p, _, err := w.config.People.LookupLinked(w.config.Running, call.User)
	until := w.config.People.QuietUntil(p)
	if err == nil && !until.IsZero() {
		err = w.setWakeAlarm(w.config.Running, p.Head().User, until)
	}
	if err != nil && w.config.Running.Err() == nil {
		w.config.Log.Warn("a call is not held back", "err", err)
	}
}

// OnPersonAlarm shows the tables again that wait for the person, so that held-back calls are made. This survives a
// crash, because the tables' revisions rise.
func (w *Wakeups) OnPersonAlarm(ctx context.Context, id string) error {
	own, err := w.account(ctx, id)
	if err != nil {
		return err
	}
	p, err := w.config.People.WithLinked(ctx, own)
	if err != nil {
		return err
	}
	for _, x := range w.tables.Index.About(p) {
		if err := w.tables.ShowChange(ctx, x.ID, func(t *match.Table) bool { return t.Calls().HasCall(p.Participant()) }); err != nil {
			return err
		}
	}
	if err := w.setWakeAlarm(ctx, p.Users[0], time.Time{}); err != nil {
		return fmt.Errorf("bot: alarm of %s: %w", p.ID, err)
	}
	return nil
}

// account reads the account whose alarm fires from the store. The error is alarms.ErrDrop if there is none.
func (w *Wakeups) account(ctx context.Context, id string) (people.Account, error) {
	p, known, err := w.config.People.ByID(ctx, chat.PersonID(id))
	if err == nil && !known {
		err = alarms.ErrDrop
	}
	return p, err
}

// AwayAlarm returns the alarm at which the person's days off end.
func AwayAlarm(a people.Away, id chat.PersonID) alarms.Alarm {
	return alarmAt(a.Until, alarms.WakeAway, id)
}

// OnAwayAlarm ends a person's days off.
func (w *Wakeups) OnAwayAlarm(ctx context.Context, id string) error {
	p, err := w.account(ctx, id)
	if err != nil {
		return err
	}
	if p.Away.Until.IsZero() {
		return alarms.ErrDrop
	}
	if p.Away.Now(w.config.Now()) {
		return nil
	}
	fired := p.Away.Until
	_, err = w.config.People.Decide(ctx, p.Users[0], func(p *people.Account) ([]storage.Doc, error) {
		if !p.Away.Until.Equal(fired) {
			return nil, people.ErrAsIs // they went away again or are back, which removed the alarm
		}
		done := alarms.MoveDocs(AwayAlarm(p.Away, p.ID).Key(), "")
		p.Away.Until = time.Time{}
		return done, nil
	})
	return err
}

// OnShowAlarm shows all tables of a person again. It drops the person from memory first: the alarm is stored with a
// change of the person, and may fire before that change is in memory.
func (w *Wakeups) OnShowAlarm(ctx context.Context, id string) error {
	own, err := w.account(ctx, alarms.PersonIn(id))
	if err != nil {
		return err
	}
	w.config.People.Evict(own.Users...)
	p, err := w.config.People.WithLinked(ctx, own)
	if err != nil {
		return err
	}
	if err := w.tables.UpdateClocksOf(ctx, p); err != nil {
		return err
	}
	return alarms.ErrDrop // each change sets its own alarm
}

// clockLoop refreshes messages that show clocks until ctx ends. It runs midway between two ticks of alarms, so that
// the two don't change messages at one moment.
func (w *Wakeups) clockLoop(ctx context.Context) {
	for wait := alarms.Tick / 2; retry.Sleep(ctx, wait); wait = alarms.Tick {
		w.updateClocks(ctx)
	}
}

// updateClocks redraws messages whose clocks have drifted. After a failure the next tick repeats it.
func (w *Wakeups) updateClocks(ctx context.Context) {
	w.config.Facts.Advance()
	for _, platform := range slices.Sorted(maps.Keys(w.config.Platforms)) {
		redraw := w.config.Facts.PlanShown(platform, w.config.Now())
		if redraw == alarms.RedrawNone || w.updateClocksOn(ctx, platform, redraw) {
			w.config.Facts.ConfirmShown(platform)
		} else {
			w.config.Facts.RevertShown(platform)
		}
	}
}

// updateClocksOn shows the selected tables again whose clocks run by the platform's running time. It reports
// whether all could be shown.
func (w *Wakeups) updateClocksOn(ctx context.Context, platform string, redraw alarms.Redraw) bool {
	var failed atomic.Bool
	all := w.tables.Index.All(func(s tables.Summary) bool {
		return s.Stage == match.Playing && s.Pace != match.NoPace && s.IsOn(platform) &&
			(redraw != alarms.RedrawOther || s.IsOnOther(platform)) && (redraw != alarms.RedrawLive || s.Pace == match.LivePace)
	})
	for group := range slices.Chunk(all, alarms.FireGroup) {
		var some sync.WaitGroup
		for _, x := range group {
			some.Go(func() {
				err := w.tables.ShowChange(ctx, x.ID, func(t *match.Table) bool { return t.Chairs.RunsOn(platform) })
				if err != nil {
					failed.Store(true)
				}
				if err != nil && ctx.Err() == nil {
					w.config.Log.Warn("a table's deadlines are old", "table", string(x.ID), "err", err)
				}
			})
		}
		some.Wait()
	}
	w.digests.Refresh(idsOf(all))
	return !failed.Load()
}
