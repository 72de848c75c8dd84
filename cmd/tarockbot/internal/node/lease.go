package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tarockbot/bot/support/retry"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/storage/postgres"
)

// acquireLease acquires the lease. It returns postgres.ErrHeld if another node holds the lease, and ErrMismatch if this
// node's key or removals list differs from the recorded ones. Other errors are those of checkMigration and the database.
func (n *node) acquireLease(ctx context.Context) (*postgres.Lease, error) {
	if err := n.checkMigration(ctx); err != nil {
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

// checkMigration returns an error if the data is newer than this program, or if it must be migrated while a connected
// node knows only an older schema version.
func (n *node) checkMigration(ctx context.Context) error {
	stored, err := doctor.Migration.Version(ctx, n.db.Reader())
	if err != nil || stored >= doctor.Migration.Current() {
		return err
	}
	all, err := n.db.Versions(ctx)
	if err != nil {
		return err
	}
	for _, v := range all {
		if schema, ok := version.SchemaOf(v); ok && schema < doctor.Migration.Current() {
			return fmt.Errorf("the data is migrated when no older tarockbot runs on it any more: %s", v)
		}
	}
	return nil
}

// renewalCheck is the pause between two looks at the lease's renewals.
const renewalCheck = time.Second

// reportRenewals logs when the lease can't be renewed, and when it is renewed again, until ctx ends.
func (n *node) reportRenewals(ctx context.Context, lease *postgres.Lease) {
	for failing := false; retry.Sleep(ctx, renewalCheck); {
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
