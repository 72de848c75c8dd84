package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"tarockbot/bot/chat"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// menu is the list of commands that Telegram offers in one kind of chat.
type menu struct {
	Scope    string              `json:"scope"`
	Lang     string              `json:"lang"` // "" for everybody whose language has no menu
	Commands []models.BotCommand `json:"commands"`
}

// onlyPrivate are commands that a group's menu doesn't offer; they can be
// typed there.
var onlyPrivate = []string{"practice", "settings", "history", "replay", "link", "unlink", "block", "export", "forget"}

// maxAbout is Telegram's bound for a description, in letters.
const maxAbout = 256

// menus are all menus: one set a language, of which the first is also for
// everybody who speaks another.
func menus(vocabularies []chat.Vocabulary) (all []menu) {
	for i, v := range vocabularies {
		lang := v.Lang
		if i == 0 {
			lang = ""
		}
		var every, group []models.BotCommand
		for _, c := range v.Commands {
			command := models.BotCommand{Command: c.Name, Description: cut(c.About, maxAbout)}
			every = append(every, command)
			if !slices.Contains(onlyPrivate, c.Name) {
				group = append(group, command)
			}
		}
		all = append(all, menu{"default", lang, every}, menu{"all_private_chats", lang, every}, menu{"all_group_chats", lang, group})
	}
	return all
}

// scopeOf is the library's name for a menu's scope.
func scopeOf(name string) models.BotCommandScope {
	switch name {
	case "all_private_chats":
		return &models.BotCommandScopeAllPrivateChats{}
	case "all_group_chats":
		return &models.BotCommandScopeAllGroupChats{}
	}
	return &models.BotCommandScopeDefault{}
}

// noteCommands is the note that tells which menus Telegram has.
const noteCommands = "commands"

// registerCommands gives Telegram the menus if it has others. Without them
// everything can still be typed.
func (p *Platform) registerCommands(ctx context.Context) {
	all := menus(p.cfg.Vocabularies)
	text, err := json.Marshal([]any{p.cfg.APIURL, p.self.username(), all})
	if err != nil {
		return // text and lists can always be encoded
	}
	sum := sha256.Sum256(text)
	now := hex.EncodeToString(sum[:])
	if before, err := p.cfg.Notes.Read(ctx, noteCommands); err == nil && string(before) == now {
		return
	}
	for _, m := range all {
		if err := p.setMenu(ctx, m); err != nil {
			p.log.Warn("telegram: commands not registered", "err", err)
			return
		}
	}
	if err := p.cfg.Notes.Write(ctx, noteCommands, []byte(now)); err != nil {
		p.log.Warn("telegram: commands will be registered again", "err", err)
	}
}

func (p *Platform) setMenu(ctx context.Context, m menu) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := p.client.api.SetMyCommands(ctx, &tg.SetMyCommandsParams{
		Commands: m.Commands, Scope: scopeOf(m.Scope), LanguageCode: m.Lang,
	})
	return err
}
