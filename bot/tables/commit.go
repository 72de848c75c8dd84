package tables

import (
	"bytes"
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/tables/computer"
	"tarockbot/engine/verify"
	"tarockbot/storage"
)

// Commit makes the change durable, then makes it the table's state, and shows it. It stores nothing
// if somebody else has changed what it rests on. Then the error is [storage.ErrConflict], or that
// of a duplicate if By has had its effect. The table must be read again before the next decision;
// With does that.
func (ts *Tables) Commit(ctx context.Context, l *Locked, c *Change) error {
	var also *Locked
	if c.Also != nil {
		also = ts.lock(c.Also.ID) // nobody else knows its id yet
		defer also.Unlock()
	}
	docs, err := ts.changeDocs(l, also, c)
	if err != nil {
		return ts.rollback(ctx, l, c.By, err)
	}
	next := newSnapshot(c.Table, l.now.drafts)
	prepared := ts.prepare(next, c)
	began := time.Now()
	err = ts.Store.Commit(ctx, docs...)
	if !c.Unshown {
		ts.Metrics.ObserveCommit(time.Since(began))
	}
	screens := <-prepared
	if err != nil {
		return ts.rollback(ctx, l, c.By, err)
	}
	ts.apply(l, next, docs)
	if !c.Unshown {
		ts.show(l, screens)
	}
	if also != nil {
		ts.apply(also, newSnapshot(c.Also, nil), docs)
		ts.show(also, nil)
	}
	return nil
}

// changeDocs returns all documents that a change writes: those of the table, what the decision added,
// the input unless the table itself marks it, and those of a table that begins with it.
func (ts *Tables) changeDocs(l, also *Locked, c *Change) ([]storage.Doc, error) {
	docs, err := ts.tableDocs(l, c.Table)
	if err != nil {
		return nil, err
	}
	docs = append(docs, c.Docs...)
	if c.By.ID != "" && !c.marked {
		docs = append(docs, ts.Store.SeenDoc(c.By))
	}
	if also != nil {
		more, err := ts.tableDocs(also, c.Also)
		if err != nil {
			return nil, err
		}
		docs = append(docs, more...)
	}
	return docs, nil
}

// tableDocs returns the documents that store what has become of a table: with the deals that have
// ended, its summary, if that has changed, its alarm, if that has to fire earlier now, and the mark
// that something of it has to be shown.
func (ts *Tables) tableDocs(l *Locked, t *match.Table) ([]storage.Doc, error) {
	if err := computer.Seed(t, ts.Random); err != nil {
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
	if ts.display.IsBehind(t) && ts.Dirty.NeedsMark(t.ID) {
		docs = append(docs, outbox.MarkDoc(t.ID))
	}
	return docs, nil
}

// prepare makes what everybody will read while the disk is at work. Nothing of it is shown before
// the table is durable.
func (ts *Tables) prepare(next Snapshot, c *Change) <-chan map[chat.Place]chat.Screen {
	done := make(chan map[chat.Place]chat.Screen, 1)
	if c.Unshown || c.By.ID == "" || next.Stage != match.Playing || next.Thinking() != 0 { // soon there will be others
		close(done)
		return done
	}
	go func() {
		screens := make(map[chat.Place]chat.Screen, len(next.Messages))
		defer func() { done <- screens }()
		defer func() { _ = recover() }() // showing it will fault again, and tell
		for _, m := range next.Messages {
			screens[m.Place] = ts.display.Screen(next, m)
		}
	}()
	return done
}

// rollback undoes in memory what a failed commit has reserved. After a conflict it has the table read
// again. It returns the error for the caller.
func (ts *Tables) rollback(ctx context.Context, l *Locked, in chat.Input, err error) error {
	if l.loaded {
		ts.Index.Update(SummaryOf(l.Table()))
	}
	if !errors.Is(err, storage.ErrConflict) {
		return err
	}
	l.loaded = false
	if in.ID == "" {
		return err
	}
	if seen, seenErr := ts.Store.Seen(ctx, in); seenErr != nil || seen {
		return documents.OrDuplicate(seenErr)
	}
	return err
}

// apply makes what has been stored of the table its state.
func (ts *Tables) apply(l *Locked, next Snapshot, docs []storage.Doc) {
	changed := !l.loaded || next.Rev > l.now.Rev
	l.now, l.loaded, l.unstored = next, true, false
	for _, d := range docs {
		if d.Key.ID != string(l.id) {
			continue
		}
		switch d.Version++; d.Key.Kind {
		case KindTable:
			l.version = d.Version
		case KindSummary:
			l.summary = d
		case outbox.KindDirty:
			ts.Dirty.Mark(l.id)
		}
	}
	ts.Index.Update(SummaryOf(next.Table))
	if changed && next.Thinking() != 0 {
		ts.Thinker.request(l.id)
	}
}

// show lets everybody see the table, a little later if the computer is about to move.
func (ts *Tables) show(l *Locked, prepared map[chat.Place]chat.Screen) {
	l.prepared = prepared
	if !ts.Thinker.holdScreens(l) {
		ts.display.Deliver(l)
	}
}
