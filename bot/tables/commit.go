package tables

import (
	"cmp"
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
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
	docs, err := ts.preparer.changeDocs(l, added, c)
	if err != nil {
		return ts.rollback(ctx, l, c.By, err)
	}
	next := newSnapshot(c.Table, l.now.drafts)
	prepared := ts.preparer.screens(next, c)
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

// rollback undoes in memory what a failed commit reserved, and unloads the table after a conflict. It returns
// the error for the caller: a duplicate's refusal if the input has had its effect.
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
	return cmp.Or(ts.config.Store.CheckUnseen(ctx, in), err)
}

// apply makes the stored change the table's state.
func (ts *Tables) apply(l *Locked, next Snapshot, docs []storage.Doc) {
	changed := !l.loaded || next.Rev > l.now.Rev
	l.now = next
	l.loaded = true
	l.unstored = false
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
