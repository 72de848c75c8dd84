// Package messages keeps the messages of tables up to date. It chooses each message's screen and language, the
// person whom it notifies, and the games that digests announce. Start reading at [Courier.Deliver], then source.Want.
package messages

import (
	"context"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/outbox/digest"
	"tarockbot/bot/outbox/notice"
	"tarockbot/bot/people"
	"tarockbot/bot/screens/guides"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/spaces"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Config holds what New needs.
type Config struct {
	Tables   tables.Config // of the tables that are shown; the messages use the same store, log, clock and platforms
	Words    *words.Catalogue
	Language string // of people and spaces without one
	Lexicon  *speech.Lexicon
	Courses  guides.Courses
	Studio   *render.Studio // nil: no pictures
	Spaces   *spaces.Spaces
	Outbox   *outbox.Outbox
	// Moved moves what belongs to a chat to the chat where it goes on.
	Moved func(ctx context.Context, from, to chat.ChatID) error
}

// Display keeps the messages of all tables current, by its parts.
type Display struct {
	Tables   *tables.Tables // those that it shows
	Courier  *Courier
	Places   *Places
	Pages    *Pages
	Readers  *Readers
	Wakeups  *Wakeups
	Notices  *notice.Notices
	Digests  *digest.Digests
	Presence *Presence

	config Config
	late   *lateCalls
	clocks *clocks
}

// New returns the Display and makes the tables that it shows. The Display makes them because each needs the other:
// tables call the courier and the pages after each change, and the other parts of the Display read the tables.
func New(c Config) *Display {
	// Two parts are called by what they are made of, so they are empty until the end. Nothing is delivered before.
	src := new(source)  // called by the courier's queue
	todo := new(agenda) // called by the digests
	t, d := c.Tables, &Display{config: c, Presence: NewPresence()}
	d.Readers = &Readers{
		running: t.Running, log: t.Log, words: c.Words, language: c.Language, platforms: t.Platforms, facts: t.Facts, spaces: c.Spaces,
	}
	d.Courier = &Courier{outbox: c.Outbox, facts: t.Facts, queue: c.Outbox.NewPersistent(src)}
	d.Digests = digest.New(c.Outbox, t.Store, t.Now, todo)
	calls := &callPolicy{
		people: t.People, facts: t.Facts, outbox: c.Outbox, presence: d.Presence, digests: d.Digests, began: t.Now(),
	}
	d.Pages = &Pages{
		people: t.People, facts: t.Facts, outbox: c.Outbox, lexicon: c.Lexicon, courses: c.Courses, studio: c.Studio,
		readers: d.Readers, calls: calls,
	}
	d.Notices = notice.New(c.Outbox, t.Store, t.Now, d.Pages.notice)
	d.Tables = tables.New(t, d.Courier, d.Pages.Screen, d.Courier.queue)
	d.Wakeups = &Wakeups{log: t.Log, people: t.People, tables: d.Tables}
	d.clocks = &clocks{log: t.Log, platforms: t.Platforms, tables: d.Tables, digests: d.Digests}
	d.Places = &Places{
		log: t.Log, store: t.Store, outbox: c.Outbox, tables: d.Tables, courier: d.Courier, notices: d.Notices, moved: c.Moved,
	}
	d.late = &lateCalls{running: t.Running, log: t.Log, tables: d.Tables, courier: d.Courier, calls: calls, timers: newCallTimers()}
	*todo = agenda{
		people: t.People, facts: t.Facts, outbox: c.Outbox, tables: d.Tables, courier: d.Courier, readers: d.Readers,
		pages: d.Pages, calls: calls, wakeups: d.Wakeups, digests: d.Digests,
	}
	*src = source{
		log: t.Log, tables: d.Tables, courier: d.Courier, pages: d.Pages, places: d.Places, late: d.late, agenda: todo,
		wakeups: d.Wakeups,
	}
	context.AfterFunc(t.Running, d.late.timers.stop)
	return d
}

// Holders returns the holders of notices and digests. Erasing a person's digest makes Presence forget them.
func (d *Display) Holders() []documents.Holder {
	digests := d.Digests.Holder()
	erase := digests.Erase
	digests.Erase = func(ctx context.Context, x *documents.Erasure) error {
		d.Presence.Forget(x.Person)
		return erase(ctx, x)
	}
	return []documents.Holder{d.Notices.Holder(), digests}
}

// Start starts the Display's background work, which ends with the bot.
func (d *Display) Start() {
	d.config.Outbox.Work.Go(d.clearLoop)
	d.config.Outbox.Work.Go(func() { d.clocks.loop(d.config.Tables.Running) })
}

// RefreshPanels redraws all panels of a person, also at tables that aren't in memory.
func (d *Display) RefreshPanels(p people.Person) {
	for _, s := range d.Tables.Index.ActiveOf(p) {
		d.refresh(s.ID, func(t *match.Table, m match.Message) bool {
			return m.Seat != engine.Nobody && m.Seat == t.Chairs.SeatOf(p.Participant())
		})
	}
}

// RefreshBoards redraws the boards of all active tables in the space.
func (d *Display) RefreshBoards(space chat.ChatID) {
	for _, s := range d.Tables.Index.FindActive([]tables.Key{tables.ChatKey(space)}, func(s tables.Summary) bool { return s.IsIn(space) }) {
		d.refresh(s.ID, func(t *match.Table, m match.Message) bool {
			return t.IsActive() && (space.Has(m.Place) || space == t.Places().SpaceOf(m))
		})
	}
}

// refresh delivers the table's messages, and sends those that satisfy cond even if they are current. A table that
// can't be read is logged. One that was deleted meanwhile is left out.
func (d *Display) refresh(id chat.TableID, cond func(*match.Table, match.Message) bool) {
	l, err := d.Tables.Open(d.config.Tables.Running, id)
	if err != nil {
		if chat.UnlessRefused(err) != nil && d.config.Tables.Running.Err() == nil {
			d.config.Tables.Log.Error("a table isn't shown", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	t := l.Table()
	d.Courier.show(l, func(m match.Message) bool { return cond(t, m) })
}

// clearEvery is how often marks are cleared and idle tables evicted.
const clearEvery = time.Minute

// clearLoop clears marks and evicts idle tables until the bot ends.
func (d *Display) clearLoop() {
	for retry.Sleep(d.config.Tables.Running, clearEvery) {
		d.ClearMarks(d.config.Tables.Running)
		d.Tables.Memory.Evict(d.config.Tables.Now())
	}
}

// ClearMarks clears the marks of tables in memory that are completely shown, and retries the others. It also runs
// when the bot ends, so that the next start has less to do.
func (d *Display) ClearMarks(ctx context.Context) {
	err := d.Tables.Dirty.Clear(ctx, func(id chat.TableID, unmark func()) {
		l := d.Tables.Memory.TryOpen(id)
		if l == nil {
			return
		}
		defer l.Unlock()
		if late := d.late.timers.prune(l.Table()); late == 0 && d.Courier.isIdle(l) {
			unmark()
		} else {
			d.Courier.retry(l)
		}
	})
	if err != nil && ctx.Err() == nil {
		d.config.Tables.Log.Warn("marks of what is shown not taken away", "err", err)
	}
}

// TablesBehind returns the tables, oldest first, that a start may have to show: marked tables, tables on platforms
// that forget, and tables of people whose links were cut, because a panel may not be theirs. It marks them as fresh.
func (d *Display) TablesBehind() []tables.Summary {
	all := d.Tables.Index.All(func(x tables.Summary) bool {
		return d.Tables.Dirty.Has(x.ID) || slices.ContainsFunc(x.Places, func(p chat.Place) bool { return d.config.Outbox.Traits(p).Forgets })
	})
	for _, id := range d.config.Tables.People.Links.Parted() {
		all = append(all, d.Tables.Index.FindActive([]tables.Key{tables.PersonKey(id)}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.OlderFirst)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	d.Tables.Dirty.MarkFresh(idsOf(all))
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

// CatchUp brings the tables up to date, each platform on its own, so that a slow platform delays no other. It
// refreshes clocks first, so that a table is shown once.
func (d *Display) CatchUp(all []tables.Summary) {
	d.clocks.update(d.config.Tables.Running)
	deliver := func(id chat.TableID) { d.refresh(id, func(*match.Table, match.Message) bool { return false }) }
	for _, name := range slices.Sorted(maps.Keys(d.config.Tables.Platforms)) {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		d.config.Outbox.Work.Go(func() { d.config.Outbox.CatchUp(name, idsOf(here), deliver) })
	}
}
