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
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// wakes look at people when they want to be called again.
type wakes struct{ *Config }

// wakeAt lets the person of that identity be looked at again then, unless they are
// earlier.
func (ws *wakes) wakeAt(ctx context.Context, user chat.UserID, at time.Time) error {
	return keep.Again(func() error {
		p, known, err := ws.People.Lookup(ctx, user)
		if err != nil || !known {
			return err
		}
		next := tables.Alarm{Line: tables.Wall, At: tables.SinceEpoch(at), What: "person", ID: string(p.ID)}
		if !next.Sets(tables.AlarmKey(p.Wake), ws.Clock.On) {
			return nil
		}
		docs := tables.MoveDocs(tables.AlarmKey(p.Wake), next.Key())
		p.Wake = string(next.Key())
		_, err = ws.People.Save(ctx, p, docs...)
		return err
	})
}

// awaitQuiet sees to it that the call is made when its person wants to be called
// again. It may have to store that: no table's lock should be held.
func (ws *wakes) awaitQuiet(call *chat.Call) {
	if call == nil || !call.Quiet || call.Held {
		return
	}
	p, known, err := ws.People.Lookup(ws.Running, call.User)
	if err == nil && known {
		p, err = ws.People.WithLinked(ws.Running, p)
	}
	until := ws.People.QuietUntil(p)
	if err == nil && !until.IsZero() {
		err = ws.wakeAt(ws.Running, p.Head().User, until)
	}
	if err != nil && ws.Running.Err() == nil {
		ws.Log.Warn("a call is not held back", "err", err)
	}
}

// OnAlarm shows the tables anew that the person is still waited for at, so that
// the calls are made that were held back. They wait in the store from then on.
func (ws *wakes) OnAlarm(ctx context.Context, id string) error {
	p := people.Person{ID: chat.PersonID(id)}
	version, err := ws.Store.Load(ctx, people.KindPerson, id, &p)
	switch {
	case err != nil:
		return err
	case version == 0:
		return tables.ErrNothing
	}
	if p, err = ws.People.WithLinked(ctx, p); err != nil {
		return err
	}
	for _, x := range ws.Tables.Index.About(p) {
		if err := ws.callAgain(ctx, x.ID, p); err != nil {
			return err
		}
	}
	return ws.slept(ctx, p.ID, p.Users[0])
}

// slept takes the person's alarm away, unless another has been set meanwhile.
func (ws *wakes) slept(ctx context.Context, id chat.PersonID, user chat.UserID) error {
	return keep.Again(func() error {
		p, known, err := ws.People.Lookup(ctx, user)
		if err != nil || !known || p.Wake == "" {
			return err
		}
		if a, err := tables.AlarmKey(p.Wake).Parse(); err == nil && a.At > ws.Clock.On(tables.Wall) {
			return nil
		}
		docs := tables.MoveDocs(tables.AlarmKey(p.Wake), "")
		p.Wake = ""
		if _, err = ws.People.Save(ctx, p, docs...); err != nil {
			return fmt.Errorf("bot: alarm of %s: %w", id, err)
		}
		return nil
	})
}

// callAgain raises the table's revision if the person is to be called there: what
// shows it is shown anew, whatever happens to the process.
func (ws *wakes) callAgain(ctx context.Context, id chat.TableID, p people.Person) error {
	return ws.Tables.Alter(ctx, id, func(t *match.Table) bool { return t.Calls().HasCall(p.Who()) })
}

// AwayAlarm is when the person's days off are over.
func AwayAlarm(a people.Away, id chat.PersonID) tables.Alarm {
	if a.Until.IsZero() {
		return tables.Alarm{}
	}
	return tables.Alarm{Line: tables.Wall, At: tables.SinceEpoch(a.Until), What: "away", ID: string(id)}
}

// OnAwayAlarm ends the days off of a person.
func (ws *wakes) OnAwayAlarm(ctx context.Context, id string) error {
	var p people.Person
	version, err := ws.Store.Load(ctx, people.KindPerson, id, &p)
	if err != nil {
		return err
	}
	if version == 0 || p.Away.Until.IsZero() {
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

// run brings the messages up to date that tell of clocks.
func (ds *deadlines) run(ctx context.Context) {
	ticker := time.NewTicker(tables.Tick)
	defer ticker.Stop()
	for {
		ds.Clock.Look()
		for _, platform := range slices.Sorted(maps.Keys(ds.Platforms)) {
			ds.tellClocks(ctx, platform)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
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
				if err == nil {
					return
				}
				failed.Store(true)
				if ctx.Err() == nil {
					ds.Log.Warn("a table's deadlines are old", "table", string(x.ID), "err", err)
				}
			})
		}
		some.Wait()
	}
	ds.digests.Refresh(IDsOf(all))
	return !failed.Load()
}
