package bot

import (
	"context"
	"fmt"
	"iter"

	"tarockbot/bot/keep"
	"tarockbot/bot/people"
)

// sweepUnused forgets those who have what a platform gives only for a while, and have
// never used it.
func (b *Bot) sweepUnused(ctx context.Context) error {
	for name, platform := range b.platforms {
		p, is := platform.(Lapsing)
		if !is {
			continue
		}
		for user, err := range b.lapsing(ctx, name, p) {
			if err == nil {
				err = b.forgetUnused(ctx, user)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// lapsing yields the users whose notes lapse.
func (b *Bot) lapsing(ctx context.Context, platform string, p Lapsing) iter.Seq2[UserID, error] {
	return func(yield func(UserID, error) bool) {
		prefix := platform + "/"
		for doc, err := range b.store.Scan(ctx, keep.KindNote, prefix, prefix+"~") {
			if err != nil {
				yield("", fmt.Errorf("bot: read notes: %w", err))
				return
			}
			key, data, err := readNote(doc)
			if err != nil {
				continue // it names nobody
			}
			if user, lapses := p.Lapses(key, data); lapses && !yield(user, nil) {
				return
			}
		}
	}
}

// forgetUnused forgets the user, unless they have sat at a table, or are somebody
// elsewhere, too.
func (b *Bot) forgetUnused(ctx context.Context, user UserID) error {
	b.people.Links.Seating.Lock() // nobody sits down or links meanwhile
	defer b.people.Links.Seating.Unlock()
	p, known, err := b.people.Lookup(ctx, user)
	if err != nil || b.people.Removing.Has(user) {
		return err
	}
	if !known {
		return b.eraseNotes(ctx, &people.Removal{User: user})
	}
	if p, err = b.people.WithLinked(ctx, p); err != nil {
		return err
	}
	used, err := b.hasPlayed(ctx, p)
	if err != nil || used {
		return err
	}
	if err := b.storeRemoval(ctx, p); err != nil {
		return err
	}
	b.people.Removing.Call()
	return nil
}

// hasPlayed says whether the person has anything that is worth keeping: a table, a match
// that is over, or another identity.
func (b *Bot) hasPlayed(ctx context.Context, p people.Person) (bool, error) {
	if len(p.Identities()) > 1 || len(b.register.About(p)) > 0 {
		return true, nil
	}
	for _, err := range b.matches(ctx, p) {
		return err == nil, err
	}
	return false, nil
}
