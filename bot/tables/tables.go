// Package tables keeps all tables: it finds them, holds those in use in memory with a lock each, and changes
// and stores them. Start reading at [Tables.Update], then [Tables.Commit], then [Expiry] for what happens
// without an input.
//
// How a table changes:
//
//   - Open locks a table and returns a [Locked], the only access to it until Unlock.
//   - A [Snapshot] never changes: screens are made from one, and its readers need no lock.
//   - A [Change] is a copy that package match changes, the documents stored with it, and the input that asks
//     for it. An input counts once.
//   - Commit stores the change, makes it the table's state and shows it. There is no other way; but Expiry
//     deletes tables that ended long ago, and Holder those that can't be read when somebody is forgotten. After
//     a conflict With reads the table again and repeats the decision.
//   - Update does all that for an input, UpdateInternal and ShowChange without one, Create for a new table.
//   - Two things are no part of the table's state: half-made choices, see SaveDraft, and what its messages
//     show, which SetMessages records in memory.
package tables

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables/players"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/storage"
	"tarockbot/storage/sealed"
)

// KindTable is the kind of documents that hold one challenge or match each, without its finished deals.
const KindTable = "table"

// Config holds what New needs.
type Config struct {
	Store     *documents.Store
	Log       *slog.Logger
	Metrics   *metrics.Metrics
	Now       func() time.Time
	Random    io.Reader
	Key       ed25519.PrivateKey             // signs decks and proofs of deals
	Players   func(robot.Level) robot.Player // makes computer players
	Running   context.Context                // ends with the bot
	Platforms map[string]chat.Platform       // by name
	People    *people.People
	Facts     *players.Facts
	// Abandoned is the time after which an untouched match is closed.
	Abandoned time.Duration
}

// Tables opens and changes tables. Its methods are safe for concurrent use.
type Tables struct {
	Facts     *players.Facts
	Index     *Index
	Memory    *Memory
	Dirty     *Dirty
	Dealer    *Dealer
	Lifetimes match.Lifetimes
	Thinker   *Thinker

	config   Config
	display  Display
	preparer preparer
}

// ErrUnchanged is returned by a decision that leaves the table as it is. It is no error of Update.
var ErrUnchanged = errors.New("bot: the table stays as it is")

// Display shows tables.
type Display interface {
	// Deliver brings the table's messages up to date.
	Deliver(l *Locked)
	// RefreshSeat redraws the seat's panels; none if it is engine.Nobody.
	RefreshSeat(l *Locked, s engine.Seat)
	// Reconcile records in a table that was just read what its messages show. dirty tells that they may be out of
	// date, fresh that it is the first time since a start.
	Reconcile(l *Locked, fresh, dirty bool)
	// IsBehind reports whether a message of the table is out of date.
	IsBehind(t *match.Table) bool
}

// Painter returns a message's screen for a table, which may not be stored yet.
type Painter func(s Snapshot, m match.Message) chat.Screen

// New returns Tables with none in memory. q delivers what d shows and paint makes.
func New(c Config, d Display, paint Painter, q Queue) *Tables {
	dirty, lifetimes := newDirty(c.Store), match.Lifetimes{Facts: c.Facts, Abandoned: c.Abandoned}
	ts := &Tables{
		Facts: c.Facts, Index: newIndex(), Memory: newMemory(q), Dirty: dirty, Dealer: &Dealer{c}, Lifetimes: lifetimes,
		config: c, display: d, preparer: preparer{c, lifetimes, dirty, d, paint},
	}
	ts.Thinker = newThinker(ts)
	return ts
}

// Open locks the table and reads it if needed. The caller must unlock it. If there is no such table, the error
// is a refusal.
func (ts *Tables) Open(ctx context.Context, id chat.TableID) (*Locked, error) {
	l := ts.Memory.lock(id)
	if err := ts.load(ctx, l); err != nil {
		l.Unlock()
		return nil, err
	}
	return l, nil
}

// load reads the table from the store unless it is loaded.
func (ts *Tables) load(ctx context.Context, l *Locked) error {
	if l.loaded {
		return nil
	}
	t, version, err := readTable(ctx, ts.config.Store, l.id)
	var drafts map[engine.Seat]draft
	if err == nil {
		drafts, err = readDrafts(ctx, ts.config.Store, t)
	}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		ts.forget(l)
		return chat.Refuse("no-table")
	case errors.Is(err, sealed.ErrSealed): // ReadSummaries has logged it
		ts.forget(l)
		return chat.Refuse("table-lost")
	case err != nil:
		return err
	}
	summary, err := ts.config.Store.Get(ctx, storage.Key{Kind: KindSummary, ID: string(l.id)})
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	l.fill(newSnapshot(t, drafts), version, summary)
	ts.Index.Update(SummaryOf(t))
	if t.Thinking() != 0 {
		ts.Thinker.requestUnlessWaiting(l.id)
	}
	ts.display.Reconcile(l, ts.Dirty.clearFresh(l.id), ts.Dirty.Has(l.id))
	return nil
}

// forget removes a table that doesn't exist from the index and from memory.
func (ts *Tables) forget(l *Locked) {
	ts.Index.Remove(l.id)
	ts.Memory.remove(l)
}

// With opens the table and calls do. After a conflict it reads the table again and repeats do.
func (ts *Tables) With(ctx context.Context, id chat.TableID, do func(*Locked) error) error {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return documents.RetryOnConflict(func() error {
		if err := ts.load(ctx, l); err != nil {
			return err
		}
		return do(l)
	})
}

// readTable reads the stored table and its document's version. It doesn't ask the store for impossible codes,
// because people type them.
func readTable(ctx context.Context, store *documents.Store, id chat.TableID) (*match.Table, int64, error) {
	if !documents.ValidCode(string(id)) {
		return nil, 0, storage.ErrNotFound
	}
	doc, err := store.Get(ctx, storage.Key{Kind: KindTable, ID: string(id)})
	if err != nil {
		return nil, 0, err
	}
	t, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", storage.ErrDamaged, err)
	}
	return t, doc.Version, nil
}

// tableDoc returns the document that stores the table.
func tableDoc(t *match.Table, version int64) (storage.Doc, error) {
	data, err := t.Encode()
	if err != nil {
		return storage.Doc{}, fmt.Errorf("bot: encode %s: %w", KindTable, err)
	}
	return storage.Doc{Key: storage.Key{Kind: KindTable, ID: string(t.ID)}, Version: version, Data: data}, nil
}

// Update changes a table by an input, which counts once: decide changes a copy, which then becomes the table's
// state. If decide fails nothing changes; after ErrUnchanged Update returns no error.
func (ts *Tables) Update(
	ctx context.Context, id chat.TableID, in chat.Input, who people.Person, decide func(*Change) (chat.Answer, error),
) (answer chat.Answer, err error) {
	err = ts.With(ctx, id, func(l *Locked) (err error) {
		answer, err = ts.decideAndCommit(ctx, l, &Change{Table: l.now.Clone(), By: in, Person: who}, decide)
		return err
	})
	if err != nil && !errors.Is(err, ErrUnchanged) {
		return chat.Answer{}, err
	}
	return answer, nil
}

// decideAndCommit runs the decision once, updates steps, clocks and calls, and commits.
func (ts *Tables) decideAndCommit(
	ctx context.Context, l *Locked, c *Change, decide func(*Change) (chat.Answer, error),
) (chat.Answer, error) {
	defer c.Release()
	c.Table.Places().MovePanel(c.Person.Participant(), c.By.User)
	before := c.Before()
	answer, err := decide(c)
	if err != nil {
		c.Release() // nothing will be stored: other matches needn't wait for the panels
		ts.display.RefreshSeat(l, l.Table().Chairs.SeatOf(c.Person.Participant()))
		return answer, err
	}
	c.Rev++
	c.Touch(ts.Facts)
	actors := c.Chairs.SeatOf(c.Person.Participant()).Bit()
	if c.thought { // it is attributed to the players it answers, as an immediate move of the computer is
		actors = c.Movers
	}
	c.After(ts.Facts, before, actors)
	return answer, ts.Commit(ctx, l, c)
}

// UpdateInternal changes a table as Update does, without an input. why names the cause in the store. A table that
// doesn't exist is no error.
func (ts *Tables) UpdateInternal(ctx context.Context, id chat.TableID, why string, decide func(*Change) error) error {
	code, err := documents.NewCode(ts.config.Random)
	if err != nil {
		return err
	}
	_, err = ts.Update(ctx, id, chat.Input{ID: why + "/" + code}, people.Person{}, func(c *Change) (chat.Answer, error) {
		return chat.Answer{}, decide(c)
	})
	return chat.UnlessRefused(err)
}

// ShowChange applies change without an input, and commits and shows it if change returns true. Steps, clocks
// and calls stay as they are. A table that doesn't exist is no error.
func (ts *Tables) ShowChange(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	err := ts.With(ctx, id, func(l *Locked) error {
		c := l.Change()
		if !change(c.Table) {
			return nil
		}
		c.Rev++
		return ts.Commit(ctx, l, c)
	})
	if err = chat.UnlessRefused(err); err != nil {
		return fmt.Errorf("bot: alter table: %w", err)
	}
	return nil
}

// updateClocks does what ShowChange does, and updates clocks and calls, which depend on the change.
func (ts *Tables) updateClocks(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	return ts.ShowChange(ctx, id, func(t *match.Table) bool {
		before := t.Before()
		if !change(t) {
			return false
		}
		t.After(ts.Facts, before, 0)
		return true
	})
}

// UpdateClocksOf starts or stops the person's clocks at all their tables, adds panels where they want to be
// notified, and shows the tables. It counts as activity: a player who was away gets the full time to return.
func (ts *Tables) UpdateClocksOf(ctx context.Context, p people.Person) error {
	for _, s := range ts.Index.FindActive(KeysOf(p), func(s Summary) bool { return s.HasSeated(p) || s.HasInvited(p) }) {
		if err := ts.updateClocks(ctx, s.ID, func(t *match.Table) bool {
			if t.Stage == match.Playing {
				t.Ran = ts.Facts.Ran().Milliseconds()
				ts.Facts.AddPreferredPanels(t)
			}
			return t.IsActive()
		}); err != nil {
			return err
		}
	}
	return nil
}

// MoveChat moves the messages of all tables in from to to. It is idempotent.
func (ts *Tables) MoveChat(ctx context.Context, from, to chat.ChatID) error {
	for _, id := range ts.Index.ShownAt(chat.Input{Chat: from}) {
		if err := ts.UpdateInternal(ctx, id, "moved", func(c *Change) error {
			c.Table.Places().MoveChat(from, to)
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// Create stores a new table, if admit reserves room for it. It releases c.
func (ts *Tables) Create(ctx context.Context, c *Change, admit func(Summary) error) error {
	defer c.Release()
	if ts.config.Store.Full() {
		return chat.Refuse("full")
	}
	l := ts.Memory.lock(c.ID)
	defer l.Unlock()
	c.Table.Create(ts.Facts)
	err := admit(SummaryOf(c.Table))
	if err == nil {
		err = ts.Commit(ctx, l, c)
	}
	if err != nil {
		ts.forget(l)
	}
	if errors.Is(err, storage.ErrConflict) {
		return documents.Duplicate()
	}
	return err
}

// Snapshot returns the table as it is now. If there is no such table, the error is a refusal.
func (ts *Tables) Snapshot(ctx context.Context, id chat.TableID) (Snapshot, error) {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer l.Unlock()
	return l.now, nil
}

// Table returns the table as it is now, read-only. If there is no such table, the error is a refusal.
func (ts *Tables) Table(ctx context.Context, id chat.TableID) (*match.Table, error) {
	s, err := ts.Snapshot(ctx, id)
	return s.Table, err
}

// TableOrNil returns the table as it is now, read-only, or nil if it can't be read.
func (ts *Tables) TableOrNil(id chat.TableID) *match.Table { return ts.snapshotOrZero(id).Table }

// snapshotOrZero returns the table as it is now. If it can't be read it logs that and returns the zero Snapshot.
func (ts *Tables) snapshotOrZero(id chat.TableID) Snapshot {
	s, err := ts.Snapshot(ts.config.Running, id)
	if chat.UnlessRefused(err) != nil && ts.config.Running.Err() == nil {
		ts.config.Log.Error("table left out", "table", id, "err", err)
	}
	return s
}
