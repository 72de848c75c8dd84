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

// session is a connection to the gateway, maintained by the library. It ends if it isn't ready in time, or if
// heartbeats remain unanswered.
type session struct {
	lib        *discordgo.Session
	config     *Config
	closed     chan struct{}
	markClosed func()

	mu        sync.Mutex
	conns     []net.Conn
	lastWrite atomic.Int64 // the last write, in Unix nanoseconds
}

var (
	errNotReady = errors.New("not ready in time")
	errSilent   = errors.New("heartbeats are not answered")
	errClosed   = errors.New("the connection was closed")
)

func newSession(c *Config, transport http.RoundTripper, onEvent func(kind string, data []byte)) (*session, error) {
	lib, err := discordgo.New("Bot " + c.Token)
	if err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	s := &session{lib: lib, config: c, closed: make(chan struct{})}
	s.markClosed = sync.OnceFunc(func() { close(s.closed) })
	lib.LogLevel = -1 // the library's messages contain tokens
	lib.StateEnabled = false
	lib.ShouldReconnectOnError = false
	lib.ShouldReconnectVoiceOnSessionError = false
	lib.ShouldRetryOnRateLimit = false
	lib.MaxRestRetries = 0
	lib.SyncEvents = true
	lib.Identify.Intents = discordgo.IntentGuilds
	lib.Client = &http.Client{Transport: transport, Timeout: c.Patience.Connect}
	dialer := *lib.Dialer
	dialer.NetDialContext = s.connect
	dialer.HandshakeTimeout = c.Patience.Connect
	lib.Dialer = &dialer
	lib.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { onEvent(e.Type, e.RawData) })
	lib.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { s.markClosed() })
	return s, nil
}

// activityConn ends the session on a failed read; the library takes a second longer.
type activityConn struct {
	net.Conn
	s *session
}

func (c activityConn) Write(b []byte) (int, error) {
	c.s.lastWrite.Store(time.Now().UnixNano())
	return c.Conn.Write(b)
}

func (c activityConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if err != nil {
		c.s.markClosed()
	}
	return n, err
}

func (s *session) connect(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := s.config.Dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = append(s.conns, c)
	return activityConn{c, s}, nil
}

// open has a timeout, because the library waits for Hello without a timeout. Closed too early, the library deadlocks.
func (s *session) open(ctx context.Context) error {
	opened := make(chan error, 1)
	go func() { opened <- s.lib.Open() }()
	select {
	case err := <-opened:
		return err
	case <-time.After(s.config.Patience.Connect):
		s.abandon()
		return errNotReady
	case <-ctx.Done():
		s.abandon()
		return ctx.Err()
	}
}

// Sessions aren't resumed; Discord only logs these codes.
const (
	closeGoingAway = 1001
	closeDead      = 4000
)

func (s *session) watch(ctx context.Context) error {
	const checksPerTimeout = 8
	ticker := time.NewTicker(s.config.Patience.Ack / checksPerTimeout)
	defer ticker.Stop()
	for {
		select {
		case <-s.closed:
			return errClosed
		case <-ctx.Done():
			s.close(closeGoingAway)
			return ctx.Err()
		case <-ticker.C:
			if s.isDead() {
				s.close(closeDead)
				return errSilent
			}
		}
	}
}

// isDead reports whether the answer to a heartbeat is overdue.
func (s *session) isDead() bool {
	s.lib.RLock()
	lastAck := s.lib.LastHeartbeatAck
	s.lib.RUnlock()
	return time.Since(lastAck) > s.config.Patience.Ack && time.Unix(0, s.lastWrite.Load()).After(lastAck)
}

// close limits the wait for the library.
func (s *session) close(code int) {
	const leaveTime = 2 * time.Second // the library sleeps 1 s
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.lib.CloseWithCode(code)
	}()
	select {
	case <-ended:
	case <-time.After(leaveTime):
	}
	s.abandon()
}

// abandon bypasses the library, which may hang.
func (s *session) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		_ = c.Close()
	}
}
