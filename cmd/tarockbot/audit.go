package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot/doctor"
	"tarockbot/bot/keep"
	"tarockbot/bot/standing"
	"tarockbot/storage/bolt"
)

// newAudit reckons all standings again from the log of matches, and replays all
// finished deals. Nobody may write to the data file meanwhile; it changes nothing there.
func newAudit(*pflag.FlagSet) func(context.Context, call) error {
	return func(ctx context.Context, c call) error {
		data := c.config.Data
		report, warning, err := auditFile(ctx, data)
		if errors.Is(err, keep.ErrOlderData) {
			err = fmt.Errorf("%w: start the bot on it once, which migrates it, and audit it then; doctor looks at it as it is", err)
		}
		if err != nil {
			return err
		}
		deals, err := examine(ctx, data, doctor.ExamineDeals)
		if err != nil {
			return err
		}
		for _, fault := range slices.Concat(report.Faults, deals.Faults) {
			if _, err := fmt.Fprintln(c.out, fault); err != nil {
				return err
			}
		}
		if wrong := report.Wrong + len(deals.Faults); wrong > 0 {
			return fail(exitData, fmt.Errorf("%s: %d things are not what the log of matches, or a deal's record, makes of them", data, wrong))
		}
		if _, err = fmt.Fprintf(c.out, "%s: all is as the log of matches makes it (matches: %d, standings: %d, places: %d)\n",
			data, report.Matches, report.Standings, report.Places); err != nil {
			return err
		}
		return cmp.Or(tellEditions(c.out, data, deals.Editions), warning)
	}
}

// auditFile audits a data file. Of one that is new there is nothing to say. The
// warning is that of the store.
func auditFile(ctx context.Context, data string) (report standing.AuditReport, warning, err error) {
	store, err := bolt.Inspect(data)
	if err != nil {
		return report, nil, err
	}
	isNew, err := store.Empty()
	if err == nil && !isNew {
		report, err = doctor.Audit(ctx, store, time.Now())
	}
	return report, store.Warning(), errors.Join(err, store.Close())
}
