package listen

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Serve runs the server until stop is called. stop waits up to patience for answers under way. If the server fails,
// Serve calls ended.
func Serve(server *http.Server, l net.Listener, patience time.Duration, ended func(error)) (stop func()) {
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			ended(err)
		}
	})
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close()
		}
		serving.Wait()
	}
}
