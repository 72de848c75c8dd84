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

type identity struct {
	client  *client
	notes   chat.Notes
	log     *slog.Logger
	threads bool

	id      atomic.Pointer[string]
	invited sync.Once
}

// ID returns the application's ID, or "" before load.
func (a *identity) ID() string {
	if id := a.id.Load(); id != nil {
		return *id
	}
	return ""
}

func (a *identity) webhook(token string) string { return "/webhooks/" + a.ID() + "/" + token }

// load fetches the application's ID. The first time, it also logs how to add the bot.
func (a *identity) load(ctx context.Context) error {
	var app struct{ ID string }
	q := request{name: "get the application", method: "GET", path: "/applications/@me", bucket: "application"}
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

// invites returns the pages that add the bot to a server or to a person.
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

func (a *identity) registerCommands(ctx context.Context, commands []command) error {
	data, err := json.Marshal(commands)
	if err != nil {
		return fmt.Errorf("discord: commands: %w", err)
	}
	sum := sha256.Sum256(data)
	want := a.ID() + " " + hex.EncodeToString(sum[:])
	if registered, err := a.notes.Read(ctx, "commands"); err == nil && string(registered) == want {
		return nil
	}
	path := "/applications/" + a.ID() + "/commands"
	var current []command
	ask := request{name: "get the commands", method: "GET", path: path, query: "with_localizations=true", bucket: "commands"}
	if err := a.client.do(ctx, ask, &current); err != nil {
		return err
	}
	foreign := slices.DeleteFunc(current, func(c command) bool { return c.Type != entryPoint })
	q := request{name: "register the commands", method: "PUT", path: path, bucket: "commands",
		body: slices.Concat(commands, foreign)}
	if err := a.client.do(ctx, q, nil); err != nil {
		return err
	}
	if err := a.notes.Write(ctx, "commands", []byte(want)); err != nil {
		a.log.Warn("discord: the registration of the commands was not stored", "err", err)
	}
	return nil
}

type permission uint64

// The bot requests only these permissions.
const (
	viewChannels  permission = 1 << 10 // for boards and their deletions
	sendMessages  permission = 1 << 11 // for boards and calls
	attachFiles   permission = 1 << 15 // for pictures; optional
	createThreads permission = 1 << 35 // if each match gets a thread
	sendInThreads permission = 1 << 38 // for boards in threads
)

const (
	administrator permission = 1 << 3 // the bot may have it, too
	manageServer  permission = 1 << 5
)

// permissions returns false if Discord sent none.
func permissions(text string) (permission, bool) {
	bits, err := strconv.ParseUint(text, 10, 64)
	return permission(bits), err == nil
}
