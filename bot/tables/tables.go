// Package tables keeps the tables: which there are, those in memory with a lock each, and
// what is due at them. Start at Tables.Update: it lets one input change one table, stores
// what has become of it in one commit, and has it shown. Then Entry, a table in memory, and
// Alarm, when something has to be looked at.
//
// How a table is changed:
//
//	Update               by an input, which counts once; clocks, steps and calls follow, all is shown
//	Create               a new one, by an input; likewise
//	Alter                by nobody's input; the revision rises, and it is shown
//	AlterAllTimed        Alter at all tables of a person; clocks and calls follow
//	SaveLocked           as the caller has made it, of an open Entry; it is shown
//	SaveByLocked         SaveLocked by an input, which counts once
//	CommitUnshownLocked  SaveByLocked for what no message shows; nothing is shown
//	StoreRefsLocked      only which messages show it
package tables

import (
	"bytes"
	"cmp"
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
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/support/metrics"
	"tarockbot/engine"
	"tarockbot/engine/verify"
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
	// Abandoned is after how long a match is closed that nobody touches.
	Abandoned time.Duration
}

// Tables is all tables: those in the store, of which some are in memory.
type Tables struct {
	Config
	Lifetimes match.Lifetimes
	messages  Display
	thinker   *Thinker
	*entries
}

// Display shows tables. The lock of the table must be held.
type Display interface {
	// ScreenLocked is what the message shows; entry may be one that isn't everybody's yet.
	ScreenLocked(l *Entry, m match.Message) chat.Screen
	// DeliverLocked brings the table's messages up to date.
	DeliverLocked(l *Entry)
	// RefreshForLocked shows a person's panels afresh.
	RefreshForLocked(l *Entry, p people.Person)
	// ReconcileLocked notes in a table that has just been read what its messages show.
	ReconcileLocked(l *Entry)
	// IsBehind says whether a message of the table doesn't show what it should.
	IsBehind(t *match.Table) bool
}

// New makes them, with none in memory.
func New(c Config) *Tables {
	return &Tables{Config: c, Lifetimes: match.Lifetimes{Facts: c.Facts, Limit: c.Abandoned}, entries: newEntries()}
}

// SetDisplay lets the messages show tables, before any is read. The queue delivers them.
func (ts *Tables) SetDisplay(m Display, q Queue) { ts.messages, ts.entries.queue = m, q }

// DropLocked forgets a table that doesn't exist (any more).
func (ts *Tables) DropLocked(l *Entry) {
	ts.Index.Remove(l.ID)
	ts.entries.dropLocked(l)
}

// Open is the table with its lock held, read if need be. The caller unlocks it.
func (ts *Tables) Open(ctx context.Context, id chat.TableID) (*Entry, error) {
	l := ts.Lock(id)
	if err := ts.loadLocked(ctx, l); err != nil {
		l.Unlock()
		return nil, err
	}
	return l, nil
}

// loadLocked makes sure that the table's state is in memory.
func (ts *Tables) loadLocked(ctx context.Context, l *Entry) error {
	if l.State != nil {
		return nil
	}
	state, version, err := readTable(ctx, ts.Store, l.ID)
	if err == nil {
		err = l.loadDraftsLocked(ctx, ts.Store, len(state.Chairs))
	}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		ts.DropLocked(l)
		return chat.Refuse("no-table")
	case errors.Is(err, sealed.ErrSealed): // the operator was told at the start
		ts.DropLocked(l)
		return chat.Refuse("table-lost")
	case err != nil:
		return err
	}
	summary, err := ts.Store.Get(ctx, storage.Key{Kind: KindSummary, ID: string(l.ID)})
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	l.State, l.version, l.summary, l.RefsUnstored = state, version, summary, false
	ts.messages.ReconcileLocked(l)
	return nil
}

// withTable opens the table for do, unless there is none.
func (ts *Tables) withTable(ctx context.Context, id chat.TableID, do func(*Entry) error) error {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	return do(l)
}

// readTable is the table as it is stored, with the version of its document.
func readTable(ctx context.Context, store *documents.Store, id chat.TableID) (*match.Table, int64, error) {
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

// loadDraftsLocked reads every seat's draft, also of those that are not asked now:
// the next draft needs the version of the one before.
func (l *Entry) loadDraftsLocked(ctx context.Context, store *documents.Store, seats int) error {
	clear(l.drafts)
	for s := range engine.Seat(seats) {
		d := new(draft)
		version, err := store.Load(ctx, KindDraft, draftID(l.ID, s), d)
		if version > 0 && errors.Is(err, storage.ErrDamaged) {
			*d, err = draft{}, nil // a choice that was half made is made anew
		}
		if err != nil {
			return err
		}
		if version > 0 {
			d.version = version
			l.drafts[s] = d
		}
	}
	return nil
}

func draftID(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

// Update changes a table: what decide makes of its copy becomes the state once that is
// durable together with the input. If decide fails, nothing has changed.
func (ts *Tables) Update(ctx context.Context, id chat.TableID, in chat.Input, who people.Person, decide func(*Change) (chat.Answer, error)) (chat.Answer, error) {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	defer l.Unlock()
	var answer chat.Answer
	err = ts.Store.RetryUnlessSeen(ctx, in, func() (err error) {
		answer, err = ts.tryLocked(ctx, l, in, who, decide)
		return err
	})
	if err != nil {
		return chat.Answer{}, err
	}
	return answer, nil
}

// tryLocked decides once, and stores that. A change raises revision and steps.
func (ts *Tables) tryLocked(ctx context.Context, l *Entry, in chat.Input, who people.Person, decide func(*Change) (chat.Answer, error)) (chat.Answer, error) {
	c := &Change{Table: l.State.Clone(), Person: who}
	defer c.Release()
	c.MovePanel(who.Participant(), in.User)
	before := c.Before()
	answer, err := decide(c)
	if err != nil {
		c.Release()
		ts.messages.RefreshForLocked(l, who)
		return answer, err
	}
	c.Rev++
	c.Touch(ts.Facts)
	c.After(ts.Facts, before, c.actors())
	if err = ts.commitLocked(ctx, l, c, in); err != nil && l.State != nil {
		ts.Index.Update(SummaryOf(l.State)) // gives back what the decision has reserved
	}
	return answer, err
}

// Alter changes a table by nobody's doing, if change says that there is news to show.
func (ts *Tables) Alter(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	return ts.withTable(ctx, id, func(l *Entry) error {
		next := l.State.Clone()
		if !change(next) {
			return nil
		}
		next.Rev++
		if err := ts.SaveLocked(ctx, l, next); err != nil {
			return fmt.Errorf("bot: alter table: %w", err)
		}
		return nil
	})
}

// SaveLocked stores what has become of the table, and shows it. After a conflict the
// table is read again.
func (ts *Tables) SaveLocked(ctx context.Context, l *Entry, next *match.Table) error {
	err := ts.storeLocked(ctx, l, next)
	if err == nil {
		ts.showLocked(l, Prepared{})
	}
	return err
}

// SaveByLocked is SaveLocked for an input, which has no effect twice.
func (ts *Tables) SaveByLocked(ctx context.Context, l *Entry, next *match.Table, in chat.Input) error {
	err := ts.CommitUnshownLocked(ctx, l, next, in)
	if err == nil {
		ts.showLocked(l, Prepared{})
	}
	return err
}

// CommitUnshownLocked is SaveByLocked for what changes no message.
func (ts *Tables) CommitUnshownLocked(ctx context.Context, l *Entry, next *match.Table, in chat.Input) error {
	return ts.unlessSeenLocked(ctx, l, in, ts.storeLocked(ctx, l, next, ts.Store.SeenDoc(in)))
}

// unlessSeenLocked is the error of a commit that an input has led to. After a conflict it
// says whether the input has had its effect already. If not, it is to be handed in again.
func (ts *Tables) unlessSeenLocked(ctx context.Context, l *Entry, in chat.Input, err error) error {
	if !errors.Is(err, storage.ErrConflict) {
		return err
	}
	l.State = nil
	if seen, err := ts.Store.Seen(ctx, in); err != nil || seen {
		return documents.OrDuplicate(err)
	}
	return documents.ErrBusy
}

// storeLocked makes next the table's state, and stores it in one commit with more.
func (ts *Tables) storeLocked(ctx context.Context, l *Entry, next *match.Table, more ...storage.Doc) error {
	docs, err := ts.docsLocked(l, next)
	if err != nil {
		return err
	}
	return ts.commitDocsLocked(ctx, l, next, append(docs, more...))
}

// commitDocsLocked commits the documents that make next the table's state.
func (ts *Tables) commitDocsLocked(ctx context.Context, l *Entry, next *match.Table, docs []storage.Doc) error {
	err := ts.Store.Commit(ctx, docs...)
	if errors.Is(err, storage.ErrConflict) {
		l.State = nil // look at the store before acting again
	}
	if err == nil {
		ts.applyCommittedLocked(l, next, docs)
	}
	return err
}

// StoreRefsLocked stores which messages show the table, and nothing else of it.
func (ts *Tables) StoreRefsLocked(ctx context.Context, l *Entry) error {
	doc, err := tableDoc(l.State, l.version)
	if err != nil {
		return err
	}
	if err := ts.Store.Commit(ctx, doc); err != nil {
		return err
	}
	l.version++
	l.RefsUnstored = false
	return nil
}

// SaveDraftLocked stores a half-made choice.
func (ts *Tables) SaveDraftLocked(ctx context.Context, l *Entry, s engine.Seat, in chat.Input, chosen []string) error {
	d := &draft{Step: l.State.Chairs[s].Step, Chosen: chosen}
	if old := l.drafts[s]; old != nil {
		d.version = old.version
	}
	doc, err := draftDoc(l.ID, s, d)
	if err != nil {
		return err
	}
	if err := ts.unlessSeenLocked(ctx, l, in, ts.Store.Commit(ctx, doc, ts.Store.SeenDoc(in))); err != nil {
		return err
	}
	d.version++
	l.drafts[s] = d
	return nil
}

// draftDoc makes the document that stores the draft.
func draftDoc(id chat.TableID, s engine.Seat, d *draft) (storage.Doc, error) {
	return documents.Encode(KindDraft, draftID(id, s), d.version, d)
}

// Create makes a table that doesn't exist yet, if admit reserves room for it.
func (ts *Tables) Create(ctx context.Context, in chat.Input, c *Change, admit func(Summary) error) error {
	t := c.Table
	if ts.Store.Full() {
		return chat.Refuse("full")
	}
	l := ts.Lock(t.ID)
	defer l.Unlock()
	t.Start(ts.Facts)
	if err := admit(SummaryOf(t)); err != nil {
		ts.DropLocked(l)
		return err
	}
	err := ts.commitLocked(ctx, l, c, in)
	if err == nil {
		return nil
	}
	ts.DropLocked(l)
	if !errors.Is(err, storage.ErrConflict) {
		return err
	}
	_, err = ts.Store.Seen(ctx, in)
	return documents.OrDuplicate(err)
}

// commitLocked makes the change durable, then visible.
func (ts *Tables) commitLocked(ctx context.Context, l *Entry, c *Change, in chat.Input) error {
	var next *Entry
	if c.Also != nil {
		next = ts.Lock(c.Also.ID) // nobody else knows its id yet
		defer next.mu.Unlock()
	}
	docs, err := ts.changeDocsLocked(l, next, c, in)
	if err != nil {
		return err
	}
	ready := ts.prepareLocked(l, c.Table)
	began := time.Now()
	err = ts.commitDocsLocked(ctx, l, c.Table, docs)
	ts.Metrics.Committed(time.Since(began))
	screens := <-ready
	if errors.Is(err, storage.ErrConflict) && l.version > 0 {
		err = cmp.Or(ts.loadLocked(ctx, l), err)
	}
	if err != nil {
		return err
	}
	ts.showLocked(l, screens)
	if next != nil {
		ts.applyCommittedLocked(next, c.Also, docs)
		ts.showLocked(next, Prepared{})
	}
	return nil
}

// Prepared is screens of a table's revision that were made while it was being stored.
type Prepared struct {
	Rev     int64
	Screens map[chat.Place]chat.Screen
}

// prepareLocked makes what everybody will read while the disk is at work. Nothing of
// it is shown before the table is durable. The lock must be held until it is ready.
func (ts *Tables) prepareLocked(l *Entry, t *match.Table) (ready <-chan Prepared) {
	done := make(chan Prepared, 1)
	next := &Entry{ID: l.ID, State: t, drafts: l.drafts}
	go func() {
		p := Prepared{Rev: t.Rev}
		defer func() { done <- p }()
		defer func() { _ = recover() }()                   // showing it will fault again, and tell
		if t.Stage != match.Playing || t.Thinking() != 0 { // soon there will be others
			return
		}
		p.Screens = make(map[chat.Place]chat.Screen, len(t.Messages))
		for _, m := range t.Messages {
			p.Screens[m.Place] = ts.messages.ScreenLocked(next, m)
		}
	}()
	return done
}

// changeDocsLocked is all that a change writes: the table, what the decision added, the
// input unless the table itself marks it, and a table that begins, whose entry next is.
func (ts *Tables) changeDocsLocked(l, next *Entry, c *Change, in chat.Input) ([]storage.Doc, error) {
	docs, err := ts.docsLocked(l, c.Table)
	if err != nil {
		return nil, err
	}
	docs = append(docs, c.Docs...)
	if !c.marked {
		docs = append(docs, ts.Store.SeenDoc(in))
	}
	if next != nil {
		more, err := ts.docsLocked(next, c.Also)
		if err != nil {
			return nil, err
		}
		docs = append(docs, more...)
	}
	return docs, nil
}

// docsLocked are the documents that store what has become of a table: with the deals that
// have ended, its summary, if that has changed, its alarm, if that has to fire earlier now, and the
// mark that something of it has to be shown. The lock must be held until commitDocsLocked has
// stored them.
func (ts *Tables) docsLocked(l *Entry, t *match.Table) ([]storage.Doc, error) {
	if err := setRobotSeed(t, ts.Random); err != nil {
		return nil, err
	}
	docs := setAlarm(t, ts.Lifetimes, ts.Clock)
	doc, err := tableDoc(t, l.version)
	if err != nil {
		return nil, err
	}
	summary, err := documents.Encode(KindSummary, string(t.ID), l.summary.Version, SummaryOf(t))
	if err != nil {
		return nil, err
	}
	docs = append(docs, doc)
	for _, x := range t.Follows.Deals {
		if x.Proof != nil {
			x.Proof.Reveal(verify.Outcome(x.Record), ts.Key)
		}
		deal, err := documents.Encode(KindDeal, match.DealID(t.ID, x.Number), 0, x.StoredDeal)
		if err != nil {
			return nil, err
		}
		docs = append(docs, deal)
	}
	if !bytes.Equal(summary.Data, l.summary.Data) {
		docs = append(docs, summary)
	}
	if ts.messages.IsBehind(t) && ts.Dirty.NeedsMark(t.ID) {
		docs = append(docs, outbox.MarkDoc(t.ID))
	}
	return docs, nil
}

// applyCommittedLocked makes what has been stored of the table its state. Nobody sees a difference.
func (ts *Tables) applyCommittedLocked(l *Entry, t *match.Table, docs []storage.Doc) {
	l.State, l.RefsUnstored = t, false
	for _, d := range docs {
		if d.Key.ID != string(l.ID) {
			continue
		}
		switch d.Version++; d.Key.Kind {
		case KindTable:
			l.version = d.Version
		case KindSummary:
			l.summary = d
		case outbox.KindDirty:
			ts.Dirty.Mark(l.ID)
		}
	}
	if t.Thinking() != 0 {
		ts.thinker.request(l.ID)
	}
}

// showLocked lets everybody see what has been stored of the table, a little later if the
// computer is about to move.
func (ts *Tables) showLocked(l *Entry, p Prepared) {
	ts.Index.Update(SummaryOf(l.State))
	l.Prepared = p
	if !ts.thinker.holdLocked(l) {
		ts.messages.DeliverLocked(l)
	}
}

// Snapshot returns the table as it is now. What it holds must not be changed.
func (ts *Tables) Snapshot(ctx context.Context, id chat.TableID) (*match.Table, error) {
	l, err := ts.Open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.Unlock()
	return l.snapshotLocked(), nil
}

// SnapshotOrNil is Snapshot, or nil if the table can't be read.
func (ts *Tables) SnapshotOrNil(id chat.TableID) *match.Table {
	t, err := ts.Snapshot(ts.Running, id)
	if chat.UnlessRefused(err) != nil && ts.Running.Err() == nil {
		ts.Log.Error("table left out", "table", id, "err", err)
	}
	if err != nil {
		return nil
	}
	return t
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
// want to be told, and shows all anew. That is a sign of life there: who was away has all the time
// to come back to a match.
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
	t, err := ts.Snapshot(ctx, chat.TableID(id))
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
	case ts.Facts.Ran() >= match.DecksOf(t).CutAt():
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
	at, ran := x.Next(t)
	next := Alarm{Wall, SinceEpoch(at), WakeTable, string(t.ID)}
	if at.IsZero() {
		next.Line, next.At = Run, ran
	}
	if !next.Replaces(AlarmKey(t.Alarm), c.On) {
		return nil
	}
	docs := MoveDocs(AlarmKey(t.Alarm), next.Key())
	t.Alarm = string(next.Key())
	return docs
}

// storeNextAlarm sets the table's next alarm and stores it.
func (ts *Tables) storeNextAlarm(ctx context.Context, id chat.TableID) error {
	return ts.withTable(ctx, id, func(l *Entry) error {
		next := l.State.Clone()
		docs, err := ts.docsLocked(l, next)
		if err != nil || next.Alarm == l.State.Alarm {
			return err
		}
		if err := ts.commitDocsLocked(ctx, l, next, docs); err != nil {
			return fmt.Errorf("bot: set alarm: %w", err)
		}
		return nil
	})
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

// closeExpired closes what has waited too long, if it still has once the table is locked.
func (ts *Tables) closeExpired(ctx context.Context, id chat.TableID, why string) error {
	return ts.UpdateByNobody(ctx, id, why, func(c *Change) error {
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
		if ts.Facts.Ran() < match.DecksOf(c.Table).CutAt() {
			return chat.Refuse("cut-over")
		}
		return ts.thinker.Dealer.Cut(ctx, c, "")
	})
}

// deleteOver deletes a table that is long over, with all that is stored beside it.
func (ts *Tables) deleteOver(ctx context.Context, id chat.TableID) error {
	return ts.withTable(ctx, id, func(l *Entry) error {
		if !ts.Lifetimes.LongOver(l.State) {
			return nil
		}
		docs := append(MoveDocs(AlarmKey(l.State.Alarm), ""),
			storage.Doc{Key: storage.Key{Kind: KindTable, ID: string(l.ID)}, Version: l.version},
			storage.Doc{Key: storage.Key{Kind: KindSummary, ID: string(l.ID)}, Version: l.summary.Version})
		for s, d := range l.drafts {
			docs = append(docs, storage.Doc{Key: storage.Key{Kind: KindDraft, ID: draftID(l.ID, s)}, Version: d.version})
		}
		unmarked := func(bool) {}
		if !ts.Dirty.NeedsMark(l.ID) {
			doc, over := ts.Dirty.Unmark(l.ID)
			docs, unmarked = append(docs, doc), over
		}
		err := ts.Store.Commit(ctx, docs...)
		unmarked(err == nil)
		if err != nil {
			return err
		}
		l.State = nil
		ts.DropLocked(l)
		return nil
	})
}
