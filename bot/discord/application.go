package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"

	"tarockbot/bot/chat"
)

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

	id      atomic.Pointer[string] // nil until Discord has told it
	invited sync.Once
}

// ID is the application's id; "" until it is known.
func (a *application) ID() string {
	if id := a.id.Load(); id != nil {
		return *id
	}
	return ""
}

// learn asks Discord what the application is, and tells the operator once how to add it.
func (a *application) learn(ctx context.Context) error {
	var app struct {
		ID string `json:"id"`
	}
	q := call{name: "ask who the bot is", method: "GET", path: "/applications/@me", limit: "application"}
	if err := a.rest.do(ctx, q, &app); err != nil {
		return err
	}
	a.id.Store(&app.ID)
	a.showInvites()
	return nil
}

// permissions are those for the configuration.
func (a *application) permissions() permission {
	all := viewChannels | sendMessages | attachFiles | sendInThreads
	if a.threads {
		all |= createThreads
	}
	return all
}

// invites are the pages on which the bot is added to a server, and on which
// somebody adds it for themselves, to have it in any chat.
func (a *application) invites() (server, person string) {
	const page = "https://discord.com/oauth2/authorize?"
	toServer := url.Values{"client_id": {a.ID()}, "integration_type": {"0"}, "scope": {"bot applications.commands"},
		"permissions": {strconv.FormatUint(uint64(a.permissions()), 10)}}
	toPerson := url.Values{"client_id": {a.ID()}, "integration_type": {"1"}, "scope": {"applications.commands"}}
	return page + toServer.Encode(), page + toPerson.Encode()
}

// showInvites tells the operator the pages, once.
func (a *application) showInvites() {
	a.invited.Do(func() {
		server, person := a.invites()
		a.log.Info("discord: add the bot with these links", "server", server, "person", person)
	})
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
	q := call{name: "register the commands", method: "PUT", path: "/applications/" + a.ID() + "/commands",
		limit: "commands", body: commands}
	if err := a.rest.do(ctx, q, nil); err != nil {
		return err
	}
	if err := a.notes.Write(ctx, "commands", []byte(want)); err != nil {
		return fmt.Errorf("discord: note the commands: %w", err)
	}
	return nil
}
