package messages

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
)

// wakeups bring messages up to date at a time: a quiet period or days off end, or clocks have gone on.
type wakeups struct {
	*Config
	digests *outbox.Digests
}

// setWakeAlarm has the person looked at then, unless an earlier alarm is set; at the zero time it
// removes the alarm, unless a later one is set.
func (w *wakeups) setWakeAlarm(ctx context.Context, user chat.UserID, at time.Time) error {
	_, err := w.People.Decide(ctx, user, func(p *people.Person) ([]storage.Doc, error) {
		set, next := alarms.Key(p.Wake), alarmAt(at, alarms.WakePerson, p.ID)
		if !next.Replaces(set, w.Facts.On) {
			return nil, people.ErrAsIs
		}
		p.Wake = string(next.Key())
		return alarms.MoveDocs(set, next.Key()), nil
	})
	return err
}

// alarmAt returns an alarm of the person at a time of day; none at the zero time.
func alarmAt(at time.Time, what string, id chat.PersonID) alarms.Alarm {
	if at.IsZero() {
		return alarms.Alarm{}
	}
	return alarms.Alarm{Line: alarms.WallTime, At: alarms.SinceEpoch(at), What: what, ID: string(id)}
}

// scheduleQuietEnd has the call made when its person's quiet hours end. It may store that, so no
// table's lock should be held.
func (w *wakeups) scheduleQuietEnd(call *chat.Call) {
	if call == nil || !call.Quiet || call.Held {
		return
	}
	p, _, err := w.People.LookupLinked(w.Running, call.User)
	until := w.People.QuietUntil(p)
	if err == nil && !until.IsZero() {
		err = w.setWakeAlarm(w.Running, p.Head().User, until)
	}
	if err != nil && w.Running.Err() == nil {
		w.Log.Warn("a call is not held back", "err", err)
	}
}

// OnAlarm shows the tables again that wait for the person, so that held-back calls are made. That
// survives a crash, because the tables' revisions rise.
func (w *wakeups) OnAlarm(ctx context.Context, id string) error {
	p, err := w.person(ctx, id)
	if err != nil {
		return err
	}
	if p, err = w.People.WithLinked(ctx, p); err != nil {
		return err
	}
	for _, x := range w.Tables.Index.About(p) {
		if err := w.Tables.ShowChange(ctx, x.ID, func(t *match.Table) bool { return t.Calls().HasCall(p.Participant()) }); err != nil {
			return err
		}
	}
	if err := w.setWakeAlarm(ctx, p.Users[0], time.Time{}); err != nil {
		return fmt.Errorf("bot: alarm of %s: %w", p.ID, err)
	}
	return nil
}

// person returns the person whose alarm fires; alarms.ErrDrop if there is none.
func (w *wakeups) person(ctx context.Context, id string) (people.Person, error) {
	p := people.Person{ID: chat.PersonID(id)}
	version, err := w.Store.Load(ctx, people.KindPerson, id, &p)
	if err == nil && version == 0 {
		err = alarms.ErrDrop
	}
	return p, err
}

// AwayAlarm returns the alarm at which the person's days off end.
func AwayAlarm(a people.Away, id chat.PersonID) alarms.Alarm {
	return alarmAt(a.Until, alarms.WakeAway, id)
}

// OnAwayAlarm ends the days off of a person.
func (w *wakeups) OnAwayAlarm(ctx context.Context, id string) error {
	p, err := w.person(ctx, id)
	if err != nil {
		return err
	}
	if p.Away.Until.IsZero() {
		return alarms.ErrDrop
	}
	if p.Away.Now(w.Now()) {
		return nil
	}
	fired := p.Away.Until
	_, err = w.People.Decide(ctx, p.Users[0], func(p *people.Person) ([]storage.Doc, error) {
		if !p.Away.Until.Equal(fired) {
			return nil, people.ErrAsIs // they have gone away again, or are back, and the alarm is gone
		}
		done := alarms.MoveDocs(AwayAlarm(p.Away, p.ID).Key(), "")
		p.Away.Until = time.Time{}
		return done, nil
	})
	return err
}

// OnShowAlarm shows all tables of a person again. It drops the person from memory first: the alarm is
// stored with a change of the person, and may fire before that change is in memory.
func (w *wakeups) OnShowAlarm(ctx context.Context, id string) error {
	p, err := w.person(ctx, alarms.PersonIn(id))
	if err == nil {
		w.People.Evict(p.Users...)
		p, err = w.People.WithLinked(ctx, p)
	}
	if err == nil {
		err = w.Tables.UpdateClocksOf(ctx, p)
	}
	return cmp.Or(err, alarms.ErrDrop)
}

// clockLoop refreshes messages that tell of clocks until ctx ends. It runs midway between the looks at
// alarms, so that both don't change messages at one moment.
func (w *wakeups) clockLoop(ctx context.Context) {
	for wait := alarms.Tick / 2; retry.Sleep(ctx, wait); wait = alarms.Tick {
		w.refreshClocks(ctx)
	}
}

// refreshClocks brings the messages up to date that tell of clocks.
func (w *wakeups) refreshClocks(ctx context.Context) {
	w.Facts.Advance()
	for _, platform := range slices.Sorted(maps.Keys(w.Platforms)) {
		w.refreshClocksOn(ctx, platform)
	}
}

// refreshClocksOn redraws messages that show the platform's clocks. After a failure the next tick repeats it.
func (w *wakeups) refreshClocksOn(ctx context.Context, platform string) {
	redraw := w.Facts.PlanShown(platform, w.Now())
	if redraw == alarms.RedrawNone || w.refreshTablesOn(ctx, platform, redraw) {
		w.Facts.ConfirmShown(platform)
	} else {
		w.Facts.RevertShown(platform)
	}
}

// refreshTablesOn shows the selected tables again whose clocks run by the platform's running time. It reports
// whether all could be shown.
func (w *wakeups) refreshTablesOn(ctx context.Context, platform string, redraw alarms.Redraw) bool {
	var failed atomic.Bool
	all := w.Tables.Index.All(func(s tables.Summary) bool {
		return s.Stage == match.Playing && s.Pace != match.NoPace && s.IsOn(platform) &&
			(redraw != alarms.RedrawOther || s.IsOnOther(platform)) && (redraw != alarms.RedrawLive || s.Pace == match.LivePace)
	})
	for group := range slices.Chunk(all, alarms.FireGroup) {
		var some sync.WaitGroup
		for _, x := range group {
			some.Go(func() {
				err := w.Tables.ShowChange(ctx, x.ID, func(t *match.Table) bool { return t.Chairs.RunsOn(platform) })
				if err != nil {
					failed.Store(true)
				}
				if err != nil && ctx.Err() == nil {
					w.Log.Warn("a table's deadlines are old", "table", string(x.ID), "err", err)
				}
			})
		}
		some.Wait()
	}
	w.digests.Refresh(idsOf(all))
	return !failed.Load()
}
