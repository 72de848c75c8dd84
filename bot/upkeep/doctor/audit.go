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

// Audit recomputes all standings from the stored matches and compares them. It skips styles of play, and past weeks and
// months. No bot may write meanwhile. Errors: those of Examine, or an unreadable document.
func Audit(ctx context.Context, store storage.Store, now time.Time) (standing.AuditReport, error) {
	if err := Migration.Check(ctx, store); err != nil {
		return standing.AuditReport{}, err
	}
	docs := documents.New(store, documents.Options{})
	all := people.New(docs, nil, func() time.Time { return now }, nil)
	if err := all.LoadLinks(ctx); err != nil {
		return standing.AuditReport{}, err
	}
	removals, err := people.ReadRemovals(ctx, docs)
	if err != nil {
		return standing.AuditReport{}, err
	}
	var forgotten []chat.PersonID
	for _, x := range removals {
		forgotten = append(forgotten, x.Person)
	}
	return all.Standings.Audit(ctx, forgotten)
}
