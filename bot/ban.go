package bot

import (
	"context"
	"errors"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/storage"
)

// Bans are whom the operator wants to have nothing to do with. They hear one
// word, and nothing is shown to them.
type Bans struct {
	People []chat.UserID // any identity bans the person
	Chats  []chat.ChatID // with all their parts
}

// bansPlace says whether nothing is to be shown there.
func (x Bans) bansPlace(p chat.Place) bool {
	return p.User != "" && slices.Contains(x.People, p.User) ||
		slices.ContainsFunc(x.Chats, func(c chat.ChatID) bool { return c.Has(p) })
}

// bansPerson says whether the person is banned.
func (x Bans) bansPerson(p people.Person) bool { return slices.ContainsFunc(x.People, p.Has) }

// refusalFor says why the person isn't listened to there; nil if they are.
func (x Bans) refusalFor(at chat.ChatID, p people.Person) error {
	switch {
	case x.bansPerson(p):
		return chat.Refuse("banned")
	case x.bansPlace(chat.Place{Chat: at}):
		return chat.Refuse("banned-chat")
	}
	return nil
}

// clearBanned lets those who are banned leave their matches, which they lose, so
// that nobody waits for them; challenges by them and to them are over.
func (b *Bot) clearBanned(ctx context.Context) error {
	var near []tables.Key
	for _, user := range b.cfg.Bans.People {
		near = append(near, user) // may be asked
		p, known, err := b.People.Lookup(ctx, user)
		if err != nil {
			return err
		}
		if known {
			near = append(near, b.Facts.KeysOf(p.ID)...)
		}
	}
	for _, x := range b.Tables.Index.Find(near, func(tables.Summary) bool { return true }) {
		switch err := b.expel(ctx, x.ID); {
		case errors.Is(err, storage.ErrFull):
			b.cfg.Log.Error("those who are banned stay at a table", "table", x.ID, "err", err)
		case err != nil:
			return err
		}
	}
	return nil
}

func (b *Bot) expel(ctx context.Context, id chat.TableID) error {
	return b.Tables.UpdateByNobody(ctx, id, "banned", func(c *tables.Change) error {
		gone := b.bannedSeats(c.Table)
		switch {
		case c.Stage == match.Open && gone.Has(0):
			c.Close("withdrawn")
		case c.Stage == match.Open:
			return b.unseat(c, gone)
		case c.Stage == match.Playing && gone != 0:
			return b.Dealer.LeaveMatch(ctx, c, gone, engine.Resign)
		default:
			return chat.Refuse("not-seated")
		}
		return nil
	})
}

// unseat frees the chairs of a challenge at which those sit who are banned, or
// that are kept for such.
func (b *Bot) unseat(c *tables.Change, gone engine.Seats) error {
	for s := range gone.All() {
		c.Chairs[s] = match.Chair{}
	}
	some := gone != 0
	for s, chair := range c.Chairs {
		if c.Stage == match.Open && b.cfg.Bans.bansPlace(chat.Place{User: chair.KeptFor}) {
			some = true
			c.Challenge().Decline(engine.Seat(s), match.DeclineReasons()[0])
		}
	}
	if !some {
		return chat.Refuse("not-seated")
	}
	return nil
}

// bannedSeats are the seats of those who are banned.
func (b *Bot) bannedSeats(t *match.Table) engine.Seats {
	return t.Chairs.Seats(func(c match.Chair) bool {
		return slices.ContainsFunc(b.cfg.Bans.People, func(u chat.UserID) bool { return b.Facts.Has(c, u) })
	})
}
