package telegram

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// migrations knows the new numbers of groups that have become supergroups; buttons in them
// may still tell the old.
type migrations struct {
	notes chat.Notes
	known cache.Map[int64, int64] // old -> new; 0 if it hasn't moved
}

// firstSuper: the numbers of groups that can still move are above it.
const firstSuper = -1_000_000_000_000

func movedKey(chat int64) string { return fmt.Sprintf("moved/%d", chat) }

// record remembers a move. If it can't be kept, the next sign of it will be.
func (m *migrations) record(ctx context.Context, from, to int64) {
	if m.notes.Write(ctx, movedKey(from), []byte(strconv.FormatInt(to, 10))) == nil {
		m.known.Put(from, to)
	}
}

// now is the chat's number of today.
func (m *migrations) now(ctx context.Context, chat int64) int64 {
	if chat > 0 || chat <= firstSuper {
		return chat
	}
	to, known := m.known.Get(chat)
	if !known {
		text, err := m.notes.Read(ctx, movedKey(chat))
		if err != nil {
			return chat
		}
		to, _ = strconv.ParseInt(string(text), 10, 64) // 0 if there is none
		m.known.Put(chat, to)
	}
	return cmp.Or(to, chat)
}
