package main

import (
	"context"
	"fmt"
	"os"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/stores"
)

// compactData rewrites the data file, so that no page of the disk still contains deleted data.
func compactData(ctx context.Context, c invocation) error {
	if location.IsDatabase(c.config.Data) {
		return exit.UsageError("compact: a database compacts itself (autovacuum)")
	}
	before, err := os.Stat(c.config.Data)
	if err != nil {
		return err
	}
	if err := stores.Compact(ctx, c.config.Data); err != nil {
		return err
	}
	after, err := os.Stat(c.config.Data)
	if err == nil {
		fmt.Fprintf(c.out, "%s: rewritten: %d bytes, %d before\n", c.config.Data, after.Size(), before.Size())
	}
	return err
}
