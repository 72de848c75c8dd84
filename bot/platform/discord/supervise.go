package discord

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"tarockbot/bot/support/retry"
)

// Errors of Run that no other try mends; test with errors.Is.
var (
	// ErrToken: Discord doesn't know the bot.
	ErrToken = errors.New("discord: the bot's token is not accepted; check discord.token")
	// ErrIntents: Discord knows the bot, but refuses its intents.
	ErrIntents = errors.New("discord: the gateway intents are not allowed; check the bot's settings in Discord's developer portal")
)

// sessions is how many sessions Discord still lets the bot begin.
type sessions struct {
	Total     int `json:"total"`
	Remaining int `json:"remaining"`
	ResetMS   int `json:"reset_after"` // milliseconds until Total may begin again

	told time.Time // the time of Discord's answer
}

// savedShare is the divisor of the sessions that are kept in reserve: they begin ever more rarely, so that
// there is always one left.
const savedShare = 10

// pause returns the time between the beginnings of two sessions: least, if there are enough.
func (s sessions) pause(now time.Time, least time.Duration) time.Duration {
	if s.Remaining > s.Total/savedShare {
		return least
	}
	reset := s.told.Add(time.Duration(s.ResetMS) * time.Millisecond)
	return max(least, reset.Sub(now)/time.Duration(max(s.Remaining, 1)))
}

// supervisor keeps the bot connected.
type supervisor struct {
	config   *Config
	client   *client
	self     *identity
	commands slashCommands
	emojis   *emojis
	status   *status
	onEvent  func(kind string, data []byte) // receives the sessions' events
	sessions sessions                       // as prepare has requested them
}

// run keeps one live session, until ctx ends or Discord doesn't accept the bot.
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

// serve prepares and serves one session to its end.
func (s *supervisor) serve(ctx context.Context) error {
	if err := s.prepare(ctx); err != nil {
		return fatal(err)
	}
	if s.status.running.Load() { // until then the previous bot maintains them
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

// Discord's close codes that no other try mends.
const (
	closeBadToken          = 4004
	closeBadShard          = 4010
	closeDisallowedIntents = 4014
)

// fatal turns an error that no other try mends into ErrToken or ErrIntents.
func fatal(err error) error {
	var code int
	if closed, is := errors.AsType[*websocket.CloseError](err); is {
		code = closed.Code
	}
	switch {
	case statusOf(err) == http.StatusUnauthorized || code == closeBadToken:
		return ErrToken
	case code >= closeBadShard && code <= closeDisallowedIntents: // also a bot that needs shards or another version
		return ErrIntents
	}
	return err
}

// prepare loads the application, registers the commands, and requests how many sessions may still begin
// after the next one. It repeats that for each session, because all of it may change.
func (s *supervisor) prepare(ctx context.Context) error {
	ctx, cancel := timed(ctx)
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
	q := request{name: "ask how many sessions there may be", method: "GET", path: "/gateway/bot", bucket: "gateway"}
	if err := s.client.do(ctx, q, &gateway); err != nil {
		return err
	}
	s.sessions = gateway.Sessions
	s.sessions.Remaining, s.sessions.told = s.sessions.Remaining-1, time.Now()
	return nil
}
