package telegram

import (
	"context"
	"fmt"
	"slices"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/cache"
	"tarockbot/bot/chat"
)

// admins knows for a short while who administers which group.
type admins struct {
	now   func() time.Time
	known cache.Map[int64, listed]
}

// listed is a group's administrators, as Telegram told them.
type listed struct {
	users []int64
	at    time.Time
}

// trusted is how long a list of administrators is taken for true: long enough for
// somebody who presses one thing after the other.
const trusted = 10 * time.Second

func newAdmins(now func() time.Time) *admins {
	return &admins{now: now}
}

func (a *admins) of(chat int64) ([]int64, bool) {
	l, ok := a.known.Get(chat)
	return l.users, ok && a.now().Sub(l.at) < trusted
}

func (a *admins) put(chat int64, users []int64) {
	a.known.Put(chat, listed{users, a.now()})
}

// Administers says whether the person is an administrator of the group. Telegram
// is asked for all of them: about one member alone it need not answer a bot that
// is none itself.
func (p *Platform) Administers(ctx context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	group, ok := targetOf(chat.Place{Chat: space})
	person, is := targetOf(chat.Place{User: user})
	if !ok || !is || group.topic != 0 {
		return false, nil
	}
	users, ok := p.admins.of(group.chat)
	if !ok {
		all, err := p.client.api.GetChatAdministrators(ctx, &tg.GetChatAdministratorsParams{ChatID: group.chat})
		if err != nil {
			return false, fmt.Errorf("telegram: administrators: %w", err)
		}
		users = nil
		for _, m := range all {
			users = append(users, adminOf(m))
		}
		p.admins.put(group.chat, users)
	}
	return slices.Contains(users, person.chat), nil
}

// adminOf is who the administrator is; 0 if it isn't one.
func adminOf(m models.ChatMember) int64 {
	switch {
	case m.Owner != nil && m.Owner.User != nil:
		return m.Owner.User.ID
	case m.Administrator != nil:
		return m.Administrator.User.ID
	}
	return 0
}

// Locate is the address of a topic, which members of its group can open.
func (p *Platform) Locate(_, topic chat.ChatID) string {
	at, ok := targetOf(chat.Place{Chat: topic})
	if !ok || at.chat >= firstSuper {
		return ""
	}
	return fmt.Sprintf("https://t.me/c/%d/%d", firstSuper-at.chat, max(at.topic, 1))
}
