package discord

import (
	"context"

	"tarockbot/bot/cache"
	"tarockbot/bot/chat"
)

// names remembers what people are called, to name a friend whom the bot
// hasn't met.
type names struct {
	cache.Map[string, known]
	rest *client
}

type known struct {
	name string
	bot  bool
}

// learn takes the names that an interaction tells.
func (n *names) learn(i *interaction) {
	n.Put(i.user().ID, known{name: i.name()})
	for id, u := range i.Data.Resolved.Users {
		there := &interaction{User: &u}
		if m, ok := i.Data.Resolved.Members[id]; ok {
			there = &interaction{Member: &member{Nick: m.Nick, User: u}}
		}
		n.Put(id, known{name: there.name(), bot: u.Bot})
	}
}

// find is the person with the id that a command's user option gives. Programs
// can't be found: they don't play.
func (n *names) find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	if !isSnowflake(mention) {
		return "", "", false
	}
	if k, ok := n.Get(mention); ok {
		return userID(mention), k.name, !k.bot
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var u user
	q := call{name: "ask for a name", method: "GET", path: "/users/" + mention, limit: "users"}
	if err := n.rest.do(ctx, q, &u); err != nil || u.ID != mention {
		return "", "", false
	}
	return userID(mention), (&interaction{User: &u}).name(), !u.Bot
}
