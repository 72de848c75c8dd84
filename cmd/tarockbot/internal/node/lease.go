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

// checkMigration returns an error if the data must be migrated while an older program is connected.
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
			return fmt.Errorf("the data will be migrated once no older tarockbot uses it: %s", v)
		}
	}
	return nil
}

const renewalCheck = time.Second

func (n *node) reportRenewals(ctx context.Context, lease *postgres.Lease) {
	for failing := false; retry.Sleep(ctx, renewalCheck); {
		switch err := lease.RenewalError(); {
		case err != nil && !failing:
			n.log.Warn("the lease isn't renewed; if this lasts, another node will take over", "err", report.ErrorLine(err))
			failing = true
		case err == nil && failing:
			n.log.Info("the lease is renewed again")
			failing = false
		}
	}
}
