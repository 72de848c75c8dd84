package bot

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/metrics"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/storage"
)

// tableSet is all tables: those in the store, of which some are in memory.
type tableSet struct {
	store     *keep.Store
	log       *slog.Logger
	metrics   *metrics.Metrics
	now       func() time.Time
	running   context.Context // while the bot runs
	clock     *tables.Clock
	facts     *facts
	lifetimes lifetimes
	index     *tables.Index
	dirty     *outbox.Dirty
	messages  shower
	*entries
}

// shower shows tables. The lock of the table must be held.
type shower interface {
	// screen is what the message shows; entry may be one that isn't everybody's yet.
	screen(l *live, m match.Message) Screen
	// deliverLocked brings the table's messages up to date.
	deliverLocked(l *live)
	// refreshForLocked shows a person's panels afresh.
	refreshForLocked(l *live, p people.Person)
	// settleLocked notes in a table that has just been read what its messages show.
	settleLocked(l *live)
	// owes says whether a message of the table doesn't show what it should.
	owes(t *match.Table) bool
}

// drop forgets a table that doesn't exist (any more). Its lock must be held.
func (ts *tableSet) drop(l *live) {
	ts.index.Drop(l.id)
	ts.entries.drop(l)
}

// open is the table with its lock held, read from the store if need be. It is to be
// closed.
func (ts *tableSet) open(ctx context.Context, id chat.TableID) (*live, error) {
	l := ts.lock(id)
	if err := ts.loadTable(ctx, l); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// loadTable makes sure that the table's state is in memory. The lock must be held.
func (ts *tableSet) loadTable(ctx context.Context, l *live) error {
	if l.state != nil {
		return nil
	}
	doc, err := ts.store.Get(ctx, storage.Key{Kind: tables.KindTable, ID: string(l.id)})
	if errors.Is(err, storage.ErrNotFound) {
		ts.drop(l)
		return chat.Refuse("no-table")
	}
	if err != nil {
		return err
	}
	state, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		return err
	}
	if err := ts.loadDrafts(ctx, l, len(state.Chairs)); err != nil {
		return err
	}
	brief, err := ts.store.Get(ctx, storage.Key{Kind: tables.KindBrief, ID: string(l.id)})
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	l.state, l.version, l.brief, l.unkept = state, doc.Version, brief, false
	ts.messages.settleLocked(l)
	return nil
}

// loadDrafts reads every seat's draft, also of those that are not asked now:
// the next draft needs the version of the one before.
func (ts *tableSet) loadDrafts(ctx context.Context, l *live, seats int) error {
	clear(l.drafts)
	for s := range engine.Seat(seats) {
		d := new(draft)
		version, err := ts.store.Load(ctx, kindDraft, draftID(l.id, s), d)
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

// update changes a table: decide gets a copy, and what it made of it becomes
// the state once it is durable together with the input. If decide fails,
// nothing has changed.
func (ts *tableSet) update(ctx context.Context, id chat.TableID, in Input, who people.Person, decide func(*change) (Answer, error)) (Answer, error) {
	l, err := ts.open(ctx, id)
	if err != nil {
		return Answer{}, err
	}
	defer l.close()
	var answer Answer
	err = ts.store.AgainUnlessSeen(ctx, in, func() (err error) {
		var decided bool
		switch answer, decided, err = ts.try(ctx, l, in, who, decide); {
		case err == nil:
		case !decided:
			ts.messages.refreshForLocked(l, who)
		case l.state != nil:
			ts.index.Update(tables.SummaryOf(l.state)) // gives back what the decision has reserved
		}
		return err
	})
	if err != nil {
		return Answer{}, err
	}
	return answer, nil
}

// try decides once, and says whether that was done: then an error is the
// commit's. The lock must be held.
func (ts *tableSet) try(ctx context.Context, l *live, in Input, who people.Person, decide func(*change) (Answer, error)) (answer Answer, decided bool, err error) {
	c := &change{Table: l.state.Clone(), who: who}
	defer c.release()
	c.Follow(who.Who(), in.User)
	if answer, err = ts.decide(c, decide); err != nil {
		return answer, false, err
	}
	return answer, true, ts.commit(ctx, l, c, in)
}

// conflicted is what becomes of an input whose commit conflicted: it has had its
// effect before, or it is to be handed in again, for the table is another by now. The
// lock must be held.
func (ts *tableSet) conflicted(ctx context.Context, l *live, in Input) error {
	l.state = nil
	if seen, err := ts.store.Seen(ctx, in); err != nil || seen {
		return keep.OrDuplicate(err)
	}
	return keep.ErrBusy
}

// decide runs a decision and raises revision and steps for what it changed.
func (ts *tableSet) decide(c *change, decide func(*change) (Answer, error)) (Answer, error) {
	before, was := c.Questions(), c.Situation()
	answer, err := decide(c)
	if err != nil {
		return answer, err
	}
	c.Rev++
	c.Touched, c.Ran = ts.now(), ts.clock.Ran().Milliseconds()
	if c.Stage != match.Open {
		c.SetTimers(ts.facts, c.RaiseSteps(before), c.Follows.Undone)
	}
	c.RaiseCalls(ts.facts, was, c.SeatOf(c.who.Who()))
	return answer, nil
}

// alter changes a table by nobody's doing, if the change says that there is
// something new to show.
func (ts *tableSet) alter(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	l, err := ts.open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.close()
	next := l.state.Clone()
	if !change(next) {
		return nil
	}
	next.Rev++
	docs, err := ts.tableDocs(l, next)
	if err != nil {
		return err
	}
	if err := ts.store.Commit(ctx, docs...); err != nil {
		if errors.Is(err, storage.ErrConflict) {
			l.state = nil // look at the store before acting again
		}
		return fmt.Errorf("bot: alter table: %w", err)
	}
	ts.publish(l, next, docs, prepared{})
	return nil
}

// create makes a table that doesn't exist yet, if admit reserves room for it.
func (ts *tableSet) create(ctx context.Context, in Input, t *match.Table, admit func(tables.Summary) error) error {
	if ts.store.Full() {
		return chat.Refuse("full")
	}
	l := ts.lock(t.ID)
	defer l.close()
	t.Rev, t.Created, t.Touched, t.Ran = 1, ts.now(), ts.now(), ts.clock.Ran().Milliseconds()
	if t.Stage != match.Open {
		t.SetTimers(ts.facts, 0, 0)
	}
	t.RaiseCalls(ts.facts, match.Situation{}, engine.Nobody)
	if err := admit(tables.SummaryOf(t)); err != nil {
		ts.drop(l)
		return err
	}
	err := ts.commit(ctx, l, &change{Table: t}, in)
	if err == nil {
		return nil
	}
	ts.drop(l)
	if !errors.Is(err, storage.ErrConflict) {
		return err
	}
	_, err = ts.store.Seen(ctx, in)
	return keep.OrDuplicate(err)
}

// commit makes the change durable, then visible. The lock must be held.
func (ts *tableSet) commit(ctx context.Context, l *live, c *change, in Input) error {
	var next *live
	if c.also != nil {
		next = ts.lock(c.also.ID) // nobody else knows its id yet
		defer next.mu.Unlock()
	}
	docs, err := ts.changeDocs(l, next, c, in)
	if err != nil {
		return err
	}
	ready := ts.prepare(l, c.Table)
	began := time.Now()
	err = ts.store.Commit(ctx, docs...)
	ts.metrics.Committed(time.Since(began))
	screens := <-ready
	if errors.Is(err, storage.ErrConflict) && l.version > 0 {
		l.state = nil // look at the store before acting again
		err = cmp.Or(ts.loadTable(ctx, l), err)
	}
	if err != nil {
		return err
	}
	ts.publish(l, c.Table, docs, screens)
	if next != nil {
		ts.publish(next, c.also, docs, prepared{})
	}
	return nil
}

// prepared is the screens of a revision of a table, which were made while it was being
// stored.
type prepared struct {
	rev     int64
	screens map[Place]Screen
}

// prepare makes what everybody will read while the disk is at work. Nothing of
// it is shown before the table is durable. The lock must be held until it is ready.
func (ts *tableSet) prepare(l *live, t *match.Table) (ready <-chan prepared) {
	done := make(chan prepared, 1)
	next := &live{id: l.id, state: t, drafts: l.drafts}
	go func() {
		p := prepared{rev: t.Rev}
		defer func() { done <- p }()
		defer func() { _ = recover() }() // showing it will fault again, and tell
		if t.Stage != match.Playing {
			return
		}
		p.screens = make(map[Place]Screen, len(t.Messages))
		for _, m := range t.Messages {
			p.screens[m.Place] = ts.messages.screen(next, m)
		}
	}()
	return done
}

// changeDocs is all that a change writes: the table, the input if the table doesn't
// say by itself that it was decided, a table that begins, whose memory next is, and
// what the decision added.
func (ts *tableSet) changeDocs(l, next *live, c *change, in Input) ([]storage.Doc, error) {
	docs, err := ts.tableDocs(l, c.Table)
	if err != nil {
		return nil, err
	}
	docs = append(docs, c.docs...)
	if !c.marked {
		seen, err := ts.store.SeenDoc(in)
		if err != nil {
			return nil, err
		}
		docs = append(docs, seen)
	}
	if next != nil {
		more, err := ts.tableDocs(next, c.also)
		if err != nil {
			return nil, err
		}
		docs = append(docs, more...)
	}
	return docs, nil
}

// tableDocs are the documents that store what has become of a table: with its
// brief, if that has changed, its alarm, if that has to ring earlier now, and the
// mark that something of it has to be shown. The lock must be held until publish
// or kept has been called with them, or nothing was stored.
func (ts *tableSet) tableDocs(l *live, t *match.Table) ([]storage.Doc, error) {
	docs := ts.setAlarm(t)
	doc, err := tableDoc(t, l.version)
	if err != nil {
		return nil, err
	}
	brief, err := keep.Encode(tables.KindBrief, string(t.ID), l.brief.Version, tables.SummaryOf(t))
	if err != nil {
		return nil, err
	}
	docs = append(docs, doc)
	if !bytes.Equal(brief.Data, l.brief.Data) {
		docs = append(docs, brief)
	}
	if ts.messages.owes(t) && ts.dirty.Needs(t.ID) {
		docs = append(docs, outbox.MarkDoc(t.ID))
	}
	return docs, nil
}

// kept makes what has been stored of the table its state. Nobody sees a difference.
func (ts *tableSet) kept(l *live, t *match.Table, docs []storage.Doc) {
	l.state, l.unkept = t, false
	for _, d := range docs {
		if d.Key.ID != string(l.id) {
			continue
		}
		switch d.Version++; d.Key.Kind {
		case tables.KindTable:
			l.version = d.Version
		case tables.KindBrief:
			l.brief = d
		case outbox.KindDirty:
			ts.dirty.Mark(l.id)
		}
	}
}

// publish makes what has been stored of the table what everybody sees.
func (ts *tableSet) publish(l *live, t *match.Table, docs []storage.Doc, p prepared) {
	ts.kept(l, t, docs)
	ts.index.Update(tables.SummaryOf(t))
	l.prepared = p
	ts.messages.deliverLocked(l)
}

// goneDocs delete a table with all that is stored beside it. What it returns is to
// be called with whether that was done.
func (ts *tableSet) goneDocs(l *live) (docs []storage.Doc, over func(gone bool)) {
	docs = append(tables.MoveDocs(tables.AlarmKey(l.state.Alarm), ""),
		storage.Doc{Key: storage.Key{Kind: tables.KindTable, ID: string(l.id)}, Version: l.version},
		storage.Doc{Key: storage.Key{Kind: tables.KindBrief, ID: string(l.id)}, Version: l.brief.Version})
	for s, d := range l.drafts {
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: kindDraft, ID: draftID(l.id, s)}, Version: d.version})
	}
	if ts.dirty.Needs(l.id) {
		return docs, func(bool) {}
	}
	doc, over := ts.dirty.Unmark(l.id)
	return append(docs, doc), over
}

// look is the table's state, which must not be changed.
func (ts *tableSet) look(ctx context.Context, id chat.TableID) (*match.Table, error) {
	l, err := ts.open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.close()
	return l.state, nil
}

// peek is the table's state, or nil.
func (ts *tableSet) peek(id chat.TableID) *match.Table {
	t, err := ts.look(ts.running, id)
	if chat.UnlessRefused(err) != nil && ts.running.Err() == nil {
		ts.log.Error("table left out", "table", id, "err", err)
	}
	if err != nil {
		return nil
	}
	return t
}

// readBriefs reads which tables there are.
func (ts *tableSet) readBriefs(ctx context.Context) error {
	for doc, err := range ts.store.Scan(ctx, tables.KindBrief, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read which tables there are: %w", err)
		}
		var x tables.Summary
		if err := keep.Decode(doc, &x); err != nil {
			ts.log.Error("brief not read, its table is read instead", "err", err)
			if x, err = ts.briefAnew(ctx, chat.TableID(doc.Key.ID)); err != nil {
				ts.log.Error("table left out", "table", doc.Key.ID, "err", err)
				continue
			}
		}
		ts.index.Update(x)
	}
	return nil
}

// briefAnew is what the table's brief should say.
func (ts *tableSet) briefAnew(ctx context.Context, id chat.TableID) (tables.Summary, error) {
	doc, err := ts.store.Get(ctx, storage.Key{Kind: tables.KindTable, ID: string(id)})
	if err != nil {
		return tables.Summary{}, err
	}
	t, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		return tables.Summary{}, err
	}
	return tables.SummaryOf(t), nil
}

// remind notes which stages the table's clocks have reached, for everybody to see.
func (ts *tableSet) remind(ctx context.Context, id chat.TableID) error {
	return ts.amend(ctx, id, func(t *match.Table) bool { return t.Reach(ts.facts) })
}

// amend is alter for changes that clocks and calls depend on.
func (ts *tableSet) amend(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	return ts.alter(ctx, id, func(t *match.Table) bool {
		before := t.Situation()
		if !change(t) {
			return false
		}
		t.SetTimers(ts.facts, 0, 0)
		t.RaiseCalls(ts.facts, before, engine.Nobody)
		return true
	})
}

// tableDoc makes the document that stores the table.
func tableDoc(t *match.Table, version int64) (storage.Doc, error) {
	data, err := t.Encode()
	if err != nil {
		return storage.Doc{}, fmt.Errorf("bot: encode %s: %w", tables.KindTable, err)
	}
	return storage.Doc{Key: storage.Key{Kind: tables.KindTable, ID: string(t.ID)}, Version: version, Data: data}, nil
}
