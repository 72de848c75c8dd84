package tables

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
)

// Expiry closes, advances and deletes tables at their time.
type Expiry struct{ *Tables }

// OnAlarm handles alarms.WakeTable.
func (x Expiry) OnAlarm(ctx context.Context, id string) error {
	t, err := x.Table(ctx, chat.TableID(id))
	switch {
	case chat.IsRefusal(err, "no-table"):
		return alarms.ErrDrop
	case chat.IsRefusal(err, "table-lost"):
		return nil
	case err != nil:
		return err
	}
	switch why := x.Lifetimes.CloseReason(t); {
	case why != "":
		err = x.closeExpired(ctx, t.ID, why)
	case x.Lifetimes.IsLongOver(t):
		return x.deleteOver(ctx, t.ID)
	case x.Facts.RunningTime() >= t.Decks().CutDeadline():
		err = x.cutExpired(ctx, t.ID)
	default:
		err = x.updateClocks(ctx, t.ID, func(t *match.Table) bool { return t.Clocks().UpdateStages(x.Facts) })
	}
	if err != nil {
		return err
	}
	return x.storeNextAlarm(ctx, t.ID)
}

func (x Expiry) storeNextAlarm(ctx context.Context, id chat.TableID) error {
	err := x.WithTable(ctx, id, func(l *Locked) error {
		if x.preparer.nextAlarm(l.Table()) == l.now.AlarmKey {
			return nil
		}
		c := l.Change()
		c.SkipsShow = true
		return x.Commit(ctx, l, c)
	})
	if err = chat.IgnoreRefusal(err); err != nil {
		return fmt.Errorf("bot: set alarm: %w", err)
	}
	return nil
}

func (x Expiry) closeExpired(ctx context.Context, id chat.TableID, why match.CloseReason) error {
	return x.UpdateInternal(ctx, id, string(why), func(c *Change) error {
		if x.Lifetimes.CloseReason(c.Table) != why {
			return ErrUnchanged
		}
		c.Close(why)
		return nil
	})
}

func (x Expiry) cutExpired(ctx context.Context, id chat.TableID) error {
	return x.UpdateInternal(ctx, id, "cut", func(c *Change) error {
		if x.Facts.RunningTime() < c.Table.Decks().CutDeadline() {
			return ErrUnchanged
		}
		return x.Dealer.Cut(ctx, c, "")
	})
}

func (x Expiry) deleteOver(ctx context.Context, id chat.TableID) error {
	return chat.IgnoreRefusal(x.WithTable(ctx, id, func(l *Locked) error {
		if !x.Lifetimes.IsLongOver(l.Table()) {
			return nil
		}
		docs := append(alarms.ReplaceDocs(alarms.Key(l.now.AlarmKey), ""),
			storage.Doc{Key: storage.Key{Kind: KindTable, ID: string(id)}, Version: l.version},
			storage.Doc{Key: storage.Key{Kind: KindSummary, ID: string(id)}, Version: l.summary.Version})
		for s, d := range l.now.drafts {
			docs = append(docs, storage.Doc{Key: storage.Key{Kind: KindDraft, ID: draftID(id, s)}, Version: d.version})
		}
		unmarked := func(bool) {}
		if !x.Dirty.needsMark(id) {
			doc, over := x.Dirty.unmark(id)
			docs, unmarked = append(docs, doc), over
		}
		err := x.config.Store.Commit(ctx, docs...)
		unmarked(err == nil)
		if err != nil {
			return x.rollback(ctx, l, chat.Input{}, err)
		}
		x.forget(l)
		return nil
	}))
}
