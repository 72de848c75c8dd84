package doctor

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/people"
	"tarockbot/bot/standing"
	"tarockbot/storage"
)

// Audit reckons all standings again from the log of matches and compares them,
// byte for byte, with what is stored: ratings, their curves and the best of them,
// totals, places on leaderboards and their counts. How people play isn't in the log.
// Weeks and months that are over by now are left out. Nobody may write meanwhile. The
// error is the store's, or that a document can't be read, or that the data are of
// another version than this bot's.
func Audit(ctx context.Context, store storage.Store, now time.Time) (standing.AuditReport, error) {
	kept := keep.New(store, keep.Options{})
	at := func() time.Time { return now }
	all := people.New(kept, nil, at)
	if err := Migration.Check(ctx, store); err != nil {
		return standing.AuditReport{}, err
	}
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
	return standing.New(kept, at, all).Audit(ctx, forgotten)
}
