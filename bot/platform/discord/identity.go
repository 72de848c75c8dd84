package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"tarockbot/bot/chat"
)

// identity is the bot at Discord: its application.
type identity struct {
	client  *client
	notes   chat.Notes
	log     *slog.Logger
	threads bool // each match gets a thread

	id      atomic.Pointer[string] // nil until load
	invited sync.Once
}

// ID returns the application's id; "" until it is known.
func (a *identity) ID() string {
	if id := a.id.Load(); id != nil {
		return *id
	}
	return ""
}

// webhook returns the path of messages by the token of an interaction.
func (a *identity) webhook(token string) string { return "/webhooks/" + a.ID() + "/" + token }

// load requests the application's id, and logs once how to add the bot.
func (a *identity) load(ctx context.Context) error {
	var app struct{ ID string }
	q := request{name: "ask who the bot is", method: "GET", path: "/applications/@me", bucket: "application"}
	if err := a.client.do(ctx, q, &app); err != nil {
		return err
	}
	a.id.Store(&app.ID)
	a.invited.Do(func() {
		server, person := a.invites()
		a.log.Info("discord: add the bot with these links", "server", server, "person", person)
	})
	return nil
}

// invites returns the pages that add the bot to a server, and to a person for any chat.
func (a *identity) invites() (server, person string) {
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

// registerCommands registers the commands if they have changed.
func (a *identity) registerCommands(ctx context.Context, commands []command) error {
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
	ask := request{name: "ask for the commands", method: "GET", path: path, query: "with_localizations=true", bucket: "commands"}
	if err := a.client.do(ctx, ask, &there); err != nil {
		return err
	}
	foreign := slices.DeleteFunc(there, func(c command) bool { return c.Type != entryPoint })
	q := request{name: "register the commands", method: "PUT", path: path, bucket: "commands",
		body: slices.Concat(commands, foreign)}
	if err := a.client.do(ctx, q, nil); err != nil {
		return err
	}
	if err := a.notes.Write(ctx, "commands", []byte(want)); err != nil { // the next session registers them again
		a.log.Warn("discord: it isn't noted that the commands are registered", "err", err)
	}
	return nil
}

// permission is a bit of Discord's permissions.
type permission uint64

// The only permissions that the bot requests from a server.
const (
	viewChannels  permission = 1 << 10 // to see channels with boards, and that boards are deleted
	sendMessages  permission = 1 << 11 // boards and calls
	attachFiles   permission = 1 << 15 // pictures; without it messages are words alone
	createThreads permission = 1 << 35 // a thread for each match, if configured
	sendInThreads permission = 1 << 38 // boards in threads
)

// A server's permissions for everything and for its settings.
const (
	administrator permission = 1 << 3 // the bot may have it, too
	manageServer  permission = 1 << 5
)

// permissions reads Discord's permissions. It returns false if Discord hasn't sent any.
func permissions(text string) (permission, bool) {
	bits, err := strconv.ParseUint(text, 10, 64)
	return permission(bits), err == nil
}
