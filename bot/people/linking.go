package people

import (
	"context"
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// Linking changes links. Nobody can sit down before Unlock.
type Linking struct{ people *People }

// LockForLinking locks the links. The caller must call Unlock.
func (ps *People) LockForLinking() Linking {
	ps.Links.seating.Lock()
	return Linking{ps}
}

// Unlock ends the Linking.
func (l Linking) Unlock() { l.people.Links.seating.Unlock() }

// NextEntry returns the number of the next journal entry.
func (l Linking) NextEntry() int { return l.people.Links.last + 1 }

// Link links x with the other account, whose settings count from now on.
func (l Linking) Link(ctx context.Context, x chat.Identity, other Account, more ...storage.Doc) error {
	other.Code = ""
	return l.relink(ctx, x, other.Identity(), more, func(docs []storage.Doc) error {
		_, err := l.people.save(ctx, other, docs...)
		return err
	})
}

// Unlink ends x's link.
func (l Linking) Unlink(ctx context.Context, x chat.Identity, more ...storage.Doc) error {
	return l.relink(ctx, x, chat.Identity{}, more, func(docs []storage.Doc) error { return l.people.store.Commit(ctx, docs...) })
}

func (l Linking) relink(ctx context.Context, x, into chat.Identity, docs []storage.Doc, store func([]storage.Doc) error) error {
	ps := l.people
	boards := ps.Standings.Lock()
	defer boards.Unlock()
	id := fmt.Sprintf("%010d", l.NextEntry()) // ids sort by number
	entry, err := documents.Encode(KindLink, id, 0, LinkEntry{At: ps.now().UTC(), Person: x.Person, Into: into.Person})
	if err != nil {
		return err
	}
	was, become := l.groups(x, into)
	ranks, err := boards.UpdateGroupPlaces(ctx, was, become)
	if err != nil {
		return err
	}
	docs = slices.Concat([]storage.Doc{entry}, docs, ranks)
	for _, all := range become {
		docs = append(docs, ps.reshow(all[0], id)...)
	}
	if err := store(docs); err != nil {
		return err
	}
	ps.Links.apply(x, into)
	return nil
}

func (l Linking) groups(x, into chat.Identity) (was, become [][]chat.PersonID) {
	mine := l.people.Links.Accounts(x.Person)
	if into.Person != "" {
		others := l.people.Links.Accounts(into.Person)
		return [][]chat.PersonID{mine, others}, [][]chat.PersonID{slices.Concat(others, mine)}
	}
	become = [][]chat.PersonID{{x.Person}}
	if rest := slices.DeleteFunc(slices.Clone(mine), func(y chat.PersonID) bool { return y == x.Person }); len(rest) > 0 {
		become = append(become, rest)
	}
	return [][]chat.PersonID{mine}, become
}

// LinkHolder returns the journal's holder.
func (ps *People) LinkHolder() documents.Holder {
	return documents.Holder{
		Kind:      KindLink,
		CheckForm: documents.CheckForm[LinkEntry],
		Erase: func(ctx context.Context, x *documents.Erasure) error {
			links := ps.LockForLinking()
			defer links.Unlock()
			return links.erase(ctx, x.Identity)
		},
		NotDisclosed: "accounts show who is linked",
	}
}

func (l Linking) erase(ctx context.Context, x chat.Identity) error {
	if len(l.people.Links.GroupOf(x.Person).All) > 0 {
		if err := l.Unlink(ctx, x); err != nil {
			return err
		}
	}
	return l.eraseEntries(ctx, x.Person)
}

// eraseEntries removes the person from the journal. Other people stay linked, and entries keep their numbers.
func (l Linking) eraseEntries(ctx context.Context, gone chat.PersonID) error {
	store := l.people.store
	var was Links
	var docs []storage.Doc
	for e, err := range documents.DecodeAll[LinkEntry](store.Scan(ctx, KindLink, "", "")) {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		now := e.Value.without(gone, &was)
		was.apply(chat.Identity{Person: e.Value.Person}, chat.Identity{Person: e.Value.Into})
		if now == e.Value {
			continue
		}
		next, err := documents.Encode(KindLink, e.Key.ID, e.Version, now)
		if err != nil {
			return err
		}
		docs = append(docs, next)
	}
	return store.Commit(ctx, docs...)
}
