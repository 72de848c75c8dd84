package telegram

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"

	"tarockbot/bot/chat"

	"github.com/go-telegram/bot/models"
)

// identity is the bot at Telegram: its name, and the commands that links carry.
type identity struct {
	client  *client
	notes   chat.Notes
	log     *slog.Logger
	note    string // the key of the note with the bot's name
	lexicon lexicon

	me     atomic.Pointer[models.User] // nil until load
	noted  func() string               // the name in the notes; "" for none
	inline atomic.Bool                 // people may type @bot in any chat
}

func newIdentity(c *client, cfg Config) *identity {
	id, _, _ := strings.Cut(cfg.Token, ":")
	x := &identity{client: c, notes: cfg.Notes, log: cfg.Log, note: "name/" + id, lexicon: newLexicon(cfg.Vocabularies)}
	x.noted = sync.OnceValue(func() string {
		name, _ := x.notes.Read(context.Background(), x.note) // else Telegram returns it
		return string(name)
	})
	return x
}

// link returns an address that says the line in the bot's private chat. It is empty if the bot's name
// isn't known yet.
func (x *identity) link(line string) string {
	if name := x.username(); name != "" {
		return "https://t.me/" + name + "?start=" + x.lexicon.payload(line)
	}
	return ""
}

// username returns the bot's user name without @. It is empty until the first start has learnt it; later
// starts read it from the notes.
func (x *identity) username() string {
	if me := x.me.Load(); me != nil {
		return me.Username
	}
	return x.noted()
}

// load learns the bot's name, and whether inline mode is on, which the library doesn't read.
func (x *identity) load(ctx context.Context) error {
	var me struct {
		models.User
		Inline bool `json:"supports_inline_queries"`
	}
	if err := x.client.call(ctx, "getMe", struct{}{}, &me); err != nil {
		return err
	}
	x.inline.Store(me.Inline)
	x.me.Store(&me.User)
	if me.Username != x.noted() {
		if err := x.notes.Write(ctx, x.note, []byte(me.Username)); err != nil {
			x.log.Warn("telegram: the bot's name is not kept", "err", err) // the next start requests it
		}
	}
	return nil
}

// logInvites logs the links by which people add the bot.
func (x *identity) logInvites() {
	me := x.me.Load()
	link := "https://t.me/" + me.Username
	x.log.Info("telegram: add the bot with these links", "group", link+"?startgroup="+addedToGroup, "private", link)
	if !me.CanJoinGroups {
		x.log.Warn("telegram: no group can add the bot; @BotFather's /setjoingroups lets them")
	}
}
