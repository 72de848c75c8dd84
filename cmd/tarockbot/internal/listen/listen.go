// Package listen opens the addresses that the process listens on, and shares each among the
// servers that follow one another there.
package listen

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Address is an address that the process listens on.
type Address struct {
	Key string // of the setting that names it
	At  string // host:port; "" is nowhere
	Log string // its name in the log
	Web bool   // a browser may open it
}

// Listeners hold the listener of each address by its key. An address that is nowhere has none.
type Listeners map[string]net.Listener

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
				return nil, fmt.Errorf("%s is in use already; choose another port, or let any free one be taken with --%s 127.0.0.1:0", a.At, a.Key)
			}
			return nil, fmt.Errorf("%s: %w", a.Key, err)
		}
		at[a.Key] = newRelay(l)
	}
	return at, nil
}

// URL returns the address of the key's listener for browsers.
func (at Listeners) URL(key string) string { return "http://" + at[key].Addr().String() + "/" }

// Lend returns a listener for the next server at the key's address, or nil if there is no such
// address. The server begins with its first Accept. The address stays open when the server closes
// its listener.
func (at Listeners) Lend(key string) net.Listener {
	if r, ok := at[key].(*relay); ok {
		return r.lend()
	}
	return nil
}

// LendNow is Lend for a server that begins at once.
func (at Listeners) LendNow(key string) net.Listener {
	l := at.Lend(key)
	if l, ok := l.(*lent); ok {
		l.begin()
	}
	return l
}

// Close closes all addresses.
func (at Listeners) Close() {
	for _, l := range at {
		_ = l.Close() // its server may have closed it already
	}
}

// relay shares one address among servers. It hands each connection to the server that began
// last and hasn't ended, so a server that ends leaves no gap.
type relay struct {
	net.Listener // the address; used as it is where nothing is lent
	acceptOnce   sync.Once
	closeOnce    sync.Once
	closed       chan struct{}

	mu      sync.Mutex
	serving []*lent       // the newest last
	changed chan struct{} // closed, and replaced, when serving changes
}

// newRelay returns a relay of the listener.
func newRelay(l net.Listener) *relay {
	return &relay{Listener: l, closed: make(chan struct{}), changed: make(chan struct{})}
}

// arrival is a connection, or the error, that Accept returned.
type arrival struct {
	net.Conn
	err error
}

// lent is a relay's listener for one server, from its first Accept until it is closed.
type lent struct {
	*relay
	conns chan arrival
	ended chan struct{} // closed under the relay's lock

	begun, over bool // guarded by the relay's lock
}

// lend returns a listener for the next server.
func (r *relay) lend() *lent {
	return &lent{relay: r, conns: make(chan arrival), ended: make(chan struct{})}
}

// Close closes the address for all servers.
func (r *relay) Close() error {
	r.closeOnce.Do(func() { close(r.closed) })
	return r.Listener.Close()
}

// acceptAll hands connections on until the address is closed. Other errors are the server's to
// judge: it waits and tries again if too many files are open.
func (r *relay) acceptAll() {
	for {
		conn, err := r.Listener.Accept()
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
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.begun && !l.over {
		l.begun = true
		l.setServing(append(l.serving, l))
		l.acceptOnce.Do(func() { go l.acceptAll() })
	}
}

// Accept implements net.Listener.
func (l *lent) Accept() (net.Conn, error) {
	l.begin()
	select {
	case a := <-l.conns:
		return a.Conn, a.err
	case <-l.ended:
	case <-l.closed:
	}
	return nil, net.ErrClosed
}

// Close ends Accept for this server. The address stays open.
func (l *lent) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.over = true
		close(l.ended)
		l.setServing(slices.DeleteFunc(l.serving, func(x *lent) bool { return x == l }))
	}
	return nil
}

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
