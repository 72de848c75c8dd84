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

// All nodes must use the same signing key and list of forgotten people. The first node records both, and a node that
// differs never acts.

type shared struct {
	Key fair.Key `json:"key"`
	// Removals is a random entry that identifies the list. It is empty while the nodes have no list.
	Removals chat.PersonID `json:"removals,omitempty"`
}

const sharedID = "nodes"

// ErrMismatch means that the node's key or list of forgotten people differs from that of the other nodes.
var ErrMismatch = errors.New("all nodes need the same one; see the section \"What all nodes have\" in NODES.md")

func loadShared(ctx context.Context, store *documents.Store) (recorded shared, version int64, err error) {
	version, err = store.Load(ctx, documents.KindMeta, sharedID, &recorded)
	return recorded, version, err
}

// CheckShared returns ErrMismatch if the key or the list of forgotten people differs from the recorded one. list may be
// nil.
func CheckShared(ctx context.Context, docs storage.Store, key fair.Key, list people.ForgottenList) error {
	recorded, version, err := loadShared(ctx, documents.New(docs, documents.Options{}))
	if err != nil {
		return err
	}
	var known []people.Forgotten
	if list != nil {
		if known, err = list.List(ctx); err != nil {
			return err
		}
	}
	switch {
	case version > 0 && recorded.Key != key:
		return fmt.Errorf("fair.key differs from the key of the other nodes on this database: %w", ErrMismatch)
	case recorded.Removals != "" && !slices.ContainsFunc(known, func(x people.Forgotten) bool { return x.Person == recorded.Removals }):
		return fmt.Errorf("removals differs from the list of the other nodes on this database: %w", ErrMismatch)
	}
	return nil
}

func (n *node) checkShared(ctx context.Context) error {
	return CheckShared(ctx, n.db.Reader(), fair.KeyOf(n.key), n.config.ForgottenList())
}

func (n *node) storeShared(ctx context.Context, store *documents.Store) error {
	recorded, _, err := loadShared(ctx, store)
	if err != nil {
		return err
	}
	want, list := shared{fair.KeyOf(n.key), recorded.Removals}, n.config.ForgottenList()
	if want.Removals == "" && list != nil {
		want.Removals = chat.PersonID("list-" + rand.Text())
		if err := list.Add(ctx, people.Forgotten{Person: want.Removals, At: n.db.Now()}); err != nil {
			return err
		}
	}
	if want == recorded {
		return nil
	}
	return store.Transact(ctx, func(c *documents.Transaction) error {
		*documents.Value[shared](ctx, c, documents.KindMeta, sharedID) = want
		return nil
	})
}
