package bot

import (
	"context"
	"errors"
	"slices"

	"tarockbot/engine/games"
	"tarockbot/storage"
)

// movedTo is where the place's chat goes on, if that is why showing failed.
func movedTo(p Place, err error) (to ChatID, moved bool) {
	var m Migrated
	if !errors.As(err, &m) || m.To == "" || p.Chat == "" || m.To == p.Chat {
		return "", false
	}
	return m.To, true
}

// moveChat takes what belongs to a chat along to its new id: its tables, its
// language and its totals. It may be done again.
func (b *Bot) moveChat(ctx context.Context, from, to ChatID) error {
	for _, id := range b.register.shownAt(Input{Chat: from}) {
		if err := b.moveTable(ctx, id, from, to); err != nil {
			return err
		}
	}
	for _, kind := range []string{kindChat, kindGreeted} {
		if err := b.moveDoc(ctx, kind, string(from), string(to)); err != nil {
			return err
		}
	}
	return b.moveStandings(ctx, from, to)
}

func (b *Bot) moveTable(ctx context.Context, id TableID, from, to ChatID) error {
	code, err := b.newCode()
	if err != nil {
		return err
	}
	_, err = b.update(ctx, id, Input{ID: "moved/" + code}, person{}, func(c *change) (Answer, error) {
		c.moveChat(from, to)
		return Answer{}, nil
	})
	return unlessRefused(err) // it may have been forgotten meanwhile
}

// moveChat moves the table's messages. Those of the old chat stay as they are,
// for nobody can change them any more; new ones take their place, but not for
// what is over and has been shown.
func (t *table) moveChat(from, to ChatID) {
	t.Chat = from.moved(t.Chat, to)
	var messages []message
	for _, m := range t.Messages {
		place := Place{Chat: from.moved(m.Place.Chat, to), User: m.Place.User}
		switch {
		case place == m.Place:
			messages = append(messages, m)
		case t.messageIn(place) != nil: // it is shown there already
		case t.live() || m.Shown < t.Rev:
			messages = append(messages, message{Place: place, Seat: m.Seat})
		}
	}
	t.Messages = messages
}

// moved is where the chat is once c goes on as to; the chat itself if it isn't
// in c.
func (c ChatID) moved(chat, to ChatID) ChatID {
	if !c.has(Place{Chat: chat}) {
		return chat
	}
	return to + chat[len(c):]
}

// moveDoc gives a document another id, unless there is one already.
func (b *Bot) moveDoc(ctx context.Context, kind, from, to string) error {
	old, err := b.cfg.Store.Get(ctx, storage.Key{Kind: kind, ID: from})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return b.storeError(err)
	}
	moved := storage.Doc{Key: storage.Key{Kind: kind, ID: to}, Data: old.Data}
	old.Data = nil
	err = b.cfg.Store.Commit(ctx, old, moved)
	if errors.Is(err, storage.ErrConflict) {
		err = b.cfg.Store.Commit(ctx, old)
	}
	return b.storeError(err)
}

// moveStandings adds the chat's totals to those of its new id, a few people at a
// time and each person's at once.
func (b *Bot) moveStandings(ctx context.Context, from, to ChatID) error {
	for _, game := range games.All() {
		all, err := b.eachStanding(ctx, standingPrefix(game.ID, string(from)))
		if err != nil {
			return err
		}
		for some := range slices.Chunk(all, sweepGroup) {
			if err := b.moveSome(ctx, game.ID, from, to, some); err != nil {
				return err
			}
		}
	}
	return nil
}

// moveSome is tried again if somebody's match ends at the same moment.
func (b *Bot) moveSome(ctx context.Context, game string, from, to ChatID, some []standing) error {
	for range tries {
		var docs []storage.Doc
		for _, s := range some {
			moved, err := b.moveStanding(ctx, game, from, to, s.Person)
			if err != nil {
				return err
			}
			docs = append(docs, moved...)
		}
		if err := b.cfg.Store.Commit(ctx, docs...); !errors.Is(err, storage.ErrConflict) {
			return b.storeError(err)
		}
	}
	return errBusy
}

// moveStanding is what moves one person's totals; nothing if they have moved.
func (b *Bot) moveStanding(ctx context.Context, game string, from, to ChatID, p PersonID) ([]storage.Doc, error) {
	oldID, newID := standingPrefix(game, string(from))+string(p), standingPrefix(game, string(to))+string(p)
	var old, total standing
	oldVersion, err := b.load(ctx, kindStanding, oldID, &old)
	if err != nil || oldVersion == 0 {
		return nil, err
	}
	version, err := b.load(ctx, kindStanding, newID, &total)
	if err != nil {
		return nil, err
	}
	doc, err := encode(kindStanding, newID, version, total.plus(old))
	gone := storage.Doc{Key: storage.Key{Kind: kindStanding, ID: oldID}, Version: oldVersion}
	return []storage.Doc{gone, doc}, err
}
