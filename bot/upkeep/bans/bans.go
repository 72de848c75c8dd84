// Package bans enforces the operator's bans. Banned people and chats get one refusal and no messages. Start at [List].
package bans

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/storage"
)

// List names banned people and chats.
type List struct {
	People []chat.UserID
	Chats  []chat.ChatID // with their parts
}

// WithLinked adds the other identities of banned people. Errors are the store's.
func (l List) WithLinked(ctx context.Context, all *people.People) (List, error) {
	linked := List{People: slices.Clone(l.People), Chats: l.Chats}
	for _, user := range l.People {
		p, known, err := all.LookupLinked(ctx, user)
		if err != nil {
			return List{}, err
		}
		if known {
			for _, x := range p.Others() {
				linked.People = append(linked.People, x.User)
			}
		}
	}
	return linked, nil
}

// BansPlace reports whether nothing may be shown in the place. The list must be from WithLinked.
func (l List) BansPlace(p chat.Place) bool {
	return p.User != "" && slices.Contains(l.People, p.User) ||
		slices.ContainsFunc(l.Chats, func(c chat.ChatID) bool { return c.Has(p) })
}

// BansPerson reports whether the person is banned.
func (l List) BansPerson(p people.Person) bool { return slices.ContainsFunc(l.People, p.Has) }

// RefusalFor returns the refusal of the person's inputs in the chat, or nil.
func (l List) RefusalFor(at chat.ChatID, p people.Person) error {
	switch {
	case l.BansPerson(p):
		return chat.Refuse("banned")
	case l.BansPlace(chat.Place{Chat: at}):
		return chat.Refuse("banned-chat")
	}
	return nil
}

// Expel makes banned people lose their matches, and closes or declines their challenges. The list must be from
// WithLinked. A full store is logged; other errors are the store's.
func (l List) Expel(ctx context.Context, all *people.People, ts *tables.Tables, log *slog.Logger) error {
	var keys []tables.Key
	for _, user := range l.People {
		keys = append(keys, tables.UserKey(user)) // finds chairs kept for the user
		p, known, err := all.Lookup(ctx, user)
		if err != nil {
			return err
		}
		if known {
			keys = append(keys, tables.PersonKey(p.ID))
		}
	}
	for _, x := range ts.Index.FindActive(keys, func(tables.Summary) bool { return true }) {
		switch err := l.expelFrom(ctx, ts, x.ID); {
		case errors.Is(err, storage.ErrFull):
			log.Error("banned people stay at a table", "table", x.ID, "err", err)
		case err != nil:
			return err
		}
	}
	return nil
}

func (l List) expelFrom(ctx context.Context, ts *tables.Tables, id chat.TableID) error {
	return ts.UpdateInternal(ctx, id, "banned", func(c *tables.Change) error {
		banned := c.Chairs.Seats(func(chair match.Chair) bool {
			return slices.ContainsFunc(l.People, func(u chat.UserID) bool { return ts.Facts.IsPlayerOf(chair, u) })
		})
		switch {
		case c.Stage == match.Open && banned.Has(0):
			c.Close(match.ClosedWithdrawn)
		case c.Stage == match.Open:
			return l.unseat(c, banned)
		case c.Stage == match.Playing && banned != 0:
			return ts.Dealer.LeaveMatch(ctx, c, banned, engine.Resign)
		default:
			return tables.ErrUnchanged
		}
		return nil
	})
}

// unseat frees banned people's chairs in a challenge and declines their invitations.
func (l List) unseat(c *tables.Change, banned engine.Seats) error {
	for s := range banned.All() {
		c.Places().Dismiss(c.Chairs[s].User)
		c.Chairs[s] = match.Chair{}
	}
	changed := banned != 0
	for s, chair := range c.Chairs {
		if c.Stage == match.Open && l.BansPlace(chat.Place{User: chair.KeptFor}) {
			changed = true
			c.Challenge().Decline(engine.Seat(s), match.DeclineReasons()[0])
		}
	}
	if !changed {
		return tables.ErrUnchanged
	}
	return nil
}
