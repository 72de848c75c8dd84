package main

import (
	"context"
	"fmt"

	"tarockbot/cmd/tarockbot/internal/backup"
)

func copyData(ctx context.Context, c invocation) error {
	from, to := c.files[0], c.files[1]
	checksum, err := backup.Copy(ctx, c.config.WithConfiguredPassword(from), c.config.WithConfiguredPassword(to))
	if err == nil {
		fmt.Fprintf(c.out, "%s  %s\n%s  %s\n", checksum, from, checksum, to)
	}
	return err
}
