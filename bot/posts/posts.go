// Package posts are the messages of tables: which screen each shows to whom and in what
// language, whom it calls, and what digests tell. Start at Posts.
package posts

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/spaces"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Config is what the messages of tables are made of.
type Config struct {
	Log       *slog.Logger
	Now       func() time.Time
	Running   context.Context // while the bot runs
	Store     *keep.Store
	Words     *words.Catalogue
	Language  string // of those who tell none
	Lexicon   *speech.Lexicon
	Studio    *render.Studio // nil: no pictures
	Platforms map[string]chat.Platform
	People    *people.People
	Spaces    *spaces.Spaces
	Clock     *tables.Clock
	Facts     *tables.Facts
	Tables    *tables.Tables
	Outbox    *outbox.Outbox
	Dirty     *outbox.Dirty
	// Moved takes what belongs to a chat along to where it goes on.
	Moved func(ctx context.Context, from, to chat.ChatID) error
}

// Posts are the messages of all tables: what each shows to whom. They implement
// tables.Messages and outbox.Source.
type Posts struct {
	Config
	Queue     *outbox.Queue
	Readers   *readers
	Wakes     *wakes
	Lists     *lists
	Notices   *outbox.Notices
	Digests   *outbox.Digests
	Presence  *outbox.Presence
	calls     *callPolicy
	agenda    *agenda
	lateCalls *outbox.LateCalls
}

// New makes the messages of the tables, which show themselves by them.
func New(c Config) *Posts {
	ps := &Posts{Config: c, Presence: outbox.NewPresence(), lateCalls: outbox.NewLateCalls()}
	ps.Readers, ps.Wakes, ps.Lists = &readers{&ps.Config}, &wakes{&ps.Config}, &lists{&ps.Config}
	ps.Notices = outbox.NewNotices(c.Outbox, c.Store, c.Now, ps.Readers.notice)
	ps.calls = &callPolicy{readers: ps.Readers, presence: ps.Presence}
	ps.agenda = &agenda{ps.calls, ps}
	ps.Digests = outbox.NewDigests(c.Outbox, c.Store, c.Now, ps.agenda)
	ps.calls.digests = ps.Digests
	ps.Queue = c.Outbox.Lasting(ps)
	c.Tables.ShowBy(ps, ps.Queue)
	return ps
}

// Start keeps the messages as they should be, as work of the outbox, until the bot stops.
func (ps *Posts) Start() {
	clocks := &deadlines{&ps.Config, ps.Digests}
	ps.Outbox.Work.Go(ps.keepClear)
	ps.Outbox.Work.Go(func() { clocks.run(ps.Running) })
	ps.Outbox.Work.Go(func() { ps.lateCalls.Run(ps.Outbox, ps.Now, ps.callLate) })
}

// ScreenLocked is what the message shows now.
func (ps *Posts) ScreenLocked(l *tables.Entry, m match.Message) chat.Screen {
	w, who := ps.Readers.reader(l.State, m)
	s := ps.Readers.message(l, m, who, w).Screen(w)
	s.Call = ps.calls.call(l.State, m, w)
	return s
}

// ViewLocked is the table as it is read. What all read of one state is made once a language.
func ViewLocked(l *tables.Entry) pages.View {
	return pages.View{Table: l.State, Texts: l.TextsLocked()}
}

// RefreshAll shows all panels of a person afresh, also of tables that nobody touched for long.
func (ps *Posts) RefreshAll(p people.Person) {
	for _, x := range ps.Tables.Index.Of(p) {
		if l, err := ps.Tables.Open(ps.Running, x.ID); err == nil {
			ps.RefreshForLocked(l, p)
			l.Unlock()
		}
	}
}

// ShowBoards shows all boards in the space afresh, of tables that go on.
func (ps *Posts) ShowBoards(space chat.ChatID) {
	for _, x := range ps.Tables.Index.Find([]tables.Key{space}, func(x tables.Summary) bool { return x.IsIn(space) }) {
		l, err := ps.Tables.Open(ps.Running, x.ID)
		if err != nil {
			continue
		}
		ps.refreshLocked(l, func(m match.Message) bool {
			return l.State.IsActive() && (space.Has(m.Place) || space == l.State.SpaceOf(m))
		})
		l.Unlock()
	}
}

// movedTo is where the place's chat goes on, if that is why showing failed.
func movedTo(p chat.Place, err error) (to chat.ChatID, moved bool) {
	m, is := errors.AsType[chat.Migrated](err)
	return m.To, is && m.To != "" && p.Chat != "" && m.To != p.Chat
}
