// Package messages keeps tables' messages current: their screens, languages and calls. Start reading at
// [Courier.Deliver], then source.Want.
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
	"tarockbot/bot/support/seq"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/spaces"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Config configures Messages.
type Config struct {
	tables.Config
	Words    *words.Catalogue
	Language string // of people and spaces without one
	Lexicon  *speech.Lexicon
	Courses  guides.Courses
	Studio   *render.Studio // nil for no pictures
	Spaces   *spaces.Spaces
	Outbox   *outbox.Outbox
	// Moved moves a chat's data to its new id, except tables.
	Moved func(ctx context.Context, from, to chat.ChatID) error
}

// Messages keeps the messages of all tables current.
type Messages struct {
	Tables       *tables.Tables
	Courier      *Courier
	Reachability *Reachability
	Pages        *Pages
	Readers      *Readers
	Wakeups      *Wakeups
	Notices      *notice.Notices
	Digests      *digest.Digests
	Presence     *Presence

	config Config
	late   *lateCalls
}

// New returns the messages with their tables, because each requires the other. The outbox calls source only after New
// returns.
func New(c Config) *Messages {
	ms := &Messages{config: c, Presence: newPresence()}
	games := &agenda{Messages: ms}
	queue := c.Outbox.NewPersistent(&source{Messages: ms, agenda: games})
	ms.Readers = &Readers{
		running: c.Running, log: c.Log, words: c.Words, language: c.Language, platforms: c.Platforms, facts: c.Facts, spaces: c.Spaces,
	}
	ms.Courier = &Courier{outbox: c.Outbox, facts: c.Facts, queue: queue}
	ms.Digests = digest.New(c.Outbox, c.Store, c.Now, games)
	calls := &callPolicy{
		people: c.People, facts: c.Facts, outbox: c.Outbox, presence: ms.Presence, digests: ms.Digests, began: c.Now(),
	}
	games.calls = calls
	ms.Pages = &Pages{
		people: c.People, facts: c.Facts, outbox: c.Outbox, lexicon: c.Lexicon, courses: c.Courses, studio: c.Studio,
		readers: ms.Readers, calls: calls,
	}
	ms.Notices = notice.New(c.Outbox, c.Store, c.Now, ms.Pages.notice)
	ms.Tables = tables.New(c.Config, ms.Courier, ms.Pages.Screen, queue)
	ms.Wakeups = &Wakeups{log: c.Log, people: c.People, tables: ms.Tables}
	ms.Reachability = &Reachability{
		log: c.Log, store: c.Store, outbox: c.Outbox, queue: queue, tables: ms.Tables, courier: ms.Courier,
		notices: ms.Notices, moved: c.Moved,
	}
	ms.late = &lateCalls{Messages: ms, calls: calls, timers: newCallTimers()}
	context.AfterFunc(c.Running, ms.late.timers.stop)
	return ms
}

// Holders returns the holders of notices and digests. Erasing a digest also erases the person's Presence.
func (ms *Messages) Holders() []documents.Holder {
	digests := ms.Digests.Holder()
	erase := digests.Erase
	digests.Erase = func(ctx context.Context, x *documents.Erasure) error {
		ms.Presence.Forget(x.Person)
		return erase(ctx, x)
	}
	return []documents.Holder{ms.Notices.Holder(), digests}
}

// Start starts the background work.
func (ms *Messages) Start() {
	ms.config.Outbox.Work.Go(ms.clearLoop)
	ms.config.Outbox.Work.Go(ms.clockLoop)
}

// RefreshPanels redraws a person's panels.
func (ms *Messages) RefreshPanels(p people.Person) {
	for _, s := range ms.Tables.Index.ActiveOf(p) {
		ms.refresh(s.ID, func(t *match.Table, m match.Message) bool {
			return m.Seat != engine.Nobody && m.Seat == t.Chairs.SeatOf(p.Participant())
		})
	}
}

// RefreshBoards redraws the boards of all active tables in the space.
func (ms *Messages) RefreshBoards(space chat.ChatID) {
	isIn := func(s tables.Summary) bool { return s.IsIn(space) }
	for _, s := range ms.Tables.Index.FindActive([]tables.Key{tables.ChatKey(space)}, isIn) {
		ms.refresh(s.ID, func(t *match.Table, m match.Message) bool {
			return t.IsActive() && (space.Has(m.Place) || space == t.Places().SpaceOf(m))
		})
	}
}

func (ms *Messages) refresh(id chat.TableID, cond func(*match.Table, match.Message) bool) {
	ms.show(id, func(l *tables.Locked) {
		t := l.Table()
		ms.Courier.forceNext(l, func(m match.Message) bool { return cond(t, m) })
		ms.Courier.redraw(l)
	})
}

func (ms *Messages) show(id chat.TableID, deliver func(*tables.Locked)) {
	l, err := ms.Tables.Open(ms.config.Running, id)
	if err != nil {
		if chat.IgnoreRefusal(err) != nil && ms.config.Running.Err() == nil {
			ms.config.Log.Error("table not shown", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	deliver(l)
}

const clearEvery = time.Minute

func (ms *Messages) clearLoop() {
	for retry.Sleep(ms.config.Running, clearEvery) {
		ms.ClearMarks(ms.config.Running)
		ms.Tables.Memory.Evict(ms.config.Now())
	}
}

// ClearMarks clears the dirty marks of tables in memory that are completely shown, and retries the others.
func (ms *Messages) ClearMarks(ctx context.Context) {
	err := ms.Tables.Dirty.Clear(ctx, func(id chat.TableID, unmark func()) {
		l := ms.Tables.Memory.TryOpen(id)
		if l == nil {
			return
		}
		defer l.Unlock()
		if late := ms.late.timers.prune(l.Table()); late == 0 && ms.Courier.isIdle(l) {
			unmark()
		} else {
			ms.Courier.retryStale(l)
		}
	})
	if err != nil && ctx.Err() == nil {
		ms.config.Log.Warn("marks of current tables not cleared", "err", err)
	}
}

// TablesBehind returns the tables, oldest first, that may have to be shown at startup: dirty tables, tables on
// platforms that forget, and tables of people whose links were cut. It marks them as fresh.
func (ms *Messages) TablesBehind() []tables.Summary {
	forgets := func(p chat.Place) bool { return ms.config.Outbox.Traits(p).LosesMessages }
	all := ms.Tables.Index.All(func(x tables.Summary) bool {
		return ms.Tables.Dirty.Has(x.ID) || slices.ContainsFunc(x.Places, forgets)
	})
	for _, id := range ms.config.People.Links.Unlinked() {
		all = append(all, ms.Tables.Index.FindActive([]tables.Key{tables.PersonKey(id)}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.CompareCreated)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	ms.Tables.Dirty.MarkFresh(idsOf(all))
	return all
}

func idsOf(all []tables.Summary) []chat.TableID {
	return seq.Map(all, func(x tables.Summary) chat.TableID { return x.ID })
}

// CatchUp shows the tables. A slow platform doesn't delay the others. Clocks are updated first, so that each table is
// shown only once.
func (ms *Messages) CatchUp(all []tables.Summary) {
	ms.updateClocks(ms.config.Running)
	deliver := func(id chat.TableID) { ms.show(id, ms.Courier.redraw) }
	for _, name := range slices.Sorted(maps.Keys(ms.config.Platforms)) {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		ms.config.Outbox.Work.Go(func() { ms.config.Outbox.CatchUp(name, idsOf(here), deliver) })
	}
}
