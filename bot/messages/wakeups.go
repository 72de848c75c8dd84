package messages

import (
	"context"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
)

// Wakeups sets and handles people's alarms, such as the end of quiet hours.
type Wakeups struct {
	log    *slog.Logger
	people *people.People
	tables *tables.Tables
}

// setWakeAlarm keeps an earlier alarm that isn't due. The zero time removes a due alarm.
func (w *Wakeups) setWakeAlarm(ctx context.Context, user chat.UserID, at time.Time) error {
	_, err := w.people.ChangeWithDocs(ctx, user, func(p *people.Account) ([]storage.Doc, error) {
		set, next := alarms.Key(p.AlarmKey), alarms.PersonAlarm(at, alarms.WakePerson, p.ID)
		if !next.Replaces(set, w.tables.Facts.TimeOn) {
			return nil, people.ErrNoChange
		}
		p.AlarmKey = string(next.Key())
		return alarms.ReplaceDocs(set, next.Key()), nil
	})
	return err
}

// scheduleQuietEnd may write to the store, so the caller should hold no table's lock.
func (w *Wakeups) scheduleQuietEnd(ctx context.Context, call *chat.Call) {
	if call == nil || !call.Suppressed || call.WhilePresent {
		return
	}
	p := w.tables.Facts.PersonOf(call.User)
	until := w.people.QuietUntil(p)
	if until.IsZero() {
		return
	}
	if err := w.setWakeAlarm(ctx, p.Head().User, until); err != nil && ctx.Err() == nil {
		w.log.Warn("end of quiet hours not scheduled", "err", err)
	}
}

// OnPersonAlarm shows the person's tables again, so that held-back calls are made.
func (w *Wakeups) OnPersonAlarm(ctx context.Context, id string) error {
	p, err := w.person(ctx, chat.PersonID(id))
	if err != nil {
		return err
	}
	for _, x := range w.tables.Index.TablesOf(p) {
		if err := w.tables.ShowChange(ctx, x.ID, func(t *match.Table) bool { return t.Calls().HasCall(p.Participant()) }); err != nil {
			return err
		}
	}
	return w.setWakeAlarm(ctx, p.User(), time.Time{})
}

// person reads the person from the store, because an alarm may fire before a change is in memory. The error is
// alarms.ErrDrop if there is no such person.
func (w *Wakeups) person(ctx context.Context, id chat.PersonID) (people.Person, error) {
	own, known, err := w.people.ByID(ctx, id)
	switch {
	case err != nil:
		return people.Person{}, err
	case !known:
		return people.Person{}, alarms.ErrDrop
	}
	w.people.Evict(own.User())
	return w.people.WithLinked(ctx, own)
}

// OnShowAlarm shows all tables of a person again.
func (w *Wakeups) OnShowAlarm(ctx context.Context, id string) error {
	p, err := w.person(ctx, alarms.PersonIn(id))
	if err != nil {
		return err
	}
	if err := w.tables.UpdateClocksOf(ctx, p); err != nil {
		return err
	}
	return alarms.ErrDrop // each change sets its own alarm
}
