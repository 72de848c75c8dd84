package discord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// session is one connection to Discord's gateway. The library keeps it; what
// the library does badly is done here: a connection that isn't ready in time,
// or whose heartbeats aren't answered, is given up.
type session struct {
	lib      *discordgo.Session
	patience Patience
	dial     func(context.Context, string, string) (net.Conn, error)
	closed   chan struct{} // closed when the connection has ended
	closing  sync.Once

	mu    sync.Mutex
	conns []net.Conn
	spoke atomic.Int64 // when something was written last, Unix nanoseconds
}

var (
	errNotReady = errors.New("not ready in time")
	errSilent   = errors.New("heartbeats are not answered")
	errClosed   = errors.New("the connection was closed")
)

// silent is below the library's least level of what it logs: its messages
// have tokens in them.
const silent = -1

// newSession prepares a connection whose events go to take.
func (s *supervisor) newSession(take func(kind string, data []byte)) (*session, error) {
	lib, err := discordgo.New("Bot " + s.token)
	if err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	c := &session{lib: lib, patience: s.patience, dial: s.dial, closed: make(chan struct{})}
	lib.LogLevel = silent
	lib.StateEnabled = false
	lib.ShouldReconnectOnError = false
	lib.ShouldReconnectVoiceOnSessionError = false
	lib.ShouldRetryOnRateLimit = false
	lib.MaxRestRetries = 0
	lib.SyncEvents = true
	lib.Identify.Intents = discordgo.IntentGuilds // to be told of servers that the bot joins and leaves
	lib.Client = &http.Client{Transport: s.rest, Timeout: s.patience.Connect}
	dialer := *lib.Dialer
	dialer.NetDialContext = c.connect
	dialer.HandshakeTimeout = s.patience.Connect
	lib.Dialer = &dialer
	lib.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { take(e.Type, e.RawData) })
	lib.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { c.over() })
	return c, nil
}

// over notes that the connection has ended.
func (s *session) over() { s.closing.Do(func() { close(s.closed) }) }

// spoken is a connection that notes when something was written, and when it
// has ended: the library tells a second later.
type spoken struct {
	net.Conn
	s *session
}

func (c spoken) Write(b []byte) (int, error) {
	c.s.spoke.Store(time.Now().UnixNano())
	return c.Conn.Write(b)
}

func (c spoken) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if err != nil {
		c.s.over()
	}
	return n, err
}

func (s *session) connect(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := s.dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = append(s.conns, c)
	return spoken{c, s}, nil
}

// open connects, and gives up after a while: the library would wait for ever
// for a Hello, and hangs in its own lock when it is sent away before it is
// ready.
func (s *session) open(ctx context.Context) error {
	opened := make(chan error, 1)
	go func() { opened <- s.lib.Open() }()
	timer := time.NewTimer(s.patience.Connect)
	defer timer.Stop()
	select {
	case err := <-opened:
		return err
	case <-timer.C:
		s.abandon()
		return errNotReady
	case <-ctx.Done():
		s.abandon()
		return ctx.Err()
	}
}

// watch returns when the connection has ended, is dead, or ctx ends.
func (s *session) watch(ctx context.Context) error {
	const looks = 8 // per patience
	ticker := time.NewTicker(s.patience.Ack / looks)
	defer ticker.Stop()
	for {
		select {
		case <-s.closed:
			return errClosed
		case <-ctx.Done():
			s.end(closeGoingAway)
			return ctx.Err()
		case <-ticker.C:
			if s.dead() {
				s.end(closeDead)
				return errSilent
			}
		}
	}
}

// leaveTime is enough for the library to close a connection: it sleeps 1 s.
const leaveTime = 2 * time.Second

// Close codes. No session is resumed, so they are for Discord's own records.
const (
	closeGoingAway = 1001
	closeDead      = 4000
)

// dead says that heartbeats were sent since the last answer, and the answer
// is overdue.
func (s *session) dead() bool {
	s.lib.RLock()
	heard := s.lib.LastHeartbeatAck
	s.lib.RUnlock()
	spoke := time.Unix(0, s.spoke.Load())
	return time.Since(heard) > s.patience.Ack && spoke.After(heard)
}

// end takes leave of Discord, but doesn't wait long for the library to do so.
func (s *session) end(code int) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.lib.CloseWithCode(code) // it always returns nil
	}()
	timer := time.NewTimer(leaveTime)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	}
	s.abandon()
}

// abandon cuts the connection without a word to the library, which may hang.
func (s *session) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		_ = c.Close() // it is given up anyway
	}
}

// status is whether Discord sends what people do.
type status struct {
	ready chan struct{} // closed once a session has been ready

	mu     sync.Mutex
	online bool // a session is ready
}

func newStatus() *status { return &status{ready: make(chan struct{})} }

// set notes whether a session is ready, and the first time that one is.
func (s *status) set(online bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.online = online
	select {
	case <-s.ready:
	default:
		if online {
			close(s.ready)
		}
	}
}

// isOnline says whether a session is ready.
func (s *status) isOnline() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.online
}
