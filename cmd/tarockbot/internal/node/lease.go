package node

import (
	"context"
	"errors"
	"fmt"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/engine/fair"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

// acquireLease takes the lease. It refuses if the data has a newer schema version, if a migration
// would strand older nodes, or if this node's key or removals list differs from the others'.
func (n *node) acquireLease(ctx context.Context) (*postgres.Lease, error) {
	version, err := doctor.Migration.Version(ctx, n.db.Reader())
	if err == nil && version < doctor.Migration.Current() {
		err = n.checkNoOlderNodes(ctx)
	}
	if err != nil {
		return nil, err
	}
	lease, err := n.db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if err := n.checkShared(ctx); err != nil {
		return nil, errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
	}
	return lease, nil
}

// checkShared calls CheckShared with this node's key and removals list.
func (n *node) checkShared(ctx context.Context) error {
	return CheckShared(ctx, n.db.Reader(), fair.KeyOf(n.key), n.config.RemovalsList())
}

// checkNoOlderNodes returns an error while a connected node knows only an older schema version.
func (n *node) checkNoOlderNodes(ctx context.Context) error {
	all, err := n.db.Versions(ctx)
	for _, v := range all {
		var known int
		if _, err := fmt.Sscanf(v, stores.VersionForm, &known); err == nil && known < doctor.Migration.Current() {
			return fmt.Errorf("the data is migrated when no older tarockbot runs on it any more: %s", v)
		}
	}
	return err
}

// begin begins a term with the lease: the successor's if it is prepared, else a new one. On an error
// it releases the lease and resets the successor, whose store is closed then.
func (n *node) begin(ctx context.Context, next *successor, lease *postgres.Lease) (t *term, err error) {
	defer func() {
		if err != nil {
			next.reset()
		}
	}()
	if t = next.term; t == nil {
		t, err = n.newTerm(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
	}
	n.compareClocks()
	t.allowCommits(lease)
	switch err := n.storeShared(ctx, t.bot.Documents()); {
	case errors.Is(err, storage.ErrFull):
		n.log.Warn("not written down: the key and the list of removals that all nodes need", "err", err)
	case err != nil:
		t.release()
		return nil, err
	}
	return t, nil
}
