package bot

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

// kindRemoved is the kind of documents that tell who is forgotten, or about to be.
const kindRemoved = "removed"

// removal is one identity that is to be forgotten, as stored under its person's
// id. Each step of it may be done again: whenever the process is killed, the next
// goes on with it.
type removal struct {
	At   time.Time `json:"at"`             // when it was asked for
	User UserID    `json:"user,omitempty"` // "" once all is erased

	person  chat.PersonID `json:"-"`
	version int64         `json:"-"`
	names   []string      `json:"-"` // what else notes call the user: once those are gone that say so, nobody knows
}

func (x *removal) identity() chat.Identity { return chat.Identity{Person: x.person, User: x.User} }

// doc makes the document that stores it.
func (x *removal) doc() (storage.Doc, error) {
	return keep.Encode(kindRemoved, string(x.person), x.version, x)
}

// readRemovals reads who is forgotten, or about to be.
func readRemovals(ctx context.Context, store *keep.Store) (all []*removal, err error) {
	for doc, err := range store.Scan(ctx, kindRemoved, "", "") {
		if err != nil {
			return nil, fmt.Errorf("bot: read removals: %w", err)
		}
		x := &removal{person: chat.PersonID(doc.Key.ID), version: doc.Version}
		if err := keep.Decode(doc, x); err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}
