package telegram

import (
	"context"
	"fmt"
	"strconv"

	"tarockbot/bot/cache"
	"tarockbot/bot/chat"
)

// moved knows which groups go on under another number: a group that becomes a
// supergroup gets a new one, and buttons in it may still tell the old.
type moved struct {
	notes chat.Notes

	known cache.Map[int64, int64] // old -> new; 0 if it hasn't moved
}

const maxMoved = 5000 // in memory

// firstSuper: the numbers of groups that can still move are above it.
const firstSuper = -1_000_000_000_000

func newMoved(notes chat.Notes) *moved {
	return &moved{notes: notes, known: cache.Map[int64, int64]{Keep: maxMoved}}
}

func movedKey(chat int64) string { return fmt.Sprintf("moved/%d", chat) }

// note remembers a move. If it can't be kept, the next sign of it will be.
func (m *moved) note(ctx context.Context, from, to int64) {
	if m.notes.Write(ctx, movedKey(from), []byte(strconv.FormatInt(to, 10))) == nil {
		m.known.Put(from, to)
	}
}

// now is the chat's number of today.
func (m *moved) now(ctx context.Context, chat int64) int64 {
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
	if to != 0 {
		return to
	}
	return chat
}
