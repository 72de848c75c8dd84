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
	"tarockbot/bot/support/seq"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/spaces"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Config holds what New needs. Its tables.Config is that of the tables shown: their messages use the same store, log,
// clock, people and platforms.
type Config struct {
	tables.Config
	Words    *words.Catalogue
	Language string // of people and spaces without one
	Lexicon  *speech.Lexicon
	Courses  guides.Courses
	Studio   *render.Studio // nil: no pictures
	Spaces   *spaces.Spaces
	Outbox   *outbox.Outbox
	// Moved moves what belongs to a chat, besides its tables, to the chat where it goes on.
	Moved func(ctx context.Context, from, to chat.ChatID) error
}

// Messages keeps the messages of all tables up to date. It consists of parts, each of which has the parts that it uses.
// Those that New makes for the outbox, and lateCalls, use most of them and have Messages.
type Messages struct {
	Tables       *tables.Tables // those that are shown
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

// New returns the Messages and makes the tables that they show. New makes the tables because each needs the other:
// tables call the courier and the pages after each change, and the other parts read the tables.
//
// The outbox calls a source, and digests call an agenda. Both use parts that are made later, and neither is called
// before New returns.
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

// Holders returns the holders of notices and digests. Erasing a person's digest makes Presence forget them.
func (ms *Messages) Holders() []documents.Holder {
	digests := ms.Digests.Holder()
	erase := digests.Erase
	digests.Erase = func(ctx context.Context, x *documents.Erasure) error {
		ms.Presence.Forget(x.Person)
		return erase(ctx, x)
	}
	return []documents.Holder{ms.Notices.Holder(), digests}
}

// Start starts the background work, which ends with the bot.
func (ms *Messages) Start() {
	ms.config.Outbox.Work.Go(ms.clearLoop)
	ms.config.Outbox.Work.Go(ms.clockLoop)
}

// RefreshPanels redraws all panels of a person, also at tables that aren't in memory.
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

// refresh delivers the table's messages by show, and sends those that satisfy cond even if they are current.
func (ms *Messages) refresh(id chat.TableID, cond func(*match.Table, match.Message) bool) {
	ms.show(id, func(l *tables.Locked) {
		t := l.Table()
		ms.Courier.forceNext(l, func(m match.Message) bool { return cond(t, m) })
		ms.Courier.redraw(l)
	})
}

// show calls deliver with the locked table. A table that can't be read is logged. One that was deleted meanwhile is left
// out.
func (ms *Messages) show(id chat.TableID, deliver func(*tables.Locked)) {
	l, err := ms.Tables.Open(ms.config.Running, id)
	if err != nil {
		if chat.UnlessRefused(err) != nil && ms.config.Running.Err() == nil {
			ms.config.Log.Error("table not shown", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	deliver(l)
}

// clearEvery is how often marks are cleared and idle tables evicted.
const clearEvery = time.Minute

// clearLoop clears marks and evicts idle tables until the bot ends.
func (ms *Messages) clearLoop() {
	for retry.Sleep(ms.config.Running, clearEvery) {
		ms.ClearMarks(ms.config.Running)
		ms.Tables.Memory.Evict(ms.config.Now())
	}
}

// ClearMarks clears the marks of tables in memory that are completely shown, and retries the others. It also runs
// when the bot ends, so that the next start has less to do.
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
		ms.config.Log.Warn("marks not cleared of tables whose messages are current", "err", err)
	}
}

// TablesBehind returns the tables, oldest first, that a start may have to show: marked tables, tables on platforms
// that forget, and tables of people whose links were cut, because a panel may not be theirs. It marks them as fresh.
func (ms *Messages) TablesBehind() []tables.Summary {
	forgets := func(p chat.Place) bool { return ms.config.Outbox.Traits(p).Forgets }
	all := ms.Tables.Index.All(func(x tables.Summary) bool {
		return ms.Tables.Dirty.Has(x.ID) || slices.ContainsFunc(x.Places, forgets)
	})
	for _, id := range ms.config.People.Links.Parted() {
		all = append(all, ms.Tables.Index.FindActive([]tables.Key{tables.PersonKey(id)}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.OlderFirst)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	ms.Tables.Dirty.MarkFresh(idsOf(all))
	return all
}

// idsOf returns the tables' codes.
func idsOf(all []tables.Summary) []chat.TableID {
	return seq.Map(all, func(x tables.Summary) chat.TableID { return x.ID })
}

// CatchUp brings the tables up to date, each platform on its own, so that a slow platform delays no other. It
// refreshes clocks first, so that a table is shown once.
func (ms *Messages) CatchUp(all []tables.Summary) {
	ms.updateClocks(ms.config.Running)
	deliver := func(id chat.TableID) { ms.show(id, ms.Courier.redraw) }
	for _, name := range slices.Sorted(maps.Keys(ms.config.Platforms)) {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		ms.config.Outbox.Work.Go(func() { ms.config.Outbox.CatchUp(name, idsOf(here), deliver) })
	}
}
