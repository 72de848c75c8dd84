package main

import (
	"context"

	"tarockbot/cmd/tarockbot/internal/diagnose"
)

func auditData(ctx context.Context, c invocation) error { return diagnose.Audit(ctx, c.config, c.out) }
