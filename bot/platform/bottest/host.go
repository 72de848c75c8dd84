package bottest

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Host serves a double of a chat network: on this machine, or in memory for tests in a
// bubble of time.
type Host struct {
	listener net.Listener
	pipes    *Pipes // nil: connections aren't in memory
	server   *http.Server
	done     sync.WaitGroup
}

// Listen takes connections to the address, "" being any free port.
func Listen(address string) (*Host, error) {
	l, err := net.Listen("tcp", cmp.Or(address, "127.0.0.1:0"))
	return &Host{listener: l}, err
}

// InMemory takes connections in memory.
func InMemory() *Host {
	pipes := NewPipes()
	return &Host{listener: pipes, pipes: pipes}
}

// Serve lets the handler answer, until Close.
func (h *Host) Serve(handler http.Handler) {
	h.server = &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	h.done.Go(func() { _ = h.server.Serve(h.listener) }) // it always ends with an error
}

// IsInMemory reports whether the connections are in memory, as in a bubble of time.
func (h *Host) IsInMemory() bool { return h.pipes != nil }

// Addr is the host:port where it serves.
func (h *Host) Addr() string { return h.listener.Addr().String() }

// URL is the address for clients.
func (h *Host) URL() string { return "http://" + h.Addr() }

// Dial connects to the host, whatever the address, if it is in memory.
func (h *Host) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if h.pipes != nil {
		return h.pipes.Dial(ctx, network, address)
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

// Client makes requests; nil means that any client does.
func (h *Host) Client() *http.Client {
	if h.pipes == nil {
		return nil
	}
	return h.pipes.Client()
}

// Close ends the host and cuts its connections.
func (h *Host) Close() {
	_ = h.server.Close() // a test's server
	h.done.Wait()
}
