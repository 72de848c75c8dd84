package discord

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/retry"
)

// Errors with which Run ends, for another try is of no use; test with errors.Is.
var (
	// ErrToken: Discord doesn't know the bot.
	ErrToken = errors.New("discord: the bot's token is not accepted; check discord.token")
	// ErrIntents: Discord knows the bot, but doesn't let it listen.
	ErrIntents = errors.New("discord: the gateway intents are not allowed; check the bot's settings in Discord's developer portal")
)

// sessions is how many sessions Discord still lets the bot begin.
type sessions struct {
	Total     int `json:"total"`
	Remaining int `json:"remaining"`
	ResetMS   int `json:"reset_after"` // when all may be begun again, from now

	told time.Time // when Discord said so
}

// savedShare is the part of all sessions that is kept for a bad day: those are
// begun ever more seldom, so that there is always one.
const savedShare = 10

// pause is how long to wait from the beginning of one session to the next: the
// least time as long as there are enough.
func (s sessions) pause(now time.Time, least time.Duration) time.Duration {
	if s.Remaining > s.Total/savedShare {
		return least
	}
	reset := s.told.Add(time.Duration(s.ResetMS) * time.Millisecond)
	return max(least, reset.Sub(now)/time.Duration(max(s.Remaining, 1)))
}

// supervise has always one live session, until ctx ends or Discord doesn't
// accept the bot.
func (p *Platform) supervise(ctx context.Context, handle chat.Handler) error {
	for {
		begun := time.Now()
		err := p.serve(ctx, handle)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrToken) || errors.Is(err, ErrIntents):
			return err
		}
		wait := max(0, p.sessions.pause(begun, p.patience.Identify)-time.Since(begun))
		p.log.Warn("discord: disconnected", "err", err, "again", wait)
		if !retry.Sleep(ctx, wait) {
			return nil
		}
	}
}

// serve prepares what a session needs, and serves one session to its end.
func (p *Platform) serve(ctx context.Context, handle chat.Handler) error {
	if err := p.prepare(ctx); err != nil {
		return fatal(err)
	}
	p.tendEmojis(ctx)
	s, err := p.newSession(p.taker(ctx, handle))
	if err != nil {
		return err
	}
	defer p.setOnline(false)
	if err := s.open(ctx); err != nil {
		return fatal(p.rest.redact(err))
	}
	return s.watch(ctx)
}

// fatal turns what will not get better into one clear error.
func fatal(err error) error {
	var code int
	if i := strings.Index(err.Error(), "websocket: close "); i >= 0 {
		// The library's error has no type that could be asked.
		_, _ = fmt.Sscanf(err.Error()[i:], "websocket: close %d", &code)
	}
	const badToken = 4004
	switch {
	case unauthorized(err) || code == badToken:
		return ErrToken
	case slices.Contains([]int{4010, 4011, 4012, 4013, 4014}, code):
		return ErrIntents
	}
	return err
}

// prepare learns what the application is, and registers the commands.
// All of it is asked again with each session; it changes under way.
func (p *Platform) prepare(ctx context.Context) error {
	ctx, cancel := timed(ctx)
	defer cancel()
	var app struct {
		ID string `json:"id"`
	}
	q := call{name: "ask who the bot is", method: "GET", path: "/applications/@me", limit: "application"}
	if err := p.rest.do(ctx, q, &app); err != nil {
		return err
	}
	p.mu.Lock()
	p.app = app.ID
	p.mu.Unlock()
	p.showInvites()
	if err := p.register(ctx); err != nil {
		return err
	}
	return p.countSessions(ctx)
}

// countSessions asks how many sessions may still be begun. The one that is about to
// be is counted.
func (p *Platform) countSessions(ctx context.Context) error {
	var gateway struct {
		Sessions sessions `json:"session_start_limit"`
	}
	q := call{name: "ask how many sessions there may be", method: "GET", path: "/gateway/bot", limit: "gateway"}
	if err := p.rest.do(ctx, q, &gateway); err != nil {
		return err
	}
	p.sessions = gateway.Sessions
	p.sessions.Remaining, p.sessions.told = p.sessions.Remaining-1, time.Now()
	return nil
}
