// Package messages shows tables: which screen each message of a table shows to whom, in what language,
// whom it notifies, and what digests tell. Start reading at [Display].
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
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/spaces"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Config is what the messages of tables are made of.
type Config struct {
	Log       *slog.Logger
	Now       func() time.Time
	Running   context.Context // while the bot runs
	Store     *documents.Store
	Words     *words.Catalogue
	Language  string // of those who tell none
	Lexicon   *speech.Lexicon
	Courses   screens.Courses
	Studio    *render.Studio // nil: no pictures
	Platforms map[string]chat.Platform
	People    *people.People
	Spaces    *spaces.Spaces
	Facts     *tables.Facts
	Tables    *tables.Tables // made by New
	Outbox    *outbox.Outbox
	// Moved takes what belongs to a chat along to where it goes on.
	Moved func(ctx context.Context, from, to chat.ChatID) error
}

// Display keeps the messages of all tables current. It implements tables.Display; see also source.
type Display struct {
	Config
	Queue    *outbox.Queue
	Readers  *readers
	Wakeups  *wakeups
	Lists    *lists
	Notices  *outbox.Notices
	Digests  *outbox.Digests
	Presence *outbox.Presence
	calls    *callPolicy
	agenda   *agenda
	late     *lateCalls
}

// New makes the Display and the tables that it shows.
func New(c Config, t tables.Config) *Display {
	d := &Display{Config: c, Presence: outbox.NewPresence()}
	d.Readers, d.Wakeups, d.Lists = &readers{&d.Config}, &wakeups{Config: &d.Config}, &lists{&d.Config}
	d.Notices = outbox.NewNotices(c.Outbox, c.Store, c.Now, d.Readers.notice)
	d.calls = &callPolicy{readers: d.Readers, presence: d.Presence, began: c.Now()}
	d.agenda = &agenda{d.calls, d}
	d.Digests = outbox.NewDigests(c.Outbox, c.Store, c.Now, d.agenda)
	d.calls.digests, d.Wakeups.digests = d.Digests, d.Digests
	d.late = newLateCalls(d)
	context.AfterFunc(c.Running, d.late.stop)
	d.Queue = c.Outbox.NewPersistent(&source{d})
	d.Tables = tables.New(t, d, d.Queue)
	return d
}

// Start starts the Display's background work, which ends with the bot.
func (d *Display) Start() {
	d.Outbox.Work.Go(d.clearLoop)
	d.Outbox.Work.Go(func() { d.Wakeups.clockLoop(d.Running) })
}

// Screen implements tables.Display.
func (d *Display) Screen(t tables.Snapshot, m match.Message) chat.Screen {
	w, who := d.Readers.reader(t.Table, m)
	s := d.Readers.message(t, m, who, w).Screen(w)
	s.Call = d.calls.callOf(t.Table, m, w)
	if m.Place.User == "" && d.Outbox.Traits(m.Place).Translates {
		s.Others = d.others(t, m, s.Lang)
	}
	return s
}

// others returns the board in all languages but one.
func (d *Display) others(t tables.Snapshot, m match.Message, but string) (all []chat.Screen) {
	for _, lang := range words.Languages() {
		if lang != but {
			w := d.Readers.WithCommands(m.Place.Platform(), d.Words.In(lang))
			all = append(all, d.Readers.message(t, m, people.Person{}, w).Screen(w))
		}
	}
	return all
}

// ViewOf returns the table as readers see it. What all readers see of it is made once a language.
func ViewOf(t tables.Snapshot) screens.View {
	return screens.View{Table: t.Table, Texts: t.Texts}
}

// RefreshAll shows all panels of a person again, also of tables that nobody touched for long.
func (d *Display) RefreshAll(p people.Person) {
	for _, x := range d.Tables.Index.ActiveOf(p) {
		if l, err := d.Tables.Open(d.Running, x.ID); err == nil {
			d.RefreshFor(l, p)
			l.Unlock()
		}
	}
}

// RefreshBoards shows the boards of all running tables in the space again.
func (d *Display) RefreshBoards(space chat.ChatID) {
	for _, x := range d.Tables.Index.FindActive([]tables.Key{tables.ChatKey(space)}, func(x tables.Summary) bool { return x.IsIn(space) }) {
		l, err := d.Tables.Open(d.Running, x.ID)
		if err != nil {
			continue
		}
		t := l.Table()
		d.refresh(l, func(m match.Message) bool {
			return t.IsActive() && (space.Has(m.Place) || space == match.PlacesOf(t).SpaceOf(m))
		})
		l.Unlock()
	}
}
