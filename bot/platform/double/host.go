// Package double has the common parts of chat networks' test doubles: Host serves the API, Service adds a lock and
// planned faults, ReadForm and DecodeStrict read requests, ApplyFault and Respond answer them, Await and Watcher wait
// for changes. Notes and Log replace the bot's notes and log.
package double

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Host serves HTTP on this machine, or in memory for synctest bubbles.
type Host struct {
	listener net.Listener
	pipes    *Pipes // nil unless in memory
	server   *http.Server
	done     sync.WaitGroup
}

// Listen accepts connections at the address; "" means any free port.
func Listen(address string) (*Host, error) {
	l, err := net.Listen("tcp", cmp.Or(address, "127.0.0.1:0"))
	return &Host{listener: l}, err
}

// InMemory accepts connections in memory.
func InMemory() *Host {
	pipes := NewPipes()
	return &Host{listener: pipes, pipes: pipes}
}

// Serve serves the handler until Close.
func (h *Host) Serve(handler http.Handler) {
	h.server = &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	h.done.Go(func() { _ = h.server.Serve(h.listener) }) // returns an error after Close
}

// IsInMemory reports whether connections are in memory.
func (h *Host) IsInMemory() bool { return h.pipes != nil }

// Addr returns host:port.
func (h *Host) Addr() string { return h.listener.Addr().String() }

// URL returns the base URL.
func (h *Host) URL() string { return "http://" + h.Addr() }

// Dial connects to the address, or to this host if it is in memory.
func (h *Host) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if h.pipes != nil {
		return h.pipes.Dial(ctx, network, address)
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

// Client returns a client for connections in memory, or nil for a host on the network.
func (h *Host) Client() *http.Client {
	if h.pipes == nil {
		return nil
	}
	return h.pipes.Client()
}

const moment = 100 * time.Millisecond

// TakeMoment lets simulated time pass. Otherwise delayed work would never happen.
func (h *Host) TakeMoment() {
	if h.IsInMemory() {
		<-time.After(moment)
	}
}

// Close stops the server and closes its connections.
func (h *Host) Close() {
	_ = h.server.Close()
	h.done.Wait()
}
