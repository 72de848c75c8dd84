package main

import (
	"context"
	"fmt"

	"tarockbot/cmd/tarockbot/internal/keys"
)

func addKey(_ context.Context, c invocation) error {
	path := c.files[0]
	err := keys.DataKeyFile{Path: path, Environ: c.env}.Add()
	if err == nil {
		fmt.Fprintf(c.out, "%s: key added; keep a copy of the file apart from backups\n", path)
	}
	return err
}
