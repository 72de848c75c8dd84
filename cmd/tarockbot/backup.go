package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/system"
)

// newBackup declares the flags of backup. Only --with-key copies the key that signs deals, because everybody with the
// key can sign as the bot.
func newBackup(flags *pflag.FlagSet) action {
	withKey := flags.Bool("with-key", false, "also copy the key that signs deals, to FILE.fair.key")
	return func(ctx context.Context, c invocation) error {
		key, file := c.config.FairKeyFile(), c.files[0]
		if *withKey && key == "" {
			return exit.With(exit.Config, errors.New("backup: --with-key needs fair.key, but fair.key isn't set"))
		}
		editions, err := backup.Make(ctx, c.config, file)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s: backup of %s, verified\n", file, location.Redact(c.config.Data))
		report.PrintEditions(c.out, file, editions)
		if *withKey {
			err = exit.With(exit.IO, system.CopyFile(key, file+".fair.key"))
		}
		return err
	}
}
