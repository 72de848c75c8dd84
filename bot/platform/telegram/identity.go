package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

type identity struct {
	client       *client
	notes        chat.Notes
	log          *slog.Logger
	vocabularies []chat.Vocabulary
	lexicon      lexicon

	me         atomic.Pointer[models.User] // nil until load
	nameNote   string
	storedName func() string // name in the notes, or ""
	inline     atomic.Bool
}

func newIdentity(c *client, cfg Config) *identity {
	id, _, _ := strings.Cut(cfg.Token, ":")
	x := &identity{client: c, notes: cfg.Notes, log: cfg.Log, vocabularies: cfg.Vocabularies, lexicon: newLexicon(cfg.Vocabularies),
		nameNote: "name/" + id}
	x.storedName = sync.OnceValue(func() string {
		name, _ := x.notes.Read(context.Background(), x.nameNote) // Link has no context
		return string(name)
	})
	return x
}

// link returns "" while the bot's name is unknown.
func (x *identity) link(line string) string {
	if name := x.username(); name != "" {
		return "https://t.me/" + name + "?start=" + x.lexicon.payload(line)
	}
	return ""
}

// username returns "" until the bot's first load. Later starts read the name from the notes.
func (x *identity) username() string {
	if me := x.me.Load(); me != nil {
		return me.Username
	}
	return x.storedName()
}

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
	if me.Username != x.storedName() {
		if err := x.notes.Write(ctx, x.nameNote, []byte(me.Username)); err != nil {
			x.log.Warn("telegram: the bot's name is not stored", "err", err)
		}
	}
	return nil
}

func (x *identity) logInvites() {
	me := x.me.Load()
	link := "https://t.me/" + me.Username
	x.log.Info("telegram: add the bot with these links", "group", link+"?startgroup="+addedToGroup, "private", link)
	if !me.CanJoinGroups {
		x.log.Warn("telegram: no group can add the bot; @BotFather's /setjoingroups lets them")
	}
}

const (
	maxAbout     = 256        // characters
	noteCommands = "commands" // the note with the menus' hash
)

// menus returns the command menus. The first vocabulary also serves all other languages.
func menus(vocabularies []chat.Vocabulary) (all []*tg.SetMyCommandsParams) {
	for i, v := range vocabularies {
		lang := v.Lang
		if i == 0 {
			lang = ""
		}
		var every, group []models.BotCommand
		for _, c := range v.Commands {
			command := models.BotCommand{Command: c.Name, Description: cut(c.About, maxAbout)}
			every = append(every, command)
			if !c.Private {
				group = append(group, command)
			}
		}
		add := func(scope models.BotCommandScope, commands []models.BotCommand) {
			all = append(all, &tg.SetMyCommandsParams{Commands: commands, Scope: scope, LanguageCode: lang})
		}
		add(&models.BotCommandScopeDefault{}, every)
		add(&models.BotCommandScopeAllPrivateChats{}, every)
		add(&models.BotCommandScopeAllGroupChats{}, group)
	}
	return all
}

// registerCommands sends changed menus.
func (x *identity) registerCommands(ctx context.Context) {
	all := menus(x.vocabularies)
	text, err := json.Marshal([]any{x.client.url, x.username(), all})
	if err != nil {
		return
	}
	now := fmt.Sprintf("%x", sha256.Sum256(text))
	if before, err := x.notes.Read(ctx, noteCommands); err == nil && string(before) == now {
		return
	}
	for _, m := range all {
		err := withTimeout(ctx, func(ctx context.Context) error { return errorOf(x.client.api.SetMyCommands(ctx, m)) })
		if err != nil {
			x.log.Warn("telegram: commands not registered", "err", err)
			return
		}
	}
	if err := x.notes.Write(ctx, noteCommands, []byte(now)); err != nil {
		x.log.Warn("telegram: commands will be registered again", "err", err)
	}
}
