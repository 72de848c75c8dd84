// Package tables stores and changes tables, and keeps used ones in memory. Start reading at [Tables.Update], then
// [Tables.Commit], then [Expiry].
//
//   - Open returns a [Locked], the only access to a table until Unlock.
//   - Screens are made from a [Snapshot], which never changes.
//   - Update changes a copy of the table, a [Change], once for each input.
//   - Commit stores the change, makes it the table's state and shows it. After a conflict WithTable reads the table again
//     and repeats the decision.
//   - Half-made choices and the content of messages aren't part of a table's state.
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

// KindTable is the document kind of challenges and matches.
const KindTable = "table"

// Config holds what New needs.
type Config struct {
	Store     *documents.Store
	Log       *slog.Logger
	Metrics   *metrics.Metrics
	Now       func() time.Time
	Random    io.Reader
	Key       ed25519.PrivateKey // signs decks and proofs of deals
	Players   func(robot.Level) robot.Player
	Running   context.Context // ends with the bot
	Platforms map[string]chat.Platform
	People    *people.People
	Facts     *players.Facts
	// AbandonedAfter is the time after which an untouched match is closed.
	AbandonedAfter time.Duration
}

// Tables opens and changes tables. It is safe for concurrent use.
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

// ErrUnchanged makes Update discard a change and return nil.
var ErrUnchanged = errors.New("bot: table unchanged")

// Display shows tables.
type Display interface {
	Deliver(l *Locked)
	RefreshSeat(l *Locked, s engine.Seat)
	// Reconcile records what a newly read table's messages show. fresh marks the first read since the start.
	Reconcile(l *Locked, fresh, dirty bool)
	IsBehind(t *match.Table) bool
}

// Painter returns a message's screen for a table, which may not be stored yet.
type Painter func(s Snapshot, m match.Message) chat.Screen

// New returns Tables with none in memory.
func New(c Config, d Display, paint Painter, q Queue) *Tables {
	dirty, lifetimes := newDirty(c.Store), match.Lifetimes{Facts: c.Facts, AbandonedAfter: c.AbandonedAfter}
	ts := &Tables{
		Facts: c.Facts, Index: newIndex(), Memory: newMemory(q), Dirty: dirty, Dealer: &Dealer{c}, Lifetimes: lifetimes,
		config: c, display: d, preparer: preparer{c, lifetimes, dirty, d, paint},
	}
	ts.Thinker = newThinker(ts)
	return ts
}

// Open locks the table, and reads it if needed. It refuses an unknown table.
func (ts *Tables) Open(ctx context.Context, id chat.TableID) (*Locked, error) {
	l := ts.Memory.lock(id)
	if err := ts.load(ctx, l); err != nil {
		l.Unlock()
		return nil, err
	}
	return l, nil
}

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

func (ts *Tables) forget(l *Locked) {
	ts.Index.Remove(l.id)
	ts.Memory.remove(l)
}

// WithTable opens the table and calls do. After a conflict it reads the table and calls do again.
func (ts *Tables) WithTable(ctx context.Context, id chat.TableID, do func(*Locked) error) error {
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

// readTable checks the code first, because people type codes.
func readTable(ctx context.Context, store *documents.Store, id chat.TableID) (*match.Table, int64, error) {
	if !documents.IsCode(string(id)) {
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

func tableDoc(t *match.Table, version int64) (storage.Doc, error) {
	data, err := t.Encode()
	if err != nil {
		return storage.Doc{}, fmt.Errorf("bot: encode %s: %w", KindTable, err)
	}
	return storage.Doc{Key: storage.Key{Kind: KindTable, ID: string(t.ID)}, Version: version, Data: data}, nil
}

// Update lets decide change a copy of the table, and commits it. An error discards it.
func (ts *Tables) Update(
	ctx context.Context, id chat.TableID, in chat.Input, who people.Person, decide func(*Change) (chat.Answer, error),
) (answer chat.Answer, err error) {
	err = ts.WithTable(ctx, id, func(l *Locked) (err error) {
		answer, err = ts.decideAndCommit(ctx, l, &Change{Table: l.now.Clone(), Input: in, Person: who}, decide)
		return err
	})
	if err != nil && !errors.Is(err, ErrUnchanged) {
		return chat.Answer{}, err
	}
	return answer, nil
}

func (ts *Tables) decideAndCommit(
	ctx context.Context, l *Locked, c *Change, decide func(*Change) (chat.Answer, error),
) (chat.Answer, error) {
	defer c.Release()
	c.Table.Places().MovePanel(c.Person.Participant(), c.Input.User)
	before := c.BeforeChange()
	answer, err := decide(c)
	if err != nil {
		c.Release() // other matches needn't wait for the panels
		ts.display.RefreshSeat(l, l.Table().Chairs.SeatOf(c.Person.Participant()))
		return answer, err
	}
	c.Rev++
	c.Touch(ts.Facts)
	actors := c.Chairs.SeatOf(c.Person.Participant()).Bit()
	if c.isComputerMove { // the computer's move completes the moves of these people
		actors = c.Movers
	}
	c.CompleteChange(ts.Facts, before, actors)
	return answer, ts.Commit(ctx, l, c)
}

// UpdateInternal is Update without an input. It ignores an unknown table.
func (ts *Tables) UpdateInternal(ctx context.Context, id chat.TableID, why string, decide func(*Change) error) error {
	code, err := documents.NewCode(ts.config.Random)
	if err != nil {
		return err
	}
	_, err = ts.Update(ctx, id, chat.Input{ID: why + "/" + code}, people.Person{}, func(c *Change) (chat.Answer, error) {
		return chat.Answer{}, decide(c)
	})
	return chat.IgnoreRefusal(err)
}

// ShowChange commits and shows the table if change returns true. Steps, clocks and calls stay the same. It ignores an
// unknown table.
func (ts *Tables) ShowChange(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	err := ts.WithTable(ctx, id, func(l *Locked) error {
		c := l.Change()
		if !change(c.Table) {
			return nil
		}
		c.Rev++
		return ts.Commit(ctx, l, c)
	})
	if err = chat.IgnoreRefusal(err); err != nil {
		return fmt.Errorf("bot: change table: %w", err)
	}
	return nil
}

// updateClocks is ShowChange with clocks and calls.
func (ts *Tables) updateClocks(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	return ts.ShowChange(ctx, id, func(t *match.Table) bool {
		before := t.BeforeChange()
		if !change(t) {
			return false
		}
		t.CompleteChange(ts.Facts, before, 0)
		return true
	})
}

// UpdateClocksOf updates the person's clocks and panels. It counts as activity: a returning player gets the full time.
func (ts *Tables) UpdateClocksOf(ctx context.Context, p people.Person) error {
	for _, s := range ts.Index.FindActive(KeysOf(p), func(s Summary) bool { return s.HasSeated(p) || s.HasInvited(p) }) {
		if err := ts.updateClocks(ctx, s.ID, func(t *match.Table) bool {
			if t.Stage == match.Playing {
				t.TouchedRunningMillis = ts.Facts.RunningTime().Milliseconds()
				ts.Facts.AddPreferredPanels(t)
			}
			return t.IsActive()
		}); err != nil {
			return err
		}
	}
	return nil
}

// MoveChat moves the messages of all tables to another chat.
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

// Create stores a new table if admit reserves room.
func (ts *Tables) Create(ctx context.Context, c *Change, admit func(Summary) error) error {
	defer c.Release()
	if ts.config.Store.IsFull() {
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
		return documents.RefuseDuplicate()
	}
	return err
}

// Snapshot returns the table's current state.
func (ts *Tables) Snapshot(ctx context.Context, id chat.TableID) (Snapshot, error) {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer l.Unlock()
	return l.now, nil
}

// Table returns the table, read-only.
func (ts *Tables) Table(ctx context.Context, id chat.TableID) (*match.Table, error) {
	s, err := ts.Snapshot(ctx, id)
	return s.Table, err
}

// TableOrNil returns the table, or nil if it can't be read.
func (ts *Tables) TableOrNil(id chat.TableID) *match.Table { return ts.snapshotOrZero(id).Table }

func (ts *Tables) snapshotOrZero(id chat.TableID) Snapshot {
	s, err := ts.Snapshot(ts.config.Running, id)
	if chat.IgnoreRefusal(err) != nil && ts.config.Running.Err() == nil {
		ts.config.Log.Error("table left out", "table", id, "err", err)
	}
	return s
}
