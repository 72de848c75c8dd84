package double

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"sync"
	"time"
)

// Host serves the test double of a chat network, on this machine or, for synctest bubbles, in memory.
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

// Client returns the client to use, or nil if any client works.
func (h *Host) Client() *http.Client {
	if h.pipes == nil {
		return nil
	}
	return h.pipes.Client()
}

// Close stops the server and closes its connections.
func (h *Host) Close() {
	_ = h.server.Close() // a test's server
	h.done.Wait()
}

// Pipes is a listener with connections in memory, for synctest bubbles.
type Pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// NewPipes returns an open listener.
func NewPipes() *Pipes { return &Pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

// Client returns a client that sends all requests to the listener.
func (p *Pipes) Client() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: p.Dial}}
}

// Dial connects to the listener and ignores the address.
func (p *Pipes) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept returns the next connection.
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close closes the listener.
func (p *Pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr returns an address where nothing listens.
func (p *Pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// DecodeStrict decodes JSON. Fields that v doesn't have are an error.
func DecodeStrict(data []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(v)
}
