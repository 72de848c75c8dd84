// Package listen opens the addresses that the process listens on, and shares each among the
// servers that follow one another there.
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
	Key     string // of the setting that names it
	At      string // host:port; "" is nowhere
	Log     string // its name in the log
	Web     bool   // a browser may open it
	Monitor bool   // health checks and metrics are there, and no bot
}

// Listeners share each address, by its key. An address that is nowhere isn't among them.
type Listeners map[string]*relay

// Open opens all addresses or none.
func Open(addresses []Address) (Listeners, error) {
	at := make(Listeners)
	for _, a := range addresses {
		if a.At == "" {
			continue
		}
		l, err := net.Listen("tcp", a.At)
		if err != nil {
			at.Close()
			if errors.Is(err, syscall.EADDRINUSE) {
				const advice = "choose another port, or let any free one be taken with"
				return nil, fmt.Errorf("%s is in use already; %s --%s 127.0.0.1:0", a.At, advice, a.Key)
			}
			return nil, fmt.Errorf("%s: %w", a.Key, err)
		}
		at[a.Key] = newRelay(l)
	}
	return at, nil
}

// Addr returns the host and port of the key's address; "" if it is nowhere.
func (at Listeners) Addr(key string) string {
	if at[key] == nil {
		return ""
	}
	return at[key].listener.Addr().String()
}

// URL returns the key's address, which mustn't be nowhere, for browsers.
func (at Listeners) URL(key string) string { return "http://" + at.Addr(key) + "/" }

// Lend returns a listener for the next server at the key's address, or nil if there is no such
// address. The server begins with its first Accept. The address stays open when the server closes
// its listener.
func (at Listeners) Lend(key string) net.Listener {
	if at[key] == nil {
		return nil
	}
	return at[key].lend()
}

// LendNow is Lend for a server that begins at once.
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

// relay shares one address among servers. It hands each connection to the server that began
// last and hasn't ended, so a server that ends leaves no gap.
type relay struct {
	listener   net.Listener
	acceptOnce sync.Once
	closeOnce  sync.Once
	closed     chan struct{}

	mu      sync.Mutex
	serving []*lent       // the newest last
	changed chan struct{} // closed, and replaced, when serving changes
}

// newRelay returns a relay of the listener.
func newRelay(l net.Listener) *relay {
	return &relay{listener: l, closed: make(chan struct{}), changed: make(chan struct{})}
}

// arrival is a connection, or the error, that Accept returned.
type arrival struct {
	net.Conn
	err error
}

// lent is a relay's listener for one server, from its first Accept until it is closed.
type lent struct {
	relay *relay
	conns chan arrival
	ended chan struct{} // closed under the relay's lock

	begun, over bool // guarded by the relay's lock
}

// lend returns a listener for the next server.
func (r *relay) lend() *lent {
	return &lent{relay: r, conns: make(chan arrival), ended: make(chan struct{})}
}

// close closes the address for all servers.
func (r *relay) close() {
	r.closeOnce.Do(func() {
		close(r.closed)
		_ = r.listener.Close() // the process ends
	})
}

// acceptAll hands connections on until the address is closed. Other errors are the server's to
// judge: it waits and tries again if too many files are open.
func (r *relay) acceptAll() {
	for {
		conn, err := r.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		r.hand(arrival{conn, err})
	}
}

// hand waits until a server takes the arrival. It closes the connection if the address is closed before.
func (r *relay) hand(a arrival) {
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

// newest returns the newest server's channel, nil if none serves, and a channel that is closed when that
// changes.
func (r *relay) newest() (conns chan<- arrival, changed <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.serving); n > 0 {
		conns = r.serving[n-1].conns
	}
	return conns, r.changed
}

// setServing replaces the list of servers and wakes all that wait for a change. The lock must be held.
func (r *relay) setServing(all []*lent) {
	r.serving = all
	close(r.changed)
	r.changed = make(chan struct{})
}

// begin makes the server the newest one, unless it has begun or is closed.
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

// Addr implements net.Listener.
func (l *lent) Addr() net.Addr { return l.relay.listener.Addr() }

// Accept implements net.Listener.
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

// Close ends Accept for this server. The address stays open.
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
