package main

import (
	"context"

	"tarockbot/cmd/tarockbot/internal/node"
)

func serve(ctx context.Context, c invocation) error {
	return node.Serve(ctx, c.config, c.out, c.config.NewLog(c.err))
}
