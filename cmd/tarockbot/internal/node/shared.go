package node

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/engine/fair"
	"tarockbot/storage"
)

// What all nodes on a database share stands there, as the first of them had it. A node that has
// something else never acts: it would sign deals with a key of its own, or would not
// write down where the others look who was forgotten.

// shared is what stands there.
type shared struct {
	Key fair.Key `json:"key"` // the public one of fair.key
	// Removals is an id on the list of removals that is nobody's, so that the list is known by
	// it; "" while the nodes have no list.
	Removals chat.PersonID `json:"removals,omitempty"`
}

// sharedID names the document of documents.KindMeta.
const sharedID = "nodes"

// ErrMismatch: the node has another key or list than the nodes before it.
var ErrMismatch = errors.New("all nodes need the same; see What all nodes have in NODES.md")

// CheckShared returns ErrMismatch if the nodes of the database have another key or another list. A nil list means that
// the node has none. Other errors come from the database or the list.
func CheckShared(ctx context.Context, docs storage.Store, key fair.Key, list people.Removals) error {
	var has shared
	version, err := documents.New(docs, documents.Options{}).Load(ctx, documents.KindMeta, sharedID, &has)
	if err != nil {
		return err
	}
	listed, err := isListed(ctx, list, has.Removals)
	switch {
	case err != nil:
		return err
	case version > 0 && has.Key != key:
		return fmt.Errorf("fair.key isn't the one of the nodes on this database: %w", ErrMismatch)
	case !listed:
		return fmt.Errorf("removals isn't the list of the nodes on this database: %w", ErrMismatch)
	}
	return nil
}

// isListed says whether the id is on the list. An empty id always is, even if there is no list. A list that is there
// must be readable all the same.
func isListed(ctx context.Context, list people.Removals, id chat.PersonID) (bool, error) {
	if list == nil {
		return id == "", nil
	}
	known, err := list.List(ctx)
	return id == "" || slices.ContainsFunc(known, func(x people.Forgotten) bool { return x.Person == id }), err
}

// storeShared writes down what this node has, for those that follow, unless it stands there.
func (n *node) storeShared(ctx context.Context, store *documents.Store) error {
	var has shared
	if _, err := store.Load(ctx, documents.KindMeta, sharedID, &has); err != nil {
		return err
	}
	want, list := shared{fair.KeyOf(n.key), has.Removals}, removals.Of(n.config.Removals, n.config.Data)
	if want.Removals == "" && list != nil {
		want.Removals = chat.PersonID("list-" + rand.Text())
		if err := list.Add(ctx, people.Forgotten{Person: want.Removals, At: n.db.Now()}); err != nil {
			return err
		}
	}
	if want == has {
		return nil
	}
	return store.Transact(ctx, func(c *documents.Transaction) error {
		now, err := documents.Value[shared](ctx, c, documents.KindMeta, sharedID)
		if err == nil {
			*now = want
		}
		return err
	})
}
