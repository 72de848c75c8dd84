package telegram

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-telegram/bot/models"
)

// identity is the bot at Telegram: its name, and the commands that links carry.
type identity struct {
	client  *client
	config  Config
	lexicon lexicon

	me     atomic.Pointer[models.User] // nil until load
	noted  func() string               // the name in the notes; "" for none
	inline atomic.Bool                 // people may type @bot in any chat
}

func newIdentity(c *client, cfg Config) *identity {
	return &identity{client: c, config: cfg, lexicon: newLexicon(cfg.Vocabularies), noted: sync.OnceValue(func() string {
		name, _ := cfg.Notes.Read(context.Background(), nameNote(cfg.Token)) // else Telegram returns it
		return string(name)
	})}
}

// nameNote returns the key of the note with the bot's name.
func nameNote(token string) string {
	id, _, _ := strings.Cut(token, ":")
	return "name/" + id
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
		if err := x.config.Notes.Write(ctx, nameNote(x.config.Token), []byte(me.Username)); err != nil {
			x.config.Log.Warn("telegram: the bot's name is not kept", "err", err) // the next start requests it
		}
	}
	return nil
}

// logInvites logs the links by which people add the bot.
func (x *identity) logInvites() {
	me := x.me.Load()
	link := "https://t.me/" + me.Username
	x.config.Log.Info("telegram: add the bot with these links", "group", link+"?startgroup="+addedToGroup, "private", link)
	if !me.CanJoinGroups {
		x.config.Log.Warn("telegram: no group can add the bot; @BotFather's /setjoingroups lets them")
	}
}
