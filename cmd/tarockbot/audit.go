package main

import (
	"context"

	"tarockbot/cmd/tarockbot/internal/diagnose"
)

// auditData compares all standings with the log of matches.
func auditData(ctx context.Context, c invocation) error { return diagnose.Audit(ctx, c.config, c.out) }
