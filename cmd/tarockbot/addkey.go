package main

import (
	"context"
	"fmt"

	"tarockbot/cmd/tarockbot/internal/keys"
)

// addKey adds a key to a file of data keys.
func addKey(_ context.Context, c invocation) error {
	path := c.files[0]
	err := keys.DataKeyFile{Path: path, Environ: c.env}.Add()
	if err == nil {
		fmt.Fprintf(c.out, "%s: has one more key; keep a copy of it where no backups are\n", path)
	}
	return err
}
