package people

import (
	"context"
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// ForgottenList lies outside the store, so that a restored backup forgets people again.
type ForgottenList interface {
	List(ctx context.Context) ([]Forgotten, error)
	// Add adds entries durably. The list may already contain them.
	Add(ctx context.Context, some ...Forgotten) error
}

// Forgotten is a forgotten person.
type Forgotten struct {
	Person chat.PersonID
	At     time.Time
}

// Removal is the erasure of one identity. After a crash the next process resumes it.
type Removal struct {
	At   time.Time   `json:"at"`
	User chat.UserID `json:"user,omitempty"` // "" once everything is erased

	Person  chat.PersonID `json:"-"`
	Version int64         `json:"-"`
}

// Identity returns the identity to erase.
func (x *Removal) Identity() chat.Identity { return chat.Identity{Person: x.Person, User: x.User} }

// Doc returns the document that stores the removal.
func (x *Removal) Doc() (storage.Doc, error) {
	return documents.Encode(KindRemoved, string(x.Person), x.Version, x)
}

// ReadRemovals returns all stored removals.
func ReadRemovals(ctx context.Context, store *documents.Store) (all []*Removal, err error) {
	for e, err := range documents.DecodeAll[Removal](store.Scan(ctx, KindRemoved, "", "")) {
		if err != nil {
			return nil, fmt.Errorf("bot: read removals: %w", err)
		}
		e.Value.Person, e.Value.Version = chat.PersonID(e.Key.ID), e.Version
		all = append(all, &e.Value)
	}
	return all, nil
}
