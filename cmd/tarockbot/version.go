package main

import (
	"context"
	"fmt"
	"runtime"

	"tarockbot/cmd/tarockbot/internal/version"
)

func printVersion(_ context.Context, c invocation) error {
	fmt.Fprintf(c.out, "tarockbot %s, %s/%s\n", version.Text(), runtime.GOOS, runtime.GOARCH)
	return nil
}
