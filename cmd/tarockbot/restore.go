package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/diagnose"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
)

// newRestore declares the flags of restore, which makes a backup the data.
func newRestore(flags *pflag.FlagSet) action {
	force := flags.Bool("force", false, "take the place of a data file that is there; the old one is kept beside it")
	return func(ctx context.Context, c invocation) (err error) {
		r := backup.Restorer{Config: c.config, Out: c.out, Log: c.config.NewLog(c.err)}
		switch {
		case !stores.IsDatabase(c.config.Data):
			err = r.File(ctx, c.files[0], *force)
		case *force:
			err = exit.UsageError("restore: --force takes no database's place; make a new one, restore into it, and let the nodes have its address")
		default:
			err = r.Database(ctx, c.files[0])
		}
		if err != nil {
			return err
		}
		return examineRestored(ctx, c)
	}
}

// examineRestored prints the faults of the restored data, and returns an error if there are any. The data stays in place.
func examineRestored(ctx context.Context, c invocation) error {
	data := stores.WithoutPassword(c.config.Data)
	found, err := stores.ExamineKept(ctx, c.config.Data, c.config.Key)
	if err != nil {
		return err
	}
	report.Lines(c.out, found.Faults)
	if n := len(found.Faults); n > 0 {
		return exit.With(exit.Findings, fmt.Errorf("%s: restored, with %s", data, report.CountFaults(n)))
	}
	diagnose.PrintUnexamined(c.out, data, found)
	return nil
}
