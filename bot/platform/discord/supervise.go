package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
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

// pause is the time from one session's beginning to the next: least, if there are enough.
func (s sessions) pause(now time.Time, least time.Duration) time.Duration {
	if s.Remaining > s.Total/savedShare {
		return least
	}
	reset := s.told.Add(time.Duration(s.ResetMS) * time.Millisecond)
	return max(least, reset.Sub(now)/time.Duration(max(s.Remaining, 1)))
}

// supervisor keeps the bot connected.
type supervisor struct {
	*parts
	take     func(kind string, data []byte) // the sessions' events
	sessions sessions                       // that may still be begun
}

// run has always one live session, until ctx ends or Discord doesn't accept the bot.
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
		s.log.Warn("discord: disconnected", "err", err, "again", wait)
		if !retry.Sleep(ctx, wait) {
			return nil
		}
	}
}

// serve prepares what a session needs, and serves one session to its end.
func (s *supervisor) serve(ctx context.Context) error {
	if err := s.prepare(ctx); err != nil {
		return fatal(err)
	}
	if s.status.running.Load() { // until then the bot before does
		s.emojis.tend(ctx)
	}
	connection, err := s.newSession(s.take)
	if err != nil {
		return err
	}
	defer s.status.online.Store(false)
	if err := connection.open(ctx); err != nil {
		return fatal(s.rest.redact(err))
	}
	return connection.watch(ctx)
}

// fatal turns what will not get better into one clear error.
func fatal(err error) error {
	var code int
	if _, rest, ok := strings.Cut(err.Error(), "websocket: close "); ok {
		_, _ = fmt.Sscan(rest, &code) // the library's error has no type that could be asked
	}
	const badToken = 4004
	switch {
	case statusOf(err) == http.StatusUnauthorized || code == badToken:
		return ErrToken
	case slices.Contains([]int{4010, 4011, 4012, 4013, 4014}, code):
		return ErrIntents
	}
	return err
}

// prepare learns what the application is, registers the commands, and asks how many
// sessions may still be begun, the one that is about to be not among them. All of it
// is asked again with each session; it changes under way.
func (s *supervisor) prepare(ctx context.Context) error {
	ctx, cancel := timed(ctx)
	defer cancel()
	if err := s.app.load(ctx); err != nil {
		return err
	}
	if err := s.app.register(ctx, s.commands.all()); err != nil {
		return err
	}
	var gateway struct {
		Sessions sessions `json:"session_start_limit"`
	}
	q := call{name: "ask how many sessions there may be", method: "GET", path: "/gateway/bot", limit: "gateway"}
	if err := s.rest.do(ctx, q, &gateway); err != nil {
		return err
	}
	s.sessions = gateway.Sessions
	s.sessions.Remaining, s.sessions.told = s.sessions.Remaining-1, time.Now()
	return nil
}

// permission is a bit of what a server lets the bot do.
type permission uint64

// What the bot asks a server for, and nothing else.
const (
	viewChannels  permission = 1 << 10 // to be where boards are, and see that they are gone
	sendMessages  permission = 1 << 11 // boards, and the word whose turn it is
	attachFiles   permission = 1 << 15 // pictures; without it there are words alone
	createThreads permission = 1 << 35 // one for each table, if configured
	sendInThreads permission = 1 << 38 // boards, where somebody plays in a thread
)

// What people may in a server: who may all, and who sees to its settings.
const (
	administrator permission = 1 << 3 // the bot, too, where somebody has given it that
	manageServer  permission = 1 << 5
)

// application is what the bot is at Discord.
type application struct {
	rest    *client
	notes   chat.Notes
	log     *slog.Logger
	threads bool // each match shall have a thread

	id      atomic.Value // a string, once Discord has told it
	invited sync.Once
}

// ID is the application's id; "" until it is known.
func (a *application) ID() string {
	id, _ := a.id.Load().(string)
	return id
}

// webhook is the path of what is written by the token of an interaction.
func (a *application) webhook(token string) string { return "/webhooks/" + a.ID() + "/" + token }

// load asks Discord what the application is, and tells the operator once how to add it.
func (a *application) load(ctx context.Context) error {
	var app struct{ ID string }
	q := call{name: "ask who the bot is", method: "GET", path: "/applications/@me", limit: "application"}
	if err := a.rest.do(ctx, q, &app); err != nil {
		return err
	}
	a.id.Store(app.ID)
	a.invited.Do(func() {
		server, person := a.invites()
		a.log.Info("discord: add the bot with these links", "server", server, "person", person)
	})
	return nil
}

// invites are the pages on which the bot is added to a server, and on which
// somebody adds it for themselves, to have it in any chat.
func (a *application) invites() (server, person string) {
	const page = "https://discord.com/oauth2/authorize?"
	all := viewChannels | sendMessages | attachFiles | sendInThreads
	if a.threads {
		all |= createThreads
	}
	toServer := url.Values{"client_id": {a.ID()}, "integration_type": {"0"}, "scope": {"bot applications.commands"},
		"permissions": {strconv.FormatUint(uint64(all), 10)}}
	toPerson := url.Values{"client_id": {a.ID()}, "integration_type": {"1"}, "scope": {"applications.commands"}}
	return page + toServer.Encode(), page + toPerson.Encode()
}

// register makes the commands known to Discord, if they aren't yet.
func (a *application) register(ctx context.Context, commands []command) error {
	data, err := json.Marshal(commands)
	if err != nil {
		return fmt.Errorf("discord: commands: %w", err)
	}
	sum := sha256.Sum256(data)
	want := a.ID() + " " + hex.EncodeToString(sum[:])
	if had, err := a.notes.Read(ctx, "commands"); err == nil && string(had) == want {
		return nil
	}
	path := "/applications/" + a.ID() + "/commands"
	var there []command
	ask := call{name: "ask for the commands", method: "GET", path: path, query: "with_localizations=true", limit: "commands"}
	if err := a.rest.do(ctx, ask, &there); err != nil {
		return err
	}
	foreign := slices.DeleteFunc(there, func(c command) bool { return c.Type != entryPoint })
	q := call{name: "register the commands", method: "PUT", path: path, limit: "commands", body: slices.Concat(commands, foreign)}
	if err := a.rest.do(ctx, q, nil); err != nil {
		return err
	}
	if err := a.notes.Write(ctx, "commands", []byte(want)); err != nil { // the next session registers them again
		a.log.Warn("discord: it isn't noted that the commands are registered", "err", err)
	}
	return nil
}
