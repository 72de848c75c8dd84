package main

import (
	"context"
	"fmt"
	"os"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/stores"
)

// compactData rewrites the data file without deleted data, such as that of forgotten people. The disk's
// pages no longer have it.
func compactData(ctx context.Context, c invocation) error {
	if location.IsDatabase(c.config.Data) {
		return exit.UsageError("compact: a database does that by itself (autovacuum), and there is nothing to do")
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
		fmt.Fprintf(c.out, "%s: made anew, %d bytes of %d\n", c.config.Data, after.Size(), before.Size())
	}
	return err
}
