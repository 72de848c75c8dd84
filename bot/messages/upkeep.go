package messages

import (
	"cmp"
	"context"
	"errors"
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
	"tarockbot/engine"
	"tarockbot/storage"
)

// IsOutdated reports whether a message of the table doesn't show what it should. Lost places don't
// count: the first sign of life brings them up to date.
func (d *Display) IsOutdated(t *match.Table) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return d.state(t, m).Due() })
}

// ReconcileLocked derives, for a table that was just read, what its messages show: everything, unless
// the table is marked. A platform that forgets shows nothing after a start, and gets everything but
// closed challenges.
func (d *Display) ReconcileLocked(l *tables.Entry) {
	fresh, dirty := d.Dirty.ClearFresh(l.ID), d.Dirty.Has(l.ID)
	for i := range l.State.Messages {
		m := &l.State.Messages[i]
		switch {
		case fresh && d.Outbox.Traits(m.Place).Forgets && l.State.Stage != match.Closed:
			m.Ref, m.Old, m.Repost, m.Shown = "", "", false, 0
		case !dirty && !m.Lost:
			m.Old, m.Repost, m.Shown = "", false, l.State.Rev
		}
		if fresh && !d.Facts.MayRead(l.State, *m) {
			d.Queue.Force(MessageKey(l.ID, m.Place))
		}
	}
	for s, c := range l.State.Chairs {
		if seat := engine.Seat(s); dirty && c.Since > 0 && l.State.Waiting().Has(seat) { // nobody knows whether they were called
			d.refreshCallLocked(l, seat)
		}
	}
}

// isIdleLocked reports whether everything of the table is shown and stored, and no call is held back.
func (d *Display) isIdleLocked(l *tables.Entry) bool {
	waits := func(m match.Message) bool { return !d.IsSettledLocked(l, m.Place) }
	return l.State != nil && !l.Unkept && !d.Queue.IsInFlight(string(l.ID)) && !d.IsOutdated(l.State) && !l.HoldsAnyLocked() &&
		!slices.ContainsFunc(l.State.Messages, waits)
}

// clearEvery is how often marks of what is shown go, and idle tables from memory.
const clearEvery = time.Minute

func (d *Display) clearLoop() {
	for retry.Sleep(d.Running, clearEvery) {
		d.ClearMarks(d.Running)
		d.Tables.Evict(d.Now())
	}
}

// ClearMarks clears the marks of tables in memory that are shown completely, and retries the others.
// It runs once more at the end, so that the next start has less to do.
func (d *Display) ClearMarks(ctx context.Context) {
	err := d.Dirty.Clear(ctx, func(id chat.TableID, unmark func()) {
		l := d.Tables.TryLock(id)
		if l == nil {
			return
		}
		defer l.Unlock()
		if d.isIdleLocked(l) {
			unmark()
		} else {
			d.retryLocked(l)
		}
	})
	if err != nil && ctx.Err() == nil {
		d.Log.Warn("marks of what is shown not taken away", "err", err)
	}
}

// Outdated returns the tables, oldest first, that a start may have to show: marked ones, those on
// platforms that forget, and those of people whose links were cut, whose panels may not be theirs. It
// marks them as fresh.
func (d *Display) Outdated() []tables.Summary {
	all := d.Tables.Index.All(func(x tables.Summary) bool {
		return d.Dirty.Has(x.ID) || slices.ContainsFunc(x.Places, func(p chat.Place) bool { return d.Outbox.Traits(p).Forgets })
	})
	for _, id := range d.People.Links.Parted {
		all = append(all, d.Tables.Index.Find([]tables.Key{id}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.OlderFirst)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	d.Dirty.MarkFresh(idsOf(all))
	return all
}

// idsOf returns the tables' codes.
func idsOf(all []tables.Summary) []chat.TableID {
	var ids []chat.TableID
	for _, x := range all {
		ids = append(ids, x.ID)
	}
	return ids
}

// CatchUp brings the tables up to date, platform by platform, so that a slow platform holds up no
// other. It settles clocks first, so that a table is shown once.
func (d *Display) CatchUp(all []tables.Summary) {
	d.Wakes.refreshClocks(d.Running)
	for _, name := range slices.Sorted(maps.Keys(d.Platforms)) {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		d.Outbox.Work.Go(func() { d.Outbox.CatchUp(name, idsOf(here), d.catchUpTable) })
	}
}

// catchUpTable delivers the table's messages. The start may have deleted the table.
func (d *Display) catchUpTable(id chat.TableID) {
	l, err := d.Tables.Open(d.Running, id)
	if err != nil {
		if chat.UnlessRefused(err) != nil && d.Running.Err() == nil {
			d.Log.Error("table left out", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	d.refreshLocked(l, nil)
}

// A table is suspended in a place where nobody can be reached: it is marked as lost, and nothing is sent
// there until the first sign of life brings the newest screen. Elsewhere the table goes on.

// setLostLocked stores whether the place is lost. If it is somebody's private chat, the table's other
// messages tell.
func (d *Display) setLostLocked(l *tables.Entry, place chat.Place, lost bool) error {
	next := l.State.Clone()
	if place.User != "" {
		next.Rev++
	}
	m := next.Messages.In(place)
	told := d.Facts.IsNotifiedBy(next, *m)
	m.Lost, m.Gone = lost, 0
	if lost {
		m.Gone = d.Clock.Ran().Milliseconds()
	}
	if !lost && m.Shown == l.State.Rev && d.Facts.IsNotifiedBy(next, *m) == told {
		m.Shown = next.Rev // its own text doesn't tell
	}
	if err := d.Tables.SaveLocked(context.WithoutCancel(d.Running), l, next); err != nil {
		return err
	}
	if lost {
		d.Outbox.BeginSilence(place)
	}
	return nil
}

// MarkLost suspends the tables in a chat or private chat that the bot was thrown out of.
func (d *Display) MarkLost(ctx context.Context, in chat.Input) error {
	if seen, err := d.Store.Seen(ctx, in); err != nil || seen {
		return err
	}
	for _, id := range d.Tables.Index.ShownAt(in) {
		if err := d.markLostAt(ctx, id, in); err != nil {
			return err
		}
	}
	return d.Store.MarkSeen(ctx, in)
}

// markLostAt suspends the table there. Errors are the store's.
func (d *Display) markLostAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := d.Tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for _, m := range l.State.Messages {
		if !in.IsFrom(m.Place) {
			continue
		}
		d.Queue.MarkLost(MessageKey(id, m.Place))
		if m.Lost {
			d.Outbox.BeginSilence(m.Place)
			continue
		}
		if err := d.setLostLocked(l, m.Place, true); err != nil {
			return err
		}
	}
	return nil
}

// MarkFound shows the tables where the input comes from, because somebody can be reached there again.
// Where the bot was let in, boards are posted again, because others may have written much since. After
// an error, which is the store's, the caller must repeat it: a network tells such news once.
func (d *Display) MarkFound(ctx context.Context, in chat.Input) (err error) {
	for _, id := range d.Tables.Index.ShownAt(in) {
		err = errors.Join(err, d.markFoundAt(ctx, id, in))
	}
	if in.Chat == "" {
		d.Notices.DeliverTo(ctx, in.User)
	}
	return err
}

func (d *Display) markFoundAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := d.Tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for i := range l.State.Messages {
		m := &l.State.Messages[i]
		if !in.IsFrom(m.Place) {
			continue
		}
		anew := in.What != chat.Said && l.State.IsActive() && m.Lost && m.Place.Chat != ""
		m.Repost = d.Queue.MarkFound(MessageKey(id, m.Place), anew) || m.Repost
	}
	// Where somebody says something is only tried: each word there would cost a commit if it were lost still.
	for _, m := range l.State.Messages {
		if in.What != chat.Said && m.Lost && in.IsFrom(m.Place) && err == nil {
			err = d.setLostLocked(l, m.Place, false)
		}
	}
	d.refreshLocked(l, nil)
	return err
}

// wakes bring messages up to date at a time: a quiet period or days off end, or clocks have gone on.
type wakes struct {
	*Config
	digests *outbox.Digests
}

// setWakeAlarm has the person looked at then, unless an earlier alarm is set; at the zero time it
// removes the alarm, unless a later one is set.
func (ws *wakes) setWakeAlarm(ctx context.Context, user chat.UserID, at time.Time) error {
	_, err := ws.People.Decide(ctx, user, func(p *people.Person) ([]storage.Doc, error) {
		set, next := tables.AlarmKey(p.Wake), alarmAt(at, tables.WakePerson, p.ID)
		if !next.Sets(set, ws.Clock.On) {
			return nil, people.ErrAsIs
		}
		p.Wake = string(next.Key())
		return tables.MoveDocs(set, next.Key()), nil
	})
	return err
}

// alarmAt returns an alarm of the person at a time of day; none at the zero time.
func alarmAt(at time.Time, what string, id chat.PersonID) tables.Alarm {
	if at.IsZero() {
		return tables.Alarm{}
	}
	return tables.Alarm{Line: tables.Wall, At: tables.SinceEpoch(at), What: what, ID: string(id)}
}

// scheduleQuietEnd has the call made when its person's quiet hours end. It may store that, so no
// table's lock should be held.
func (ws *wakes) scheduleQuietEnd(call *chat.Call) {
	if call == nil || !call.Quiet || call.Held {
		return
	}
	p, _, err := ws.People.LookupLinked(ws.Running, call.User)
	until := ws.People.QuietUntil(p)
	if err == nil && !until.IsZero() {
		err = ws.setWakeAlarm(ws.Running, p.Head().User, until)
	}
	if err != nil && ws.Running.Err() == nil {
		ws.Log.Warn("a call is not held back", "err", err)
	}
}

// OnAlarm shows the tables again that wait for the person, so that held-back calls are made. That
// survives a crash, because the tables' revisions rise.
func (ws *wakes) OnAlarm(ctx context.Context, id string) error {
	p, err := ws.person(ctx, id)
	if err != nil {
		return err
	}
	if p, err = ws.People.WithLinked(ctx, p); err != nil {
		return err
	}
	for _, x := range ws.Tables.Index.About(p) {
		if err := ws.Tables.Alter(ctx, x.ID, func(t *match.Table) bool { return t.Calls().HasCall(p.Who()) }); err != nil {
			return err
		}
	}
	if err := ws.setWakeAlarm(ctx, p.Users[0], time.Time{}); err != nil {
		return fmt.Errorf("bot: alarm of %s: %w", p.ID, err)
	}
	return nil
}

// person returns the person whose alarm fires; tables.ErrNothing if there is none.
func (ws *wakes) person(ctx context.Context, id string) (people.Person, error) {
	p := people.Person{ID: chat.PersonID(id)}
	version, err := ws.Store.Load(ctx, people.KindPerson, id, &p)
	if err == nil && version == 0 {
		err = tables.ErrNothing
	}
	return p, err
}

// AwayAlarm returns the alarm at which the person's days off end.
func AwayAlarm(a people.Away, id chat.PersonID) tables.Alarm {
	return alarmAt(a.Until, tables.WakeAway, id)
}

// OnAwayAlarm ends the days off of a person.
func (ws *wakes) OnAwayAlarm(ctx context.Context, id string) error {
	p, err := ws.person(ctx, id)
	if err != nil {
		return err
	}
	if p.Away.Until.IsZero() {
		return tables.ErrNothing
	}
	if p.Away.Now(ws.Now()) {
		return nil
	}
	fired := p.Away.Until
	_, err = ws.People.Decide(ctx, p.Users[0], func(p *people.Person) ([]storage.Doc, error) {
		if !p.Away.Until.Equal(fired) {
			return nil, people.ErrAsIs // they have gone away again, or are back, and the alarm is gone
		}
		done := tables.MoveDocs(AwayAlarm(p.Away, p.ID).Key(), "")
		p.Away.Until = time.Time{}
		return done, nil
	})
	return err
}

// OnShowAlarm shows all tables of a person again. It drops the person from memory first: the alarm is
// stored with a change of the person, and may fire before that change is in memory.
func (ws *wakes) OnShowAlarm(ctx context.Context, id string) error {
	p, err := ws.person(ctx, tables.PersonOf(id))
	if err == nil {
		ws.People.Evict(p.Users...)
		p, err = ws.People.WithLinked(ctx, p)
	}
	if err == nil {
		err = ws.Tables.AlterAllTimed(ctx, p)
	}
	return cmp.Or(err, tables.ErrNothing)
}

// clockLoop refreshes messages that tell of clocks until ctx ends. It runs midway between the looks at
// alarms, so that both don't change messages at one moment.
func (ws *wakes) clockLoop(ctx context.Context) {
	for wait := tables.Tick / 2; retry.Sleep(ctx, wait); wait = tables.Tick {
		ws.refreshClocks(ctx)
	}
}

// refreshClocks brings the messages up to date that tell of clocks.
func (ws *wakes) refreshClocks(ctx context.Context) {
	ws.Clock.Advance()
	for _, platform := range slices.Sorted(maps.Keys(ws.Platforms)) {
		ws.refreshClocksOn(ctx, platform)
	}
}

// refreshClocksOn refreshes messages that tell of the platform's clocks. What fails is repeated at the
// next look.
func (ws *wakes) refreshClocksOn(ctx context.Context, platform string) {
	concerns := ws.Clock.PlanShown(platform, ws.Now())
	if concerns == nil || ws.refreshTablesOn(ctx, platform, concerns) {
		ws.Clock.ConfirmShown(platform)
	} else {
		ws.Clock.RevertShown(platform)
	}
}

// refreshTablesOn shows the tables again whose clocks run by the platform's running time and that
// satisfy the condition. It reports whether all could be shown.
func (ws *wakes) refreshTablesOn(ctx context.Context, platform string, concerns func(tables.Summary) bool) bool {
	var failed atomic.Bool
	all := ws.Tables.Index.All(func(x tables.Summary) bool {
		return x.Stage == match.Playing && x.Pace != match.NoPace && x.IsOn(platform) && concerns(x)
	})
	for group := range slices.Chunk(all, tables.FireGroup) {
		var some sync.WaitGroup
		for _, x := range group {
			some.Go(func() {
				err := ws.Tables.Alter(ctx, x.ID, func(t *match.Table) bool { return t.Chairs.RunsOn(platform) })
				if err != nil {
					failed.Store(true)
				}
				if err != nil && ctx.Err() == nil {
					ws.Log.Warn("a table's deadlines are old", "table", string(x.ID), "err", err)
				}
			})
		}
		some.Wait()
	}
	ws.digests.Refresh(idsOf(all))
	return !failed.Load()
}
