package posts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/retry"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// wakes look at people when they want to be called again.
type wakes struct{ *Config }

// wakeAt lets the person of that identity be looked at again then, unless they are
// earlier; at the zero time no more, unless they are later.
func (ws *wakes) wakeAt(ctx context.Context, user chat.UserID, at time.Time) error {
	return keep.Again(func() error {
		p, known, err := ws.People.Lookup(ctx, user)
		if err != nil || !known {
			return err
		}
		set, next := tables.AlarmKey(p.Wake), alarmAt(at, "person", p.ID)
		if !next.Sets(set, ws.Clock.On) {
			return nil
		}
		p.Wake = string(next.Key())
		_, err = ws.People.Save(ctx, p, tables.MoveDocs(set, next.Key())...)
		return err
	})
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
func AwayAlarm(a people.Away, id chat.PersonID) tables.Alarm { return alarmAt(a.Until, "away", id) }

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
	all, err := ws.People.WithLinked(ctx, p)
	if err != nil {
		return err
	}
	if err := ws.Tables.AmendAll(ctx, all); err != nil {
		return err
	}
	done := tables.MoveDocs(AwayAlarm(p.Away, p.ID).Key(), "")
	_, err = ws.People.Change(ctx, p.Users[0], func(p *people.Person) { p.Away.Until = time.Time{} }, done...)
	if errors.Is(err, storage.ErrConflict) {
		return nil // they have gone away again
	}
	return err
}

// deadlines bring the messages up to date that tell of clocks.
type deadlines struct {
	*Config
	digests *outbox.Digests
}

// run lets them do so until ctx ends.
func (ds *deadlines) run(ctx context.Context) {
	for more := true; more; more = retry.Sleep(ctx, tables.Tick) {
		ds.Clock.Look()
		for _, platform := range slices.Sorted(maps.Keys(ds.Platforms)) {
			ds.tellClocks(ctx, platform)
		}
	}
}

// tellClocks lets messages tell of the platform's clocks as those are now, and notes
// that they do. What couldn't be told is told at the next look.
func (ds *deadlines) tellClocks(ctx context.Context, platform string) {
	concerns := ds.Clock.Retell(platform, ds.Now())
	if concerns == nil || ds.showClocks(ctx, platform, concerns) {
		ds.Clock.NoteTold(platform)
	} else {
		ds.Clock.Untell(platform)
	}
}

// showClocks shows the tables anew at which a clock runs by the platform's running
// time, of those that the test admits, and says whether it could.
func (ds *deadlines) showClocks(ctx context.Context, platform string, concerns func(tables.Summary) bool) bool {
	var failed atomic.Bool
	all := ds.Tables.Index.All(func(x tables.Summary) bool {
		return x.Stage == match.Playing && x.Pace != match.NoPace && x.IsOn(platform) && concerns(x)
	})
	for group := range slices.Chunk(all, tables.FireGroup) {
		var some sync.WaitGroup
		for _, x := range group {
			some.Go(func() {
				err := ds.Tables.Alter(ctx, x.ID, func(t *match.Table) bool { return t.Chairs.RunsOn(platform) })
				if err != nil {
					failed.Store(true)
				}
				if err != nil && ctx.Err() == nil {
					ds.Log.Warn("a table's deadlines are old", "table", string(x.ID), "err", err)
				}
			})
		}
		some.Wait()
	}
	ds.digests.Refresh(idsOf(all))
	return !failed.Load()
}
