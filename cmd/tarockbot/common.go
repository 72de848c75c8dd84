package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/people"
	"tarockbot/engine/fair"
)

// What nodes on a database must have in common stands there, as the first of them had it. A node
// that has something else never acts: it would sign deals with a key of its own, or would not
// write down where the others look who was forgotten.

// common is what all nodes have.
type common struct {
	Key fair.Key `json:"key"` // the public one of fair.key
	// Removals is an id on the list of removals that is nobody's, so that the list is known by
	// it; "" while the nodes have no list.
	Removals chat.PersonID `json:"removals,omitempty"`
}

// commonID names the document of keep.KindMeta that it is.
const commonID = "nodes"

// errUncommon is a node's that has something else.
var errUncommon = errors.New("all nodes need the same")

// fits returns errUncommon if this node has something else than the others. Other errors are the
// database's, or the list's.
func (n *node) fits(ctx context.Context) error {
	var all common
	version, err := keep.New(n.db.Reader(), keep.Options{}).Load(ctx, keep.KindMeta, commonID, &all)
	if err != nil {
		return err
	}
	listed, err := n.onList(ctx, all.Removals)
	switch {
	case err != nil:
		return err
	case version > 0 && all.Key != fair.KeyOf(n.key):
		return fmt.Errorf("fair.key isn't the one of the nodes on this database: %w", errUncommon)
	case !listed:
		return fmt.Errorf("removals isn't the list of the nodes on this database: %w", errUncommon)
	}
	return nil
}

// onList says whether the id is on the list of removals; "" is on every one, also on none.
func (n *node) onList(ctx context.Context, id chat.PersonID) (bool, error) {
	list := removalsOf(n.config)
	if list == nil {
		return id == "", nil
	}
	known, err := list.List(ctx)
	if err != nil {
		return false, err
	}
	return id == "" || slices.ContainsFunc(known, func(x people.Forgotten) bool { return x.Person == id }), nil
}

// share writes down what this node has, for those that follow, if nothing of it stands there yet.
func (n *node) share(ctx context.Context, t *term) error {
	return t.bot.Store.Change(ctx, func(c *keep.Change) error {
		all, err := keep.Value[common](ctx, c, keep.KindMeta, commonID)
		if err != nil {
			return err
		}
		all.Key = fair.KeyOf(n.key)
		list := removalsOf(n.config)
		if all.Removals != "" || list == nil {
			return nil
		}
		all.Removals = chat.PersonID("list-" + rand.Text())
		return list.Add(ctx, people.Forgotten{Person: all.Removals, At: n.db.Now()})
	})
}
