// Package messages keeps the messages of tables up to date. It chooses each message's screen and language, the
// person whom it notifies, and the games that digests announce. Start reading at [Display].
package messages

import (
	"context"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/screens/guides"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/spaces"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Config holds what New needs.
type Config struct {
	Log       *slog.Logger
	Now       func() time.Time
	Running   context.Context // ends with the bot
	Store     *documents.Store
	Words     *words.Catalogue
	Language  string // of people and spaces without one
	Lexicon   *speech.Lexicon
	Courses   guides.Courses
	Studio    *render.Studio // nil: no pictures
	Platforms map[string]chat.Platform
	People    *people.People
	Spaces    *spaces.Spaces
	Facts     *tables.Facts
	Outbox    *outbox.Outbox
	// Moved moves what belongs to a chat to the chat where it goes on.
	Moved func(ctx context.Context, from, to chat.ChatID) error
}

// Display keeps the messages of all tables current. It implements tables.Display; see also source.
type Display struct {
	Tables   *tables.Tables // those that it shows
	Queue    *outbox.Queue
	Readers  *Readers
	Wakeups  *Wakeups
	Lists    *Lists
	Notices  *outbox.Notices
	Digests  *outbox.Digests
	Presence *outbox.Presence

	config Config
	calls  *callPolicy
	agenda *agenda
	late   *lateCalls
}

// New returns the Display and makes the tables that it shows.
func New(c Config, t tables.Config) *Display {
	d := &Display{config: c, Readers: &Readers{c}, Presence: outbox.NewPresence()}
	d.Notices = outbox.NewNotices(c.Outbox, c.Store, c.Now, d.Readers.notice)
	// The digests, the queue and the tables call the Display, and the Display calls them. They keep d, and call
	// it only after New.
	d.agenda, d.late = &agenda{d}, newLateCalls(d)
	d.Digests = outbox.NewDigests(c.Outbox, c.Store, c.Now, d.agenda)
	d.Queue = c.Outbox.NewPersistent(&source{d})
	d.Tables = tables.New(t, d, d.Queue)
	d.calls = &callPolicy{d.Readers, c.Facts, c.People, c.Outbox, d.Presence, d.Digests, c.Now, c.Now()}
	d.Lists = &Lists{c.Facts, d.Tables}
	d.Wakeups = &Wakeups{c, d.Tables, d.Digests}
	context.AfterFunc(c.Running, d.late.timers.stop)
	return d
}

// Start starts the Display's background work, which ends with the bot.
func (d *Display) Start() {
	d.config.Outbox.Work.Go(d.clearLoop)
	d.config.Outbox.Work.Go(func() { d.Wakeups.clockLoop(d.config.Running) })
}

// Screen implements tables.Display.
func (d *Display) Screen(t tables.Snapshot, m match.Message) chat.Screen {
	who, w := d.Readers.readerOf(t.Table, m)
	s := *d.Readers.screen(t, m, who, w)
	s.Call = d.calls.callOf(t.Table, m, w)
	if m.Place.User == "" && d.config.Outbox.Traits(m.Place).Translates {
		s.Others = d.translations(t, m, s.Lang)
	}
	return s
}

// translations returns the board in all languages but one.
func (d *Display) translations(t tables.Snapshot, m match.Message, but string) (all []chat.Screen) {
	for _, lang := range words.Languages() {
		if lang != but {
			w := d.Readers.WithCommands(m.Place.Platform(), d.config.Words.In(lang))
			all = append(all, *d.Readers.screen(t, m, people.Person{}, w))
		}
	}
	return all
}

// RefreshAll redraws all panels of a person, also at tables that aren't in memory.
func (d *Display) RefreshAll(p people.Person) {
	for _, s := range d.Tables.Index.ActiveOf(p) {
		if l, err := d.Tables.Open(d.config.Running, s.ID); err == nil {
			d.RefreshFor(l, p)
			l.Unlock()
		}
	}
}

// RefreshBoards redraws the boards of all active tables in the space.
func (d *Display) RefreshBoards(space chat.ChatID) {
	for _, s := range d.Tables.Index.FindActive([]tables.Key{tables.ChatKey(space)}, func(s tables.Summary) bool { return s.IsIn(space) }) {
		l, err := d.Tables.Open(d.config.Running, s.ID)
		if err != nil {
			continue
		}
		t := l.Table()
		d.refresh(l, func(m match.Message) bool {
			return t.IsActive() && (space.Has(m.Place) || space == t.Places().SpaceOf(m))
		})
		l.Unlock()
	}
}
