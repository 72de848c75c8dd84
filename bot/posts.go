package bot

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/spaces"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// postsConfig is what the messages of tables are made of.
type postsConfig struct {
	Log       *slog.Logger
	Now       func() time.Time
	Running   context.Context // while the bot runs
	Store     *keep.Store
	Words     *words.Catalogue
	Language  string // of those who tell none
	Lexicon   *speech.Lexicon
	Pictures  *render.Studio // nil: none
	Platforms map[string]Platform
	People    *people.People
	Spaces    *spaces.Spaces
	Clock     *tables.Clock
	Facts     *tables.Facts
	Tables    *tables.Tables
	Outbox    *outbox.Outbox
	Dirty     *outbox.Dirty
	// Barred says whether nothing is to be shown in a place.
	Barred func(Place) bool
	// Moved takes what belongs to a chat along to where it goes on.
	Moved func(ctx context.Context, from, to ChatID) error
}

// posts are the messages of all tables: what each shows to whom. They implement
// tables.Messages and outbox.Source.
type posts struct {
	log     *slog.Logger
	now     func() time.Time
	running context.Context
	store   *keep.Store
	lexicon *speech.Lexicon
	barred  func(Place) bool
	moved   func(ctx context.Context, from, to ChatID) error
	clock   *tables.Clock
	facts   *tables.Facts
	tables  *tables.Tables
	outbox  *outbox.Outbox
	dirty   *outbox.Dirty
	queue   *outbox.Queue

	readers   *readers
	calls     *calls
	wakes     *wakes
	lists     *lists
	agenda    *agenda
	notices   *outbox.Notices
	presence  *outbox.Presence
	lateCalls *outbox.LateCalls
}

// newPosts makes the messages of the tables, which show themselves by them.
func newPosts(c postsConfig) *posts {
	ps := &posts{
		log: c.Log, now: c.Now, running: c.Running, store: c.Store, lexicon: c.Lexicon, barred: c.Barred, moved: c.Moved,
		clock: c.Clock, facts: c.Facts, tables: c.Tables, outbox: c.Outbox, dirty: c.Dirty,
		readers:  &readers{c.Words, c.Language, c.Platforms, c.Pictures, c.People, c.Spaces, c.Log, c.Running},
		wakes:    &wakes{c.Store, c.Log, c.Running, c.People, c.Clock, c.Tables},
		lists:    &lists{c.Facts, c.Tables},
		presence: outbox.NewPresence(), lateCalls: outbox.NewLateCalls(),
	}
	ps.notices = outbox.NewNotices(c.Outbox, c.Store, c.Now, noticeWords{ps})
	ps.agenda = &agenda{posts: ps}
	digests := outbox.NewDigests(c.Outbox, c.Store, c.Now, ps.agenda)
	ps.calls = &calls{ps.readers, c.Facts, c.Clock, c.Now, ps.presence, digests, c.Outbox}
	ps.queue = c.Outbox.Lasting(ps)
	c.Tables.ShowBy(ps, ps.queue)
	return ps
}

// ScreenLocked is what the message shows now.
func (ps *posts) ScreenLocked(l *tables.Entry, m match.Message) Screen {
	w, who := ps.readers.reader(l.State, m)
	s := ps.tableMessage(l, m, who, w).Screen(w)
	s.Call = ps.calls.call(l.State, m, w)
	return s
}

// tableMessage is the message with all that is true for its reader now. The lock must be
// held.
func (ps *posts) tableMessage(l *tables.Entry, m match.Message, who people.Person, w *words.Tongue) pages.Message {
	t := l.State
	page := pages.Message{View: viewLocked(l), Message: m, Confirm: who.Confirm, Pictures: ps.readers.pictures(ps.readers.tasteAt(t, m, who))}
	switch t.Stage {
	case match.Open:
		accept := "accept " + string(t.ID)
		if t.IsOpen() {
			page.Links = ps.readers.linksTo(accept)
		}
		page.Typed = ps.lexicon.Line(accept, w)
	case match.Playing:
		if m.Seat != engine.Nobody {
			page.Chosen = l.ChosenFor(m.Seat)
		} else {
			who = people.Person{} // those who read it may live anywhere
		}
		page.Clocks, page.Unreached, page.OnlyStart = ps.seatClocks(t), ps.facts.Unreached(t), ps.outbox.Traits(m.Place).OnlyPrivate
		page.Zone, page.ZoneName = ps.readers.people.ZoneOf(who), who.ZoneName()
	}
	page.Unlinked = !ps.facts.MayRead(t, m)
	return page
}

// seatClocks are what is true of the seats' time.
func (ps *posts) seatClocks(t *match.Table) []pages.SeatClock {
	all := make([]pages.SeatClock, len(t.Chairs))
	for s, c := range t.Chairs {
		all[s].Away = ps.facts.AwayUntil(c)
		if c.Timer.On != "" {
			all[s].Lost, all[s].Until = ps.clock.IsLost(c.Timer.On), ps.now().Add(c.Timer.Remaining(ps.facts))
		}
	}
	return all
}

// viewLocked is the table's state as it is read. What everybody reads of one state is
// made once for each language.
func viewLocked(l *tables.Entry) pages.View {
	return pages.View{Table: l.State, Texts: l.TextsLocked()}
}

// refreshAll shows all panels of a person afresh, also of tables that nobody has
// touched for long.
func (ps *posts) refreshAll(p people.Person) {
	for _, brief := range ps.tables.Index.Of(p) {
		if l, err := ps.tables.Open(ps.running, brief.ID); err == nil {
			ps.RefreshForLocked(l, p)
			l.Unlock()
		}
	}
}

// showBoards shows all boards in the space afresh, of tables that go on.
func (ps *posts) showBoards(space ChatID) {
	for _, x := range ps.tables.Index.Find([]tables.Key{space}, func(x tables.Summary) bool { return x.IsIn(space) }) {
		l, err := ps.tables.Open(ps.running, x.ID)
		if err != nil {
			continue
		}
		for _, m := range l.State.Messages {
			if l.State.IsActive() && (space.Has(m.Place) || space == l.State.SpaceOf(m)) {
				ps.queue.Force(keyOf(l.ID, m.Place))
			}
		}
		ps.refreshLocked(l)
		l.Unlock()
	}
}

// movedTo is where the place's chat goes on, if that is why showing failed.
func movedTo(p Place, err error) (to ChatID, moved bool) {
	var m Migrated
	if !errors.As(err, &m) || m.To == "" || p.Chat == "" || m.To == p.Chat {
		return "", false
	}
	return m.To, true
}
