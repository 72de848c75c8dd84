package discord

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tarockbot/bot"
)

// Errors with which Run ends, for another try is of no use; test with errors.Is.
var (
	// ErrToken: Discord doesn't know the bot.
	ErrToken = errors.New("discord: the bot's token is not accepted; check discord.token")
	// ErrIntents: Discord knows the bot, but doesn't let it listen.
	ErrIntents = errors.New("discord: the gateway intents are not allowed; check the bot's settings in Discord's developer portal")
)

const (
	longPause = 6           // times the least one between two sessions: after failures it doubles up to that
	healthy   = time.Minute // a session that lasted so long was a good one
)

// supervise has always one live session, until ctx ends or Discord doesn't
// accept the bot.
func (p *Platform) supervise(ctx context.Context, handle bot.Handler) error {
	pause := time.Duration(0)
	for {
		begun := time.Now()
		err := p.serve(ctx, handle)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrToken) || errors.Is(err, ErrIntents):
			return err
		}
		if time.Since(begun) > healthy {
			pause = 0
		}
		pause = min(max(2*pause, p.patience.Identify), longPause*p.patience.Identify)
		wait := max(0, pause-time.Since(begun))
		p.log.Warn("discord: disconnected", "err", err, "again", wait)
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// sleep waits; false if ctx ends before.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// serve prepares what a session needs, and serves one session to its end.
func (p *Platform) serve(ctx context.Context, handle bot.Handler) error {
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
	return p.register(ctx)
}
