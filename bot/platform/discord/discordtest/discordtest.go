// Package discordtest is a Discord on this machine, to try the platform out
// with: its REST interface and its gateway, with the limits that Discord
// documents, and people who press what they see.
//
// Start at New, which starts a Server, and Server.Person. A server keeps what
// the bot did wrong; a test asks for Complaints at its end. With an Upstream
// the server passes requests on to another stand-in for Discord and only keeps
// what people see.
package discordtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"tarockbot/bot/platform/bottest"
)

// Token is the bot's token.
const Token = "MTIzNDU2Nzg5.canary.b0tT0ken"

// What there is besides what the bot makes.
const (
	App     = "900000000000000001" // the application, and the bot's user
	Guild   = "900000000000000002"
	Channel = "900000000000000003" // the server's first public channel
	// Elsewhere is a group of people who have brought the bot along: it is no
	// member there and may only answer.
	Elsewhere = "900000000000000004"
)

// Options say how the server behaves; the zero value is healthy.
type Options struct {
	// Upstream is another stand-in's address that shall answer; the fake then
	// only keeps what people see.
	Upstream string
	// Memory keeps connections in memory, for tests in a bubble of time.
	Memory bool
	// Beat is the interval of heartbeats; 41.25 s if zero.
	Beat time.Duration
	// Sessions is how many may be begun within a day; 1000 if zero.
	Sessions int
	// Commands are those that the application has to begin with.
	Commands []Command
	// Emojis are the names of those that the application has to begin with.
	Emojis []string
}

// Server is one Discord with one server, its channels, and one bot.
type Server struct {
	opt      Options
	listener net.Listener
	pipes    *bottest.Pipes
	http     *http.Server
	client   *http.Client
	done     sync.WaitGroup

	mu         sync.Mutex
	lastID     int64
	app        string
	channels   map[string]bool     // public ones
	messages   map[string]*Message // by channel and id
	order      []*Message
	nonces     map[string]sent
	direct     map[string]string // the person, by channel
	closed     map[string]bool   // people who take no direct messages
	kicked     bool
	forbidden  map[string]bool    // channels where the bot may not write
	people     map[string]*Person // by id
	pending    map[string]*exchange
	commands   []Command
	registered int
	emojis     []AppEmoji
	complaints []string
	requests   []string // what was asked, without tokens
	traffic    []string // bodies that everybody in a channel can see
	faults     []*Fault
	limited    map[string]time.Time
	version    uint64
	changed    chan struct{}
	gateways   map[*gateway]bool
	sessions   map[string]*session // by id
	identified int
	beats      int
	left       []int // codes
	traps      []Trap
	mute       bool
}

// sent is a post that Discord remembers by its nonce.
type sent struct {
	message *Message
	at      time.Time
}

// firstID is where the ids of messages begin.
const firstID = 1_000_000_000_000_000_000

// New starts a server; Close ends it.
func New(opt Options) (*Server, error) {
	if opt.Beat == 0 {
		opt.Beat = 41250 * time.Millisecond
	}
	s := &Server{opt: opt, lastID: firstID, app: App, channels: map[string]bool{Channel: true}, messages: make(map[string]*Message), nonces: make(map[string]sent),
		direct: make(map[string]string), forbidden: make(map[string]bool), closed: make(map[string]bool), people: make(map[string]*Person),
		pending: make(map[string]*exchange), limited: make(map[string]time.Time),
		changed: make(chan struct{}), gateways: make(map[*gateway]bool), sessions: make(map[string]*session), client: new(http.Client)}
	s.commands = opt.Commands
	for _, name := range opt.Emojis {
		s.emojis = append(s.emojis, AppEmoji{ID: s.newID(), Name: name})
	}
	if opt.Upstream != "" { // it may have seen other servers' ids
		s.lastID += time.Now().UnixMicro()
	}
	if opt.Memory {
		s.pipes = bottest.NewPipes()
		s.listener = s.pipes
	} else {
		var err error
		if s.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return nil, fmt.Errorf("discordtest: %w", err)
		}
	}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	s.done.Go(func() {
		if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			s.complain("the server ended: %v", err)
		}
	})
	return s, nil
}

// NewChannel makes one more public channel.
func (s *Server) NewChannel() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.newID()
	s.channels[id] = true
	return id
}

// URL is the server's address.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() }

// Dial connects to the server, whatever the address, if it is in memory.
func (s *Server) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if s.pipes != nil {
		return s.pipes.Dial(ctx, network, address)
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

// Close ends the server and all its connections.
func (s *Server) Close() {
	s.mu.Lock()
	for g := range s.gateways {
		g.conn.close()
	}
	s.mu.Unlock()
	_ = s.http.Close() // a test's server; what is open is cut
	s.client.CloseIdleConnections()
	s.done.Wait()
}

// complain notes what the bot did wrong.
func (s *Server) complain(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.complainLocked(format, args...)
}

func (s *Server) complainLocked(format string, args ...any) {
	const enough = 100
	if len(s.complaints) < enough {
		s.complaints = append(s.complaints, fmt.Sprintf(format, args...))
	}
}

// Complaints are what the bot did that Discord wouldn't have let pass.
func (s *Server) Complaints() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.complaints)
}

// Requests are all requests so far, as "METHOD /path" without tokens.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Public is all that was ever sent to public channels, as it was sent.
func (s *Server) Public() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.traffic)
}

// Registered are the application's commands, and how often the bot has registered them.
func (s *Server) Registered() (commands []Command, times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands), s.registered
}

// newID is a fresh id. The lock must be held.
func (s *Server) newID() string {
	s.lastID++
	return strconv.FormatInt(s.lastID, 10)
}

// signal wakes those who wait for a change. The lock must be held.
func (s *Server) signal() {
	s.version++
	close(s.changed)
	s.changed = make(chan struct{})
}

// Wait waits until the condition holds; it is asked after every change.
func (s *Server) Wait(ctx context.Context, condition func() bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if condition() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("discordtest: waited in vain: %w", context.Cause(ctx))
		}
	}
}
