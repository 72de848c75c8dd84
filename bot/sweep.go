package bot

import (
	"context"
	"errors"
	"time"

	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/privacy"
)

const sweepEvery = time.Hour

// sweep runs every step, even if another fails.
func (b *Bot) sweep(ctx context.Context) error {
	return errors.Join(
		b.reseal(ctx),
		b.sv.Store.SweepSeen(ctx),
		b.sv.People.Codes.Sweep(ctx),
		b.sv.Messages.Notices.Sweep(ctx),
		b.sv.People.RejoinBans.Sweep(ctx),
		b.sv.People.Standings.SweepLeaderboards(ctx),
		b.sv.Account.Eraser.ForgetUnused(ctx),
	)
}

// reseal marks the residue first, because the process may be killed before it ends.
func (b *Bot) reseal(ctx context.Context) error {
	sealer := tables.Sealer{Tables: b.sv.Tables}
	stale, err := sealer.Stale(ctx)
	if err != nil || len(stale) == 0 {
		return err
	}
	if err := privacy.MarkResidue(ctx, b.sv.Store); err != nil {
		return err
	}
	if err := sealer.Reseal(ctx, stale); err != nil {
		return err
	}
	b.cfg.Log.Info("tables sealed with the newest key", "tables", len(stale))
	return nil
}

func (b *Bot) sweepLoop() {
	for running := true; running; running = retry.Sleep(b.sv.Running, sweepEvery) {
		if err := b.sweep(b.sv.Running); err != nil && b.sv.Running.Err() == nil {
			b.cfg.Log.Error("sweep failed", "err", err)
		}
	}
}
