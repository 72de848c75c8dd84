package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// startServer lets the server answer until the returned function is called. That
// one waits for what is being answered, but not longer than patience. Whoever
// asks is told if the server ends by itself.
func startServer(server *http.Server, l net.Listener, patience time.Duration, ended func(error)) (stop func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			ended(err)
		}
	}()
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close() // what is left isn't waited for
		}
		<-done
	}
}
