// Package listen opens the process's addresses, and lends each to one server after another.
package listen

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"syscall"
)

// Address is an address that the process listens on.
type Address struct {
	Key      string
	HostPort string // host:port; "" if disabled
	LogName  string
	Web      bool
	Monitor  bool // serves health checks and metrics, not a bot
}

// Listeners maps keys to open addresses.
type Listeners map[string]*relay

// Open opens all addresses or none.
func Open(addresses []Address) (Listeners, error) {
	at := make(Listeners)
	for _, a := range addresses {
		if a.HostPort == "" {
			continue
		}
		l, err := net.Listen("tcp", a.HostPort)
		if err != nil {
			at.Close()
			if errors.Is(err, syscall.EADDRINUSE) {
				const advice = "choose another port, or use any free one with"
				return nil, fmt.Errorf("%s is already in use; %s --%s 127.0.0.1:0", a.HostPort, advice, a.Key)
			}
			return nil, fmt.Errorf("%s: %w", a.Key, err)
		}
		at[a.Key] = newRelay(l)
	}
	return at, nil
}

// Addr returns the key's host and port; "" if disabled.
func (at Listeners) Addr(key string) string {
	if at[key] == nil {
		return ""
	}
	return at[key].listener.Addr().String()
}

// URL returns the key's address, which must be enabled, for browsers.
func (at Listeners) URL(key string) string { return "http://" + at.Addr(key) + "/" }

// Lend returns a listener for the next server, or nil if the address is disabled. The server begins with its first
// Accept. Closing the listener leaves the address open.
func (at Listeners) Lend(key string) net.Listener {
	if at[key] == nil {
		return nil
	}
	return at[key].lend()
}

// LendNow lends a listener to a server that begins at once.
func (at Listeners) LendNow(key string) net.Listener {
	if at[key] == nil {
		return nil
	}
	l := at[key].lend()
	l.begin()
	return l
}

// Close closes all addresses.
func (at Listeners) Close() {
	for _, r := range at {
		r.close()
	}
}

// relay gives each connection to the newest running server.
type relay struct {
	listener   net.Listener
	acceptOnce sync.Once
	closeOnce  sync.Once
	closed     chan struct{}

	mu      sync.Mutex
	serving []*lent       // newest last
	changed chan struct{} // closed and replaced when serving changes
}

func newRelay(l net.Listener) *relay {
	return &relay{listener: l, closed: make(chan struct{}), changed: make(chan struct{})}
}

type arrival struct {
	net.Conn
	err error
}

type lent struct {
	relay *relay
	conns chan arrival
	ended chan struct{} // closed under the relay's lock

	begun, over bool // guarded by the relay's lock
}

func (r *relay) lend() *lent {
	return &lent{relay: r, conns: make(chan arrival), ended: make(chan struct{})}
}

func (r *relay) close() {
	r.closeOnce.Do(func() {
		close(r.closed)
		_ = r.listener.Close()
	})
}

// acceptAll passes errors on, because the server retries if too many files are open.
func (r *relay) acceptAll() {
	for {
		conn, err := r.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		r.deliver(arrival{conn, err})
	}
}

func (r *relay) deliver(a arrival) {
	for {
		conns, changed := r.newest()
		select {
		case conns <- a:
			return
		case <-changed:
		case <-r.closed:
			if a.err == nil {
				_ = a.Conn.Close()
			}
			return
		}
	}
}

func (r *relay) newest() (conns chan<- arrival, changed <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.serving); n > 0 {
		conns = r.serving[n-1].conns
	}
	return conns, r.changed
}

// setServing must be called with the relay's lock held.
func (r *relay) setServing(all []*lent) {
	r.serving = all
	close(r.changed)
	r.changed = make(chan struct{})
}

func (l *lent) begin() {
	r := l.relay
	r.mu.Lock()
	defer r.mu.Unlock()
	if !l.begun && !l.over {
		l.begun = true
		r.setServing(append(r.serving, l))
		r.acceptOnce.Do(func() { go r.acceptAll() })
	}
}

func (l *lent) Addr() net.Addr { return l.relay.listener.Addr() }

func (l *lent) Accept() (net.Conn, error) {
	l.begin()
	select {
	case a := <-l.conns:
		return a.Conn, a.err
	case <-l.ended:
	case <-l.relay.closed:
	}
	return nil, net.ErrClosed
}

func (l *lent) Close() error {
	r := l.relay
	r.mu.Lock()
	defer r.mu.Unlock()
	if !l.over {
		l.over = true
		close(l.ended)
		r.setServing(slices.DeleteFunc(r.serving, func(x *lent) bool { return x == l }))
	}
	return nil
}
