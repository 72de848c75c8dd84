package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot"
	"tarockbot/storage/bolt"
)

// newAudit reckons all standings again from the log of matches. Nobody may write to
// the data file meanwhile; it changes nothing there.
func newAudit(*pflag.FlagSet) func(context.Context, call) error {
	return func(ctx context.Context, c call) error {
		report, err := auditFile(ctx, c.config.Data)
		if err != nil {
			return err
		}
		for _, fault := range report.Faults {
			if _, err := fmt.Fprintln(c.out, fault); err != nil {
				return err
			}
		}
		if report.Wrong > 0 {
			return fail(exitData, fmt.Errorf("%s: %d things are not what the log of matches makes of them", c.config.Data, report.Wrong))
		}
		_, err = fmt.Fprintf(c.out, "%s: all is as the log of matches makes it (matches: %d, standings: %d, places: %d)\n",
			c.config.Data, report.Matches, report.Standings, report.Places)
		return err
	}
}

func auditFile(ctx context.Context, data string) (bot.AuditReport, error) {
	store, err := bolt.Inspect(data)
	if err != nil {
		return bot.AuditReport{}, err
	}
	report, err := bot.Audit(ctx, store, time.Now())
	return report, errors.Join(err, store.Close())
}
