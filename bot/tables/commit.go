package tables

import (
	"cmp"
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// Commit stores the change, makes it the table's state and shows it. After a conflict it unloads the table and returns
// [storage.ErrConflict], or a duplicate's refusal.
func (ts *Tables) Commit(ctx context.Context, l *Locked, c *Change) error {
	var added *Locked
	if c.NewTable != nil {
		added = ts.Memory.lock(c.NewTable.ID)
		defer added.Unlock()
	}
	docs, err := ts.preparer.changeDocs(l, added, c)
	if err != nil {
		return ts.rollback(ctx, l, c.Input, err)
	}
	next := newSnapshot(c.Table, l.now.drafts)
	prepared := ts.preparer.screens(next, c)
	began := time.Now()
	err = ts.config.Store.Commit(ctx, docs...)
	if !c.SkipsShow {
		ts.config.Metrics.ObserveCommit(time.Since(began))
	}
	screens := <-prepared
	if err != nil {
		return ts.rollback(ctx, l, c.Input, err)
	}
	ts.apply(l, next, docs)
	if !c.SkipsShow {
		ts.show(l, screens)
	}
	if added != nil {
		ts.apply(added, newSnapshot(c.NewTable, nil), docs)
		ts.show(added, nil)
	}
	return nil
}

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

func (ts *Tables) show(l *Locked, prepared map[chat.Place]chat.Screen) {
	l.prepared = prepared
	if !ts.holdScreens(l) {
		ts.display.Deliver(l)
	}
}
