package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tarockbot/bot/support/retry"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/postgres"
)

// acquireLease acquires the lease. It returns an error if another node holds the lease, if the data has a newer schema
// version, if a migration would strand older nodes, or if this node's key or removals list differs from the others'.
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

// reportRenewals logs when the lease can't be renewed, and when it is renewed again, until ctx ends.
func (n *node) reportRenewals(ctx context.Context, lease *postgres.Lease) {
	for failing := false; retry.Sleep(ctx, time.Second); {
		switch err := lease.RenewalError(); {
		case err != nil && !failing:
			n.log.Warn("the lease isn't renewed; if that lasts another node acts", "err", report.ErrorLine(err))
			failing = true
		case err == nil && failing:
			n.log.Info("the lease is renewed again")
			failing = false
		}
	}
}
