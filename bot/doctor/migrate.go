package doctor

import (
	"context"
	"errors"

	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

// Migration leads the data of older bots to this one's.
var Migration = keep.Migration{
	Oldest: 5,
	Used:   people.KindPerson,
	Steps: []keep.Step{
		{Name: "summaries with a pace", Migrate: rewriteSummaries},
		{Name: "summaries with spaces", Migrate: tellSpaces},
	},
}

// rewriteSummaries writes the summaries of all tables anew. What is shown of them isn't known.
func rewriteSummaries(ctx context.Context, store storage.Store, c *keep.Change) error {
	return eachTable(ctx, store, func(t *match.Table) error {
		mark := outbox.MarkDoc(t.ID)
		if _, err := store.Get(ctx, mark.Key); errors.Is(err, storage.ErrNotFound) {
			c.Add(mark)
		} else if err != nil {
			return err
		}
		return setBrief(ctx, c, tables.SummaryOf(t))
	})
}

// tellSpaces writes the summaries anew of tables with boards in servers, which they
// didn't tell of before.
func tellSpaces(ctx context.Context, store storage.Store, c *keep.Change) error {
	return eachTable(ctx, store, func(t *match.Table) error {
		x := tables.SummaryOf(t)
		if len(x.Spaces) == 0 {
			return nil
		}
		return setBrief(ctx, c, x)
	})
}

func setBrief(ctx context.Context, c *keep.Change, x tables.Summary) error {
	stored, err := keep.Value[tables.Summary](ctx, c, tables.KindSummary, string(x.ID))
	if err == nil {
		*stored = x
	}
	return err
}

// eachTable looks at all tables that can be read.
func eachTable(ctx context.Context, store storage.Store, look func(*match.Table) error) error {
	for doc, err := range store.Scan(ctx, tables.KindTable, "", "") {
		if err != nil {
			return err
		}
		t := new(match.Table)
		if keep.Decode(doc, t) != nil {
			continue
		}
		if err := look(t); err != nil {
			return err
		}
	}
	return nil
}
