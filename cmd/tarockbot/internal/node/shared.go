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
	"tarockbot/engine/fair"
	"tarockbot/storage"
)

// All nodes must use the same signing key and removals list. The first node records both, and a node that differs never
// acts. Otherwise a node could sign deals with its own key, or record forgotten people in a list that the others don't
// read.

// shared is the document that records the key and the list.
type shared struct {
	Key fair.Key `json:"key"` // the public key of fair.key
	// Removals is a random id on the list, which no person has. It identifies the list. It is empty while the
	// nodes have no list.
	Removals chat.PersonID `json:"removals,omitempty"`
}

// sharedID names the document of documents.KindMeta.
const sharedID = "nodes"

// ErrMismatch means that the node has another key or list than the first node.
var ErrMismatch = errors.New("all nodes need the same; see What all nodes have in NODES.md")

// loadShared returns the document and its version; 0 if no node has recorded it.
func loadShared(ctx context.Context, store *documents.Store) (has shared, version int64, err error) {
	version, err = store.Load(ctx, documents.KindMeta, sharedID, &has)
	return has, version, err
}

// CheckShared returns ErrMismatch if the node's key or removals list differs from the recorded ones. A nil list means
// that the node has none. Other errors come from the database or the list.
func CheckShared(ctx context.Context, docs storage.Store, key fair.Key, list people.ForgottenList) error {
	has, version, err := loadShared(ctx, documents.New(docs, documents.Options{}))
	if err != nil {
		return err
	}
	var known []people.Forgotten
	if list != nil { // a list that can't be read is an error even before a list is recorded
		if known, err = list.List(ctx); err != nil {
			return err
		}
	}
	switch {
	case version > 0 && has.Key != key:
		return fmt.Errorf("fair.key isn't the one of the nodes on this database: %w", ErrMismatch)
	case has.Removals != "" && !slices.ContainsFunc(known, func(x people.Forgotten) bool { return x.Person == has.Removals }):
		return fmt.Errorf("removals isn't the list of the nodes on this database: %w", ErrMismatch)
	}
	return nil
}

// checkShared calls CheckShared with this node's key and removals list.
func (n *node) checkShared(ctx context.Context) error {
	return CheckShared(ctx, n.db.Reader(), fair.KeyOf(n.key), n.config.RemovalsList())
}

// storeShared records this node's key and list if no node has recorded them.
func (n *node) storeShared(ctx context.Context, store *documents.Store) error {
	has, _, err := loadShared(ctx, store)
	if err != nil {
		return err
	}
	want, list := shared{fair.KeyOf(n.key), has.Removals}, n.config.RemovalsList()
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
		*documents.Value[shared](ctx, c, documents.KindMeta, sharedID) = want
		return nil
	})
}
