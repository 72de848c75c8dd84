package people

import (
	"context"
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// Removals is the list of those who were forgotten. It is kept apart from the
// store: who was forgotten after a backup was made is forgotten again when that
// is restored. It tells nothing but random ids and times.
type Removals interface {
	// List is all that was ever added.
	List() ([]Forgotten, error)
	// Add puts some on the list, durably when it returns. What is there already
	// may be added again.
	Add(some ...Forgotten) error
}

// Forgotten is one who was forgotten, and when.
type Forgotten struct {
	Person chat.PersonID
	At     time.Time
}

// KindRemoved is the kind of documents that tell who is forgotten, or about to be.
const KindRemoved = "removed"

// Removal is one identity that is to be forgotten, as stored under its person's
// id. Each step of it may be done again: whenever the process is killed, the next
// goes on with it.
type Removal struct {
	At   time.Time   `json:"at"`             // when it was asked for
	User chat.UserID `json:"user,omitempty"` // "" once all is erased

	Person  chat.PersonID `json:"-"`
	Version int64         `json:"-"`
	Names   []string      `json:"-"` // what else notes call the user: once those are gone that say so, nobody knows
}

// Identity is who is to be forgotten.
func (x *Removal) Identity() chat.Identity { return chat.Identity{Person: x.Person, User: x.User} }

// Doc makes the document that stores it.
func (x *Removal) Doc() (storage.Doc, error) {
	return keep.Encode(KindRemoved, string(x.Person), x.Version, x)
}

// ReadRemovals reads who is forgotten, or about to be.
func ReadRemovals(ctx context.Context, store *keep.Store) (all []*Removal, err error) {
	for e, err := range keep.Read[Removal](store.Scan(ctx, KindRemoved, "", "")) {
		if err != nil {
			return nil, fmt.Errorf("bot: read removals: %w", err)
		}
		e.Value.Person, e.Value.Version = chat.PersonID(e.Key.ID), e.Version
		all = append(all, &e.Value)
	}
	return all, nil
}
