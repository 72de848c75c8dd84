package privacy

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// ForgetUnused forgets people with an expiring note, such as a name that a platform gave them, if they have never
// played. Errors are the store's.
func (e *Eraser) ForgetUnused(ctx context.Context) error {
	users, err := e.Notes.expiring(ctx)
	if err != nil {
		return err
	}
	for _, user := range users {
		if err := e.forgetUnused(ctx, user); err != nil {
			return err
		}
	}
	return nil
}

// forgetUnused forgets the user, unless they have played or are linked.
func (e *Eraser) forgetUnused(ctx context.Context, user chat.UserID) error {
	defer e.People.Links.LockForLinking()() // nobody sits down or links meanwhile
	p, known, err := e.People.Lookup(ctx, user)
	if err != nil || e.People.Erasures.IsBlocked(user) {
		return err
	}
	if !known {
		return e.Notes.erase(ctx, &documents.Erasure{Identity: chat.Identity{User: user}})
	}
	if p, err = e.People.WithLinked(ctx, p); err != nil || len(p.Identities()) > 1 {
		return err
	}
	if played, err := e.HasPlayed(ctx, p); err != nil || played {
		return err
	}
	return e.requestRemoval(ctx, p)
}
