// Package double has what the test doubles of chat networks share. A double of another network uses, in this order:
//
//   - Host, to serve the network's API on this machine or, in a synctest bubble, in memory;
//   - Service around it, to lock the double's state, to signal changes of it, and to let requests fail as a test plans;
//   - ReadForm and DecodeStrict, to read requests and to refuse those with unknown fields;
//   - Meet and Respond, to carry a request out or not, as its fault says, and to answer it;
//   - Await and Watcher, to let its people wait for changes, and TakeMoment, to let them take their time.
//
// Notes and Log stand in for the notes and the log that a platform has from its bot.
package double

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Host serves a test double over HTTP, on this machine or, in a synctest bubble, in memory.
type Host struct {
	listener net.Listener
	pipes    *Pipes // the listener if connections are in memory, else nil
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
	h.done.Go(func() { _ = h.server.Serve(h.listener) }) // it always ends with an error
}

// IsInMemory reports whether connections are in memory.
func (h *Host) IsInMemory() bool { return h.pipes != nil }

// Addr returns the host:port of the server.
func (h *Host) Addr() string { return h.listener.Addr().String() }

// URL returns the base URL for clients.
func (h *Host) URL() string { return "http://" + h.Addr() }

// Dial connects to the host. In memory it ignores the address.
func (h *Host) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if h.pipes != nil {
		return h.pipes.Dial(ctx, network, address)
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

// Client returns a client that reaches the host in memory, or nil if any client reaches it.
func (h *Host) Client() *http.Client {
	if h.pipes == nil {
		return nil
	}
	return h.pipes.Client()
}

// moment is a person's time to press a button in simulated time.
const moment = 100 * time.Millisecond

// TakeMoment lets a moment pass if time is simulated. Without it later work of the bot would never happen.
func (h *Host) TakeMoment() {
	if h.IsInMemory() {
		<-time.After(moment)
	}
}

// Close stops the server and closes its connections.
func (h *Host) Close() {
	_ = h.server.Close() // tests don't need its error
	h.done.Wait()
}
