// Package tables keeps the tables: which there are, those in memory with a lock each, and
// what is due at them. Start at Tables.Update, then Commit, then Alarm, when something has to
// be looked at.
//
// How a table is changed:
//
//   - Open locks it; what that gives, a [Locked], is the only way to it, until Unlock.
//   - A Snapshot of it never changes: screens are made of one, and readers need no lock.
//   - A [Change] is a copy of it that package match changes, with what is stored besides, and
//     the input that asks for it, which counts once.
//   - Commit makes the change durable, then the table's state, and has it shown. There is no
//     other way. After a conflict the table is read again, and With decides again.
//   - Update does all that for an input, Alter for what nobody asks for, Create for a new table.
//   - Two things aren't the table's state: half-made choices, see SaveDraft, and what its
//     messages show, which SetMessages notes in memory.
package tables

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/support/metrics"
	"tarockbot/engine"
	"tarockbot/storage"
	"tarockbot/storage/sealed"
)

// Config is what tables are made of.
type Config struct {
	Store   *documents.Store
	Log     *slog.Logger
	Metrics *metrics.Metrics
	Now     func() time.Time
	Random  io.Reader
	Key     ed25519.PrivateKey // signs the proofs of deals
	Running context.Context    // while the bot runs
	Clock   *Clock
	Facts   *Facts
	Index   *Index
	Dirty   *outbox.Dirty
	Dealer  *Dealer
	// Abandoned is after how long a match is closed that nobody touches.
	Abandoned time.Duration
}

// Tables is all tables: those in the store, of which some are in memory.
type Tables struct {
	Config
	Lifetimes match.Lifetimes
	Thinker   *Thinker
	display   Display
	*entries
}

// Display shows tables.
type Display interface {
	// Screen is what the message shows of the table, which may not be stored yet.
	Screen(s Snapshot, m match.Message) chat.Screen
	// Deliver brings the table's messages up to date.
	Deliver(l *Locked)
	// RefreshFor shows a person's panels afresh.
	RefreshFor(l *Locked, p people.Person)
	// Reconcile notes in a table that has just been read what its messages show.
	Reconcile(l *Locked)
	// IsBehind says whether a message of the table doesn't show what it should.
	IsBehind(t *match.Table) bool
}

// New makes them, with none in memory. The queue delivers what the display shows.
func New(c Config, d Display, q Queue) *Tables {
	ts := &Tables{Config: c, Lifetimes: match.Lifetimes{Facts: c.Facts, Limit: c.Abandoned}, display: d, entries: newEntries(q)}
	ts.Thinker = newThinker(ts)
	return ts
}

// forget forgets a table that doesn't exist (any more).
func (ts *Tables) forget(l *Locked) {
	ts.Index.Remove(l.id)
	ts.drop(l)
}

// Open locks the table, and reads it if need be. The caller unlocks it. Without such a table the
// error is a refusal.
func (ts *Tables) Open(ctx context.Context, id chat.TableID) (*Locked, error) {
	l := ts.lock(id)
	if err := ts.load(ctx, l); err != nil {
		l.Unlock()
		return nil, err
	}
	return l, nil
}

// load makes sure that the table is in memory as it is stored.
func (ts *Tables) load(ctx context.Context, l *Locked) error {
	if l.loaded {
		return nil
	}
	t, version, err := readTable(ctx, ts.Store, l.id)
	var drafts map[engine.Seat]draft
	if err == nil {
		drafts, err = readDrafts(ctx, ts.Store, t)
	}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		ts.forget(l)
		return chat.Refuse("no-table")
	case errors.Is(err, sealed.ErrSealed): // the operator was told at the start
		ts.forget(l)
		return chat.Refuse("table-lost")
	case err != nil:
		return err
	}
	summary, err := ts.Store.Get(ctx, storage.Key{Kind: KindSummary, ID: string(l.id)})
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	l.now, l.loaded, l.version, l.summary, l.unstored, l.prepared = newSnapshot(t, drafts), true, version, summary, false, nil
	ts.Index.Update(SummaryOf(t))
	if t.Thinking() != 0 {
		ts.Thinker.requestUnlessWaiting(l.id)
	}
	ts.display.Reconcile(l)
	return nil
}

// With opens the table for do, and repeats that after a conflict, with the table read again.
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
		err := do(l)
		l.loaded = l.loaded && !errors.Is(err, storage.ErrConflict)
		return err
	})
}

// readTable reads the table as it is stored, and the version of its document. People type codes, so
// no store is asked for one that can't exist.
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

// readDrafts reads every seat's draft, also of those that are not asked now: the next draft
// needs the version of the one before.
func readDrafts(ctx context.Context, store *documents.Store, t *match.Table) (map[engine.Seat]draft, error) {
	drafts := make(map[engine.Seat]draft)
	for s := range engine.Seat(len(t.Chairs)) {
		var d draft
		version, err := store.Load(ctx, KindDraft, draftID(t.ID, s), &d)
		if version > 0 && errors.Is(err, storage.ErrDamaged) {
			d, err = draft{}, nil // a choice that was half made is made anew
		}
		if err != nil {
			return nil, err
		}
		if d.version = version; version > 0 {
			drafts[s] = d
		}
	}
	return drafts, nil
}

func draftID(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

// Update changes a table by an input, which counts once: what decide makes of a copy becomes the
// table's state. If decide fails, nothing has changed.
func (ts *Tables) Update(ctx context.Context, id chat.TableID, in chat.Input, who people.Person, decide func(*Change) (chat.Answer, error)) (answer chat.Answer, err error) {
	err = ts.With(ctx, id, func(l *Locked) (err error) {
		answer, err = ts.decide(ctx, l, &Change{Table: l.now.Clone(), By: in, Person: who}, decide)
		return err
	})
	if err != nil {
		return chat.Answer{}, err
	}
	return answer, nil
}

// decide decides once, and commits that. Steps, clocks and calls follow.
func (ts *Tables) decide(ctx context.Context, l *Locked, c *Change, decide func(*Change) (chat.Answer, error)) (chat.Answer, error) {
	defer c.Release()
	c.Table.Places().MovePanel(c.Person.Participant(), c.By.User)
	before := c.Before()
	answer, err := decide(c)
	if err != nil {
		c.Release()
		ts.display.RefreshFor(l, c.Person)
		return answer, err
	}
	c.Rev++
	c.Touch(ts.Facts)
	c.After(ts.Facts, before, c.actors())
	return answer, ts.Commit(ctx, l, c)
}

// MoveChat lets what is shown in a chat be shown in that of the new id. It may be done again.
func (ts *Tables) MoveChat(ctx context.Context, from, to chat.ChatID) error {
	for _, id := range ts.Index.ShownAt(chat.Input{Chat: from}) {
		err := ts.UpdateByNobody(ctx, id, "moved", func(c *Change) error {
			c.Table.Places().MoveChat(from, to)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// UpdateByNobody is Update for what no input asks for. Why names it, for whoever reads the store.
func (ts *Tables) UpdateByNobody(ctx context.Context, id chat.TableID, why string, decide func(*Change) error) error {
	code, err := documents.NewCode(ts.Random)
	if err != nil {
		return err
	}
	_, err = ts.Update(ctx, id, chat.Input{ID: why + "/" + code}, people.Person{}, func(c *Change) (chat.Answer, error) {
		return chat.Answer{}, decide(c)
	})
	return chat.UnlessRefused(err)
}

// Alter changes a table by nobody's doing, if change says that there is news to show. Steps, clocks
// and calls stay as they are.
func (ts *Tables) Alter(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
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

// SaveDraft stores a seat's half-made choice, by an input, which counts once. Nothing is shown.
func (ts *Tables) SaveDraft(ctx context.Context, l *Locked, s engine.Seat, in chat.Input, chosen []string) error {
	d := draft{Step: l.now.Chairs[s].Step, Chosen: chosen, version: l.now.drafts[s].version}
	doc, err := d.doc(l.id, s)
	if err != nil {
		return err
	}
	if err := ts.Store.Commit(ctx, doc, ts.Store.SeenDoc(in)); err != nil {
		return ts.rollback(ctx, l, in, err)
	}
	d.version++
	l.setDraft(s, d)
	return nil
}

// setDraft replaces the seat's draft.
func (l *Locked) setDraft(s engine.Seat, d draft) {
	l.now.drafts = maps.Clone(l.now.drafts)
	l.now.drafts[s] = d
}

// doc makes the document that stores the draft.
func (d draft) doc(id chat.TableID, s engine.Seat) (storage.Doc, error) {
	return documents.Encode(KindDraft, draftID(id, s), d.version, d)
}

// Create makes a table that doesn't exist yet, if admit reserves room for it.
func (ts *Tables) Create(ctx context.Context, c *Change, admit func(Summary) error) error {
	if ts.Store.Full() {
		return chat.Refuse("full")
	}
	l := ts.lock(c.ID)
	defer l.Unlock()
	c.Start(ts.Facts)
	err := admit(SummaryOf(c.Table))
	if err == nil {
		err = ts.Commit(ctx, l, c)
	}
	if err != nil {
		ts.forget(l)
	}
	if errors.Is(err, storage.ErrConflict) {
		return documents.DuplicateOr(nil)
	}
	return err
}

// Snapshot returns the table as it is now. Without such a table the error is a refusal.
func (ts *Tables) Snapshot(ctx context.Context, id chat.TableID) (Snapshot, error) {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer l.Unlock()
	return l.now, nil
}

// Table returns the table as it is now, to be read. Without such a table the error is a refusal.
func (ts *Tables) Table(ctx context.Context, id chat.TableID) (*match.Table, error) {
	s, err := ts.Snapshot(ctx, id)
	return s.Table, err
}

// TableOrNil returns the table as it is now, to be read, or nil if it can't be read.
func (ts *Tables) TableOrNil(id chat.TableID) *match.Table { return ts.snapshotIfAny(id).Table }

// snapshotIfAny returns the table as it is now; without one if it can't be read, which the operator
// is told.
func (ts *Tables) snapshotIfAny(id chat.TableID) Snapshot {
	s, err := ts.Snapshot(ts.Running, id)
	if chat.UnlessRefused(err) != nil && ts.Running.Err() == nil {
		ts.Log.Error("table left out", "table", id, "err", err)
	}
	return s
}

// ReadSummaries reads which tables there are. Those that can't be opened for want of
// their key are left out, and come back with it at another start.
func (ts *Tables) ReadSummaries(ctx context.Context) error {
	lost, err := lostTables(ctx, ts.Store, ts.Log)
	if err != nil {
		return err
	}
	for doc, err := range ts.Store.Scan(ctx, KindSummary, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read which tables there are: %w", err)
		}
		if lost[doc.Key.ID] {
			continue
		}
		var x Summary
		if err := documents.Decode(doc, &x); err != nil {
			ts.Log.Error("summary not read, its table is read instead", "err", err)
			t, _, err := readTable(ctx, ts.Store, chat.TableID(doc.Key.ID))
			if err != nil {
				ts.Log.Error("table left out", "table", doc.Key.ID, "err", err)
				continue
			}
			x = SummaryOf(t)
		}
		ts.Index.Update(x)
	}
	return nil
}

// alterTimed is Alter for changes that clocks and calls depend on.
func (ts *Tables) alterTimed(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	return ts.Alter(ctx, id, func(t *match.Table) bool {
		before := t.Before()
		if !change(t) {
			return false
		}
		t.After(ts.Facts, before, 0)
		return true
	})
}

// tableDoc makes the document that stores the table.
func tableDoc(t *match.Table, version int64) (storage.Doc, error) {
	data, err := t.Encode()
	if err != nil {
		return storage.Doc{}, fmt.Errorf("bot: encode %s: %w", KindTable, err)
	}
	return storage.Doc{Key: storage.Key{Kind: KindTable, ID: string(t.ID)}, Version: version, Data: data}, nil
}

// AlterAllTimed starts or stops the person's clocks at all their tables, gives them panels where they
// want to be told, and shows all anew. It counts as activity: a player who was away gets the full time
// to return.
func (ts *Tables) AlterAllTimed(ctx context.Context, p people.Person) error {
	theirs := func(x Summary) bool { return x.Seats(p) || x.Asks(p) }
	for _, x := range ts.Index.Find(KeysOf(p), theirs) {
		if err := ts.alterTimed(ctx, x.ID, func(t *match.Table) bool {
			if t.Stage == match.Playing {
				t.Ran = ts.Clock.Ran().Milliseconds()
				ts.Facts.WantPanels(t)
			}
			return t.IsActive()
		}); err != nil {
			return err
		}
	}
	return nil
}

// OnAlarm does what is due at a table: it closes what waits in vain, tells how far clocks
// have run, and deletes what is long over.
func (ts *Tables) OnAlarm(ctx context.Context, id string) error {
	t, err := ts.Table(ctx, chat.TableID(id))
	switch {
	case chat.RefusedWith(err, "no-table"):
		return ErrNothing
	case chat.RefusedWith(err, "table-lost"):
		return nil
	case err != nil:
		return err
	case ts.Lifetimes.Due(t) != "":
		err = ts.closeExpired(ctx, t.ID, ts.Lifetimes.Due(t))
	case ts.Lifetimes.LongOver(t):
		return ts.deleteOver(ctx, t.ID)
	case ts.Facts.Ran() >= t.Decks().CutAt():
		err = cutExpired(ctx, ts, t.ID)
	default:
		err = ts.alterTimed(ctx, t.ID, func(t *match.Table) bool { return t.Clocks().UpdateStages(ts.Facts) })
	}
	if err != nil {
		return err
	}
	return ts.storeNextAlarm(ctx, t.ID)
}

// setAlarm sets the table's alarm anew if need be; it is what to store of that.
func setAlarm(t *match.Table, x match.Lifetimes, c *Clock) []storage.Doc {
	next := nextAlarm(t, x)
	if !next.Replaces(AlarmKey(t.Alarm), c.On) {
		return nil
	}
	docs := MoveDocs(AlarmKey(t.Alarm), next.Key())
	t.Alarm = string(next.Key())
	return docs
}

// nextAlarm is when the table is to be looked at next.
func nextAlarm(t *match.Table, x match.Lifetimes) Alarm {
	at, ran := x.Next(t)
	if at.IsZero() {
		return Alarm{Run, ran, WakeTable, string(t.ID)}
	}
	return Alarm{Wall, SinceEpoch(at), WakeTable, string(t.ID)}
}

// storeNextAlarm sets the table's next alarm and stores it.
func (ts *Tables) storeNextAlarm(ctx context.Context, id chat.TableID) error {
	err := ts.With(ctx, id, func(l *Locked) error {
		if !nextAlarm(l.Table(), ts.Lifetimes).Replaces(AlarmKey(l.now.Alarm), ts.Clock.On) {
			return nil
		}
		c := l.Change()
		c.Unshown = true
		return ts.Commit(ctx, l, c)
	})
	if err = chat.UnlessRefused(err); err != nil {
		return fmt.Errorf("bot: set alarm: %w", err)
	}
	return nil
}

// closeExpired closes what has waited too long, if it still has once the table is locked.
func (ts *Tables) closeExpired(ctx context.Context, id chat.TableID, why match.CloseReason) error {
	return ts.UpdateByNobody(ctx, id, string(why), func(c *Change) error {
		if ts.Lifetimes.Due(c.Table) != why {
			return chat.Refuse("challenge-over")
		}
		c.Close(why)
		return nil
	})
}

// cutExpired deals from a deck that nobody has cut in time, if that is still so once the
// table is locked.
func cutExpired(ctx context.Context, ts *Tables, id chat.TableID) error {
	return ts.UpdateByNobody(ctx, id, "cut", func(c *Change) error {
		if ts.Facts.Ran() < c.Table.Decks().CutAt() {
			return chat.Refuse("cut-over")
		}
		return ts.Dealer.Cut(ctx, c, "")
	})
}

// deleteOver deletes a table that is long over, with all that is stored beside it.
func (ts *Tables) deleteOver(ctx context.Context, id chat.TableID) error {
	return chat.UnlessRefused(ts.With(ctx, id, func(l *Locked) error {
		if !ts.Lifetimes.LongOver(l.Table()) {
			return nil
		}
		docs := append(MoveDocs(AlarmKey(l.now.Alarm), ""),
			storage.Doc{Key: storage.Key{Kind: KindTable, ID: string(id)}, Version: l.version},
			storage.Doc{Key: storage.Key{Kind: KindSummary, ID: string(id)}, Version: l.summary.Version})
		for s, d := range l.now.drafts {
			docs = append(docs, storage.Doc{Key: storage.Key{Kind: KindDraft, ID: draftID(id, s)}, Version: d.version})
		}
		unmarked := func(bool) {}
		if !ts.Dirty.NeedsMark(id) {
			doc, over := ts.Dirty.Unmark(id)
			docs, unmarked = append(docs, doc), over
		}
		err := ts.Store.Commit(ctx, docs...)
		unmarked(err == nil)
		if err == nil {
			ts.forget(l)
		}
		return err
	}))
}
