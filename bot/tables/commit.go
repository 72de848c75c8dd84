package tables

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/computer"
	"tarockbot/bot/tables/past"
	"tarockbot/engine/verify"
	"tarockbot/storage"
)

// Commit stores the change, then makes it the table's state and shows it. If somebody else has changed a
// document that it rests on, it stores nothing. Then the error is [storage.ErrConflict], or a duplicate's
// refusal if By has had its effect. The table must be read again before the next decision; With does that.
func (ts *Tables) Commit(ctx context.Context, l *Locked, c *Change) error {
	var added *Locked
	if c.NewTable != nil {
		added = ts.Memory.lock(c.NewTable.ID) // nobody else knows its id yet
		defer added.Unlock()
	}
	docs, err := ts.changeDocs(l, added, c)
	if err != nil {
		return ts.rollback(ctx, l, c.By, err)
	}
	next := newSnapshot(c.Table, l.now.drafts)
	prepared := ts.prepare(next, c)
	began := time.Now()
	err = ts.config.Store.Commit(ctx, docs...)
	if !c.Unshown {
		ts.config.Metrics.ObserveCommit(time.Since(began))
	}
	screens := <-prepared
	if err != nil {
		return ts.rollback(ctx, l, c.By, err)
	}
	ts.apply(l, next, docs)
	if !c.Unshown {
		ts.show(l, screens)
	}
	if added != nil {
		ts.apply(added, newSnapshot(c.NewTable, nil), docs)
		ts.show(added, nil)
	}
	return nil
}

// changeDocs completes the changed tables and returns all documents of the change: the table's, those the decision added,
// the input's mark unless the table holds it, and the new table's. added is the new table, locked; nil if there is none.
func (ts *Tables) changeDocs(l, added *Locked, c *Change) ([]storage.Doc, error) {
	if err := ts.complete(c.Table); err != nil {
		return nil, err
	}
	docs, err := ts.tableDocs(l, c.Table)
	docs = append(docs, c.Docs...)
	if c.By.ID != "" && !c.marked {
		docs = append(docs, ts.config.Store.SeenDoc(c.By))
	}
	if added == nil || err != nil {
		return docs, err
	}
	if err := ts.complete(c.NewTable); err != nil {
		return nil, err
	}
	more, err := ts.tableDocs(added, c.NewTable)
	return append(docs, more...), err
}

// nextAlarm returns the key of the alarm that the table must have: the stored one unless it must change.
func (ts *Tables) nextAlarm(t *match.Table) string {
	next := alarms.Alarm{Timeline: alarms.WallTime, What: alarms.WakeTable, ID: string(t.ID)}
	if at, runningTime := ts.Lifetimes.Next(t); at.IsZero() {
		next.Timeline, next.At = alarms.RunningTime, runningTime
	} else {
		next.At = alarms.SinceEpoch(at)
	}
	if !next.Replaces(alarms.Key(t.Alarm), ts.Facts.On) {
		return t.Alarm
	}
	return string(next.Key())
}

// complete adds to the table what every stored table has: a seed for computer players, its next alarm, and signed proofs
// of the deals that ended.
func (ts *Tables) complete(t *match.Table) error {
	if err := computer.EnsureSeed(t, ts.config.Random); err != nil {
		return err
	}
	t.Alarm = ts.nextAlarm(t)
	for _, x := range t.Follows.Deals {
		if x.Proof != nil {
			x.Proof.Reveal(verify.Outcome(x.Record), ts.config.Key)
		}
	}
	return nil
}

// tableDocs returns the documents that store the table: the table, the deals that ended and, if they changed, its alarm
// and summary. A mark is added if something of it must be shown.
func (ts *Tables) tableDocs(l *Locked, t *match.Table) ([]storage.Doc, error) {
	doc, err := tableDoc(t, l.version)
	if err != nil {
		return nil, err
	}
	var before alarms.Key
	if l.now.Table != nil {
		before = alarms.Key(l.now.Alarm)
	}
	docs := append(alarms.MoveDocs(before, alarms.Key(t.Alarm)), doc)
	for _, x := range t.Follows.Deals {
		deal, err := past.DealDoc(t.ID, x.Number, x.StoredDeal)
		if err != nil {
			return nil, err
		}
		docs = append(docs, deal)
	}
	summary, err := documents.Encode(KindSummary, string(t.ID), l.summary.Version, SummaryOf(t))
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(summary.Data, l.summary.Data) {
		docs = append(docs, summary)
	}
	if ts.display.IsBehind(t) && ts.Dirty.needsMark(t.ID) {
		docs = append(docs, MarkDoc(t.ID))
	}
	return docs, nil
}

// prepare makes the table's screens while the store is writing. They are shown only after the commit.
func (ts *Tables) prepare(next Snapshot, c *Change) <-chan map[chat.Place]chat.Screen {
	done := make(chan map[chat.Place]chat.Screen, 1)
	if c.Unshown || c.By.ID == "" || next.Stage != match.Playing || next.Thinking() != 0 { // the computer's move will replace them
		close(done)
		return done
	}
	go func() {
		screens := make(map[chat.Place]chat.Screen, len(next.Messages))
		defer func() { done <- screens }()
		defer func() { _ = recover() }() // showing it will panic again, which is logged
		for _, m := range next.Messages {
			screens[m.Place] = ts.paint(next, m)
		}
	}()
	return done
}

// rollback undoes in memory what a failed commit reserved, and unloads the table after a conflict. It returns
// the error for the caller: a duplicate's refusal if the input has had its effect.
func (ts *Tables) rollback(ctx context.Context, l *Locked, in chat.Input, err error) error {
	if l.loaded {
		ts.Index.Update(SummaryOf(l.Table()))
	}
	if !errors.Is(err, storage.ErrConflict) {
		return err
	}
	l.loaded = false // With can't know: the error may be a refusal
	if in.ID == "" {
		return err
	}
	return cmp.Or(ts.config.Store.CheckUnseen(ctx, in), err)
}

// apply makes the stored change the table's state.
func (ts *Tables) apply(l *Locked, next Snapshot, docs []storage.Doc) {
	changed := !l.loaded || next.Rev > l.now.Rev
	l.now, l.loaded, l.unstored = next, true, false
	for _, d := range docs {
		if d.Key.ID != string(l.id) {
			continue
		}
		d.Version++
		switch d.Key.Kind {
		case KindTable:
			l.version = d.Version
		case KindSummary:
			l.summary = d
		case KindDirty:
			ts.Dirty.Mark(l.id)
		}
	}
	ts.Index.Update(SummaryOf(next.Table))
	if changed && next.Thinking() != 0 {
		ts.Thinker.request(l.id)
	}
}

// show delivers the table's messages, a little later if the computer is about to move.
func (ts *Tables) show(l *Locked, prepared map[chat.Place]chat.Screen) {
	l.prepared = prepared
	if !ts.holdScreens(l) {
		ts.display.Deliver(l)
	}
}
