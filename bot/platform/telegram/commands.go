package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

const (
	maxAbout     = 256        // characters of a description
	noteCommands = "commands" // the note with the hash of Telegram's menus
)

// menus returns the lists of commands that Telegram offers, by kind of chat and by language. The first
// vocabulary also serves all other languages.
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

// registerCommands sends Telegram the menus if they have changed. A failure is only logged, because
// commands can be typed without menus.
func (x *identity) registerCommands(ctx context.Context) {
	all := menus(x.config.Vocabularies)
	text, err := json.Marshal([]any{x.config.APIURL, x.username(), all})
	if err != nil {
		return // never: texts and lists can be encoded
	}
	now := fmt.Sprintf("%x", sha256.Sum256(text))
	if before, err := x.config.Notes.Read(ctx, noteCommands); err == nil && string(before) == now {
		return
	}
	for _, m := range all {
		err := withTimeout(ctx, func(ctx context.Context) error { return errorOf(x.client.api.SetMyCommands(ctx, m)) })
		if err != nil {
			x.config.Log.Warn("telegram: commands not registered", "err", err)
			return
		}
	}
	if err := x.config.Notes.Write(ctx, noteCommands, []byte(now)); err != nil {
		x.config.Log.Warn("telegram: commands will be registered again", "err", err)
	}
}
