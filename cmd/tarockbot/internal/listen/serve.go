package listen

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Serve lets the server answer until the returned function is called. That function waits for
// answers under way, but not longer than patience. If the server ends by itself, Serve calls ended.
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
			_ = server.Close() // ends the answers that took too long
		}
		serving.Wait()
	}
}
