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

// OutOfDate says whether a message of the table doesn't show what it should. Where nobody can be reached
// that doesn't count: the first sign of life brings it up to date.
func (ps *Posts) OutOfDate(t *match.Table) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return ps.standing(t, m).Due() })
}

// ReconcileLocked notes what the messages of a table show that has just been read: all, without a mark. A
// platform that forgets shows nothing since the start, and gets all but challenges that came to nothing.
func (ps *Posts) ReconcileLocked(l *tables.Entry) {
	fresh, dirty := ps.Dirty.ClearFresh(l.ID), ps.Dirty.Has(l.ID)
	for i := range l.State.Messages {
		m := &l.State.Messages[i]
		switch {
		case fresh && ps.Outbox.Traits(m.Place).Forgets && l.State.Stage != match.Closed:
			m.Ref, m.Old, m.Repost, m.Shown = "", "", false, 0
		case !dirty && !m.Lost:
			m.Old, m.Repost, m.Shown = "", false, l.State.Rev
		}
		if fresh && !ps.Facts.MayRead(l.State, *m) {
			ps.Queue.Force(KeyOf(l.ID, m.Place))
		}
	}
	for s, c := range l.State.Chairs {
		if seat := engine.Seat(s); dirty && c.Since > 0 && l.State.Waiting().Has(seat) { // nobody knows whether they were called
			ps.showCallLocked(l, seat)
		}
	}
}

// idleLocked says that all of the table is shown and noted, and no call is held back.
func (ps *Posts) idleLocked(l *tables.Entry) bool {
	waits := func(m match.Message) bool { return !ps.RestsLocked(l, m.Place) }
	return l.State != nil && !l.Unkept && !ps.Queue.IsInFlight(string(l.ID)) && !ps.OutOfDate(l.State) && !l.HoldsAnyLocked() &&
		!slices.ContainsFunc(l.State.Messages, waits)
}

// clearEvery is how often marks of what is shown go, and idle tables from memory.
const clearEvery = time.Minute

func (ps *Posts) keepClear() {
	for retry.Sleep(ps.Running, clearEvery) {
		ps.Clear(ps.Running)
		ps.Tables.Evict(ps.Now())
	}
}

// Clear takes the marks away of tables in memory of which all is shown, and looks after the others. At the
// end that is done once more, so that the next start has less to do.
func (ps *Posts) Clear(ctx context.Context) {
	err := ps.Dirty.Clear(ctx, func(id chat.TableID, unmark func()) {
		l := ps.Tables.TryLock(id)
		if l == nil {
			return
		}
		defer l.Unlock()
		if ps.idleLocked(l) {
			unmark()
		} else {
			ps.lookAfterLocked(l)
		}
	})
	if err != nil && ctx.Err() == nil {
		ps.Log.Warn("marks of what is shown not taken away", "err", err)
	}
}

// Behind are the tables, oldest first, of which a start may have to show something: those with a mark, on
// platforms that forget, and of people who were linked, whose panels may not be theirs. They are awaited.
func (ps *Posts) Behind() []tables.Summary {
	all := ps.Tables.Index.All(func(x tables.Summary) bool {
		return ps.Dirty.Has(x.ID) || slices.ContainsFunc(x.Places, func(p chat.Place) bool { return ps.Outbox.Traits(p).Forgets })
	})
	for _, id := range ps.People.Links.Parted {
		all = append(all, ps.Tables.Index.Find([]tables.Key{id}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.OlderFirst)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	ps.Dirty.MarkFresh(idsOf(all))
	return all
}

// idsOf are the codes of the tables.
func idsOf(all []tables.Summary) []chat.TableID {
	var ids []chat.TableID
	for _, x := range all {
		ids = append(ids, x.ID)
	}
	return ids
}

// CatchUp brings the tables up to date, each platform's apart: a slow one holds up no other. What
// they tell of clocks is settled before, so that they are shown once.
func (ps *Posts) CatchUp(all []tables.Summary) {
	ps.Wakes.lookAtClocks(ps.Running)
	for _, name := range slices.Sorted(maps.Keys(ps.Platforms)) {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		ps.Outbox.Work.Go(func() { ps.Outbox.CatchUp(name, idsOf(here), ps.catchUpTable) })
	}
}

// catchUpTable shows what isn't shown. The start itself may have deleted the table.
func (ps *Posts) catchUpTable(id chat.TableID) {
	l, err := ps.Tables.Open(ps.Running, id)
	if err != nil {
		if chat.UnlessRefused(err) != nil && ps.Running.Err() == nil {
			ps.Log.Error("table left out", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	ps.refreshLocked(l, nil)
}

// A table is suspended in a place where nobody can be reached: it is marked as lost, and nothing is sent
// there until the first sign of life brings the newest screen. Elsewhere the table goes on.

// setLostLocked notes durably whether nobody can be reached in the place. If that is
// somebody's own side, the table's other messages tell.
func (ps *Posts) setLostLocked(l *tables.Entry, place chat.Place, lost bool) error {
	next := l.State.Clone()
	if place.User != "" {
		next.Rev++
	}
	m := next.Messages.In(place)
	told := ps.Facts.ToldAt(next, *m)
	m.Lost, m.Gone = lost, 0
	if lost {
		m.Gone = ps.Clock.Ran().Milliseconds()
	}
	if !lost && m.Shown == l.State.Rev && ps.Facts.ToldAt(next, *m) == told {
		m.Shown = next.Rev // its own text doesn't tell
	}
	if err := ps.Tables.SaveLocked(context.WithoutCancel(ps.Running), l, next); err != nil {
		return err
	}
	if lost {
		ps.Outbox.BeginSilence(place)
	}
	return nil
}

// Lose suspends the tables in a chat or private side that the bot was thrown out of.
func (ps *Posts) Lose(ctx context.Context, in chat.Input) error {
	if seen, err := ps.Store.Seen(ctx, in); err != nil || seen {
		return err
	}
	for _, id := range ps.Tables.Index.ShownAt(in) {
		if err := ps.loseAt(ctx, id, in); err != nil {
			return err
		}
	}
	return ps.Store.MarkSeen(ctx, in)
}

// loseAt suspends the table there. Errors are the store's.
func (ps *Posts) loseAt(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := ps.Tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for _, m := range l.State.Messages {
		if !in.IsFrom(m.Place) {
			continue
		}
		ps.Queue.MarkLost(KeyOf(id, m.Place))
		if m.Lost {
			ps.Outbox.BeginSilence(m.Place)
			continue
		}
		if err := ps.setLostLocked(l, m.Place, true); err != nil {
			return err
		}
	}
	return nil
}

// FindAgain shows the tables where the input comes from: somebody can be reached there again. Where the bot
// was let in they are posted anew, for others may have written much since. What a network tells it tells once:
// after an error, which is the store's, it is to be told again.
func (ps *Posts) FindAgain(ctx context.Context, in chat.Input) (err error) {
	for _, id := range ps.Tables.Index.ShownAt(in) {
		err = errors.Join(err, ps.showAgain(ctx, id, in))
	}
	if in.Chat == "" {
		ps.Notices.DeliverTo(ctx, in.User)
	}
	return err
}

func (ps *Posts) showAgain(ctx context.Context, id chat.TableID, in chat.Input) error {
	l, err := ps.Tables.Open(ctx, id)
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
		m.Repost = ps.Queue.MarkFound(KeyOf(id, m.Place), anew) || m.Repost
	}
	// Where somebody says something is only tried: each word there would cost a commit if it were lost still.
	for _, m := range l.State.Messages {
		if in.What != chat.Said && m.Lost && in.IsFrom(m.Place) && err == nil {
			err = ps.setLostLocked(l, m.Place, false)
		}
	}
	ps.refreshLocked(l, nil)
	return err
}

// wakes bring messages up to date when it is time: somebody wants to be called again, or is
// back, or clocks aren't as messages tell.
type wakes struct {
	*Config
	digests *outbox.Digests
}

// wakeAt lets the person of that identity be looked at again then, unless they are
// earlier; at the zero time no more, unless they are later.
func (ws *wakes) wakeAt(ctx context.Context, user chat.UserID, at time.Time) error {
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

// alarmAt is an alarm of the person at a time of day; none at the zero time.
func alarmAt(at time.Time, what string, id chat.PersonID) tables.Alarm {
	if at.IsZero() {
		return tables.Alarm{}
	}
	return tables.Alarm{Line: tables.Wall, At: tables.SinceEpoch(at), What: what, ID: string(id)}
}

// awaitQuiet sees to it that the call is made when its person wants to be called
// again. It may have to store that: no table's lock should be held.
func (ws *wakes) awaitQuiet(call *chat.Call) {
	if call == nil || !call.Quiet || call.Held {
		return
	}
	p, _, err := ws.People.LookupLinked(ws.Running, call.User)
	until := ws.People.QuietUntil(p)
	if err == nil && !until.IsZero() {
		err = ws.wakeAt(ws.Running, p.Head().User, until)
	}
	if err != nil && ws.Running.Err() == nil {
		ws.Log.Warn("a call is not held back", "err", err)
	}
}

// OnAlarm shows the tables anew that the person is still waited for at, so that
// the calls are made that were held back: whatever happens to the process, for the
// tables' revisions rise.
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
	if err := ws.wakeAt(ctx, p.Users[0], time.Time{}); err != nil {
		return fmt.Errorf("bot: alarm of %s: %w", p.ID, err)
	}
	return nil
}

// person is the person whose alarm fires; tables.ErrNothing if there is none.
func (ws *wakes) person(ctx context.Context, id string) (people.Person, error) {
	p := people.Person{ID: chat.PersonID(id)}
	version, err := ws.Store.Load(ctx, people.KindPerson, id, &p)
	if err == nil && version == 0 {
		err = tables.ErrNothing
	}
	return p, err
}

// AwayAlarm is when the person's days off are over.
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

// OnShowAlarm shows all tables of a person anew. It drops the person from memory first: the alarm is stored
// with a change of the person, and may fire before that change is in memory.
func (ws *wakes) OnShowAlarm(ctx context.Context, id string) error {
	p, err := ws.person(ctx, tables.PersonOf(id))
	if err == nil {
		ws.People.Drop(p.Users...)
		p, err = ws.People.WithLinked(ctx, p)
	}
	if err == nil {
		err = ws.Tables.AmendAll(ctx, p)
	}
	return cmp.Or(err, tables.ErrNothing)
}

// keepClocks brings the messages up to date that tell of clocks until ctx ends, from between the
// next two looks of the alarms on: what they change, and it, doesn't come at one moment.
func (ws *wakes) keepClocks(ctx context.Context) {
	for wait := tables.Tick / 2; retry.Sleep(ctx, wait); wait = tables.Tick {
		ws.lookAtClocks(ctx)
	}
}

// lookAtClocks brings the messages up to date that tell of clocks.
func (ws *wakes) lookAtClocks(ctx context.Context) {
	ws.Clock.Look()
	for _, platform := range slices.Sorted(maps.Keys(ws.Platforms)) {
		ws.tellClocks(ctx, platform)
	}
}

// tellClocks lets messages tell of the platform's clocks as those are now, and notes
// that they do. What couldn't be told is told at the next look.
func (ws *wakes) tellClocks(ctx context.Context, platform string) {
	concerns := ws.Clock.Retell(platform, ws.Now())
	if concerns == nil || ws.showClocks(ctx, platform, concerns) {
		ws.Clock.NoteTold(platform)
	} else {
		ws.Clock.Untell(platform)
	}
}

// showClocks shows the tables anew at which a clock runs by the platform's running
// time, of those that the test admits, and says whether it could.
func (ws *wakes) showClocks(ctx context.Context, platform string, concerns func(tables.Summary) bool) bool {
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
