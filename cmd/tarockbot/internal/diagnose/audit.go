package diagnose

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"tarockbot/bot/documents"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/sealed"
)

// Audit computes all standings again from the log of matches, and replays all finished deals. It changes nothing. A data
// file must not be in use meanwhile. Of a database, Audit reads one moment.
func Audit(ctx context.Context, c config.Config, out io.Writer) error {
	data := stores.WithoutPassword(c.Data)
	var audited standing.AuditReport
	var deals doctor.Report
	var warning error
	err := stores.Inspect(ctx, c.Data, c.Key, func(raw stores.Snapshot, docs *sealed.Store) error {
		warning = stores.Warning(raw)
		kinds, err := raw.Kinds(ctx)
		if err == nil && len(kinds) > 0 {
			audited, err = doctor.Audit(ctx, docs, time.Now())
		}
		if err == nil {
			deals, err = doctor.ExamineDeals(ctx, docs)
		}
		return err
	})
	if errors.Is(err, documents.ErrOlderData) {
		err = fmt.Errorf("%w: start the bot on it once, which migrates it, and audit it then; doctor looks at it as it is", err)
	}
	if err != nil {
		return err
	}
	report.Faults(out, slices.Concat(audited.Faults, deals.Faults))
	if wrong := audited.Wrong + len(deals.Faults); wrong > 0 {
		return exit.With(exit.Data, fmt.Errorf("%s: %d things are not what the log of matches, or a deal's record, makes of them", data, wrong))
	}
	fmt.Fprintf(out, "%s: all is as the log of matches makes it (matches: %d, standings: %d, places: %d)\n",
		data, audited.Matches, audited.Standings, audited.Places)
	report.Sealed(out, data, deals)
	report.Editions(out, data, deals.Editions)
	return warning
}
