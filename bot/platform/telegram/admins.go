package telegram

import (
	"context"
	"fmt"
	"slices"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

type cachedAdmins struct {
	users []int64
	at    time.Time
}

const adminsTrustedFor = 10 * time.Second

// Administers implements chat.Administered. A bot may not learn about single members, so it requests the whole list.
func (p *Platform) Administers(ctx context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	group, ok := targetOf(chat.Place{Chat: space})
	person, is := targetOf(chat.Place{User: user})
	if !ok || !is || group.topic != 0 {
		return false, nil
	}
	list, ok := p.admins.Get(group.chat)
	if !ok || p.config.Now().Sub(list.at) >= adminsTrustedFor {
		all, err := p.client.api.GetChatAdministrators(ctx, &tg.GetChatAdministratorsParams{ChatID: group.chat})
		if err != nil {
			return false, fmt.Errorf("telegram: administrators: %w", err)
		}
		list = cachedAdmins{at: p.config.Now()}
		for _, m := range all {
			list.users = append(list.users, adminOf(m))
		}
		p.admins.Put(group.chat, list)
	}
	return slices.Contains(list.users, person.chat), nil
}

func adminOf(m models.ChatMember) int64 {
	switch {
	case m.Owner != nil && m.Owner.User != nil:
		return m.Owner.User.ID
	case m.Administrator != nil:
		return m.Administrator.User.ID
	}
	return 0
}
