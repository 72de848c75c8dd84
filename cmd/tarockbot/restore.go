package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/diagnose"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/report"
)

func newRestore(flags *pflag.FlagSet) action {
	force := flags.Bool("force", false, "replace an existing data file; the old file is kept beside it")
	return func(ctx context.Context, c invocation) error {
		r := backup.Restorer{Config: c.config, Out: c.out, Log: c.config.NewLog(c.err)}
		if err := r.Restore(ctx, c.files[0], *force); err != nil {
			return err
		}
		return examineRestored(ctx, c)
	}
}

// examineRestored prints the faults of the restored data and fails if there are any. The data stays in place.
func examineRestored(ctx context.Context, c invocation) error {
	data := location.Redact(c.config.Data)
	found, err := backup.ExamineBackup(ctx, c.config.Data, c.config.DataKey)
	if err != nil {
		return err
	}
	report.PrintLines(c.out, found.Faults)
	if n := len(found.Faults); n > 0 {
		return exit.With(exit.Findings, fmt.Errorf("%s: restored, with %s", data, report.Count(n, "fault")))
	}
	diagnose.PrintUnexamined(c.out, data, found)
	return nil
}
