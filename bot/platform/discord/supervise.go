package discord

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"tarockbot/bot/support/retry"
)

// Run doesn't recover from these errors.
var (
	// ErrToken reports an unknown token.
	ErrToken = errors.New("discord: the bot's token is not accepted; check discord.token")
	// ErrIntents reports refused intents.
	ErrIntents = errors.New("discord: the gateway intents are not allowed; check the bot's settings in Discord's developer portal")
)

type sessions struct {
	Total     int `json:"total"`
	Remaining int `json:"remaining"`
	ResetMS   int `json:"reset_after"` // until Total is restored

	received time.Time
}

// The last tenth of the sessions begin at growing intervals.
const savedShare = 10

// pause returns the time between two sessions' starts.
func (s sessions) pause(now time.Time, least time.Duration) time.Duration {
	if s.Remaining > s.Total/savedShare {
		return least
	}
	reset := s.received.Add(time.Duration(s.ResetMS) * time.Millisecond)
	return max(least, reset.Sub(now)/time.Duration(max(s.Remaining, 1)))
}

type supervisor struct {
	config   *Config
	client   *client
	self     *identity
	commands slashCommands
	emojis   *emojis
	status   *status
	onEvent  func(kind string, data []byte)
	sessions sessions
}

func (s *supervisor) run(ctx context.Context) error {
	for {
		begun := time.Now()
		err := s.serve(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrToken) || errors.Is(err, ErrIntents):
			return err
		}
		wait := max(0, s.sessions.pause(begun, s.config.Patience.Identify)-time.Since(begun))
		s.config.Log.Warn("discord: disconnected", "err", err, "again", wait)
		if !retry.Sleep(ctx, wait) {
			return nil
		}
	}
}

func (s *supervisor) serve(ctx context.Context) error {
	if err := s.prepare(ctx); err != nil {
		return fatal(err)
	}
	if s.status.running.Load() { // before Run, the previous process maintains the emojis
		s.emojis.startMaintenance(ctx)
	}
	connection, err := newSession(s.config, s.client, s.onEvent)
	if err != nil {
		return err
	}
	defer s.status.online.Store(false)
	if err := connection.open(ctx); err != nil {
		return fatal(s.client.redact(err))
	}
	return connection.watch(ctx)
}

const (
	closeBadToken          = 4004
	closeBadShard          = 4010
	closeDisallowedIntents = 4014
)

func fatal(err error) error {
	var code int
	if closed, is := errors.AsType[*websocket.CloseError](err); is {
		code = closed.Code
	}
	switch {
	case statusOf(err) == http.StatusUnauthorized || code == closeBadToken:
		return ErrToken
	case code >= closeBadShard && code <= closeDisallowedIntents: // also wrong shards or API versions
		return ErrIntents
	}
	return err
}

// prepare runs before each session, because everything may change meanwhile.
func (s *supervisor) prepare(ctx context.Context) error {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	if err := s.self.load(ctx); err != nil {
		return err
	}
	if err := s.self.registerCommands(ctx, s.commands.all()); err != nil {
		return err
	}
	var gateway struct {
		Sessions sessions `json:"session_start_limit"`
	}
	q := request{name: "get the session limit", method: "GET", path: "/gateway/bot", bucket: "gateway"}
	if err := s.client.do(ctx, q, &gateway); err != nil {
		return err
	}
	s.sessions = gateway.Sessions
	s.sessions.Remaining, s.sessions.received = s.sessions.Remaining-1, time.Now()
	return nil
}
