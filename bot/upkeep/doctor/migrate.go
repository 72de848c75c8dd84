package doctor

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// Migration migrates older data to this bot's version.
var Migration = documents.Migration{
	Oldest:   5,
	UsedKind: people.KindPerson,
	Steps: []documents.Step{
		{Name: "summaries with a pace", Migrate: addPaces},
		{Name: "summaries with spaces", Migrate: addSpaces},
		{Name: "setups with a stake", Migrate: changeNothing}, // older data reads as a stake of zero
	},
}

func changeNothing(context.Context, storage.Store, *documents.Transaction) error { return nil }

// addPaces also marks all tables dirty, because their messages may be stale.
func addPaces(ctx context.Context, store storage.Store, tx *documents.Transaction) error {
	return summarise(ctx, store, tx, func(id chat.TableID) error {
		mark := tables.MarkDoc(id)
		_, err := store.Get(ctx, mark.Key)
		if errors.Is(err, storage.ErrNotFound) {
			tx.Add(mark)
			return nil
		}
		return err
	})
}

// addSpaces adds the servers of boards, which older summaries lack.
func addSpaces(ctx context.Context, store storage.Store, tx *documents.Transaction) error {
	return summarise(ctx, store, tx, func(chat.TableID) error { return nil })
}

func summarise(ctx context.Context, store storage.Store, tx *documents.Transaction, doForEach func(chat.TableID) error) error {
	for doc, err := range store.Scan(ctx, tables.KindTable, "", "") {
		if err != nil {
			return err
		}
		t := new(match.Table)
		if documents.Decode(doc, t) != nil {
			continue
		}
		if err := doForEach(t.ID); err != nil {
			return err
		}
		stored := documents.Value[tables.Summary](ctx, tx, tables.KindSummary, string(t.ID))
		thinks := stored.Thinks
		*stored = tables.SummaryOf(t)
		stored.Thinks = thinks // the decoded table has no deal
	}
	return nil
}
