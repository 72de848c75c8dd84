// Package background runs functions in the background.
package background

import (
	"context"
	"sync"
)

// Start runs do in the background. stop cancels do's context and waits for do.
func Start(ctx context.Context, do func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { do(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}
