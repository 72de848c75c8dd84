package doctor

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/storage"
)

// Audit computes all standings again from the log of matches and compares them with the stored ones, byte for byte:
// ratings, their curves and best values, totals, places on leaderboards and their counts. Styles of play are not in
// the log. Weeks and months that are over by now are left out. Nobody may write meanwhile. The error is the store's,
// or says that a document can't be read or that the data have another version than this bot's.
func Audit(ctx context.Context, store storage.Store, now time.Time) (standing.AuditReport, error) {
	if err := Migration.Check(ctx, store); err != nil { // before data of another version are read
		return standing.AuditReport{}, err
	}
	kept := documents.New(store, documents.Options{})
	all := people.New(kept, nil, func() time.Time { return now }, nil)
	if err := all.LoadLinks(ctx); err != nil {
		return standing.AuditReport{}, err
	}
	removals, err := people.ReadRemovals(ctx, kept)
	if err != nil {
		return standing.AuditReport{}, err
	}
	var forgotten []chat.PersonID
	for _, x := range removals {
		forgotten = append(forgotten, x.Person)
	}
	return all.Standings.Audit(ctx, forgotten)
}
