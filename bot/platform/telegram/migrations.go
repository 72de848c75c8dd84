package telegram

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// migrations know the new numbers of groups that have become supergroups. Buttons may still carry the old
// number.
type migrations struct {
	notes chat.Notes
	known cache.Map[int64, int64] // new number by old; 0 if the group hasn't moved
}

// firstSuper is below the numbers of all groups that can still become supergroups.
const firstSuper = -1_000_000_000_000

func movedKey(group int64) string { return fmt.Sprintf("moved/%d", group) }

// record remembers a move. If the note can't be written, the next failure of a send reports the move
// again.
func (m *migrations) record(ctx context.Context, from, to int64) {
	if m.notes.Write(ctx, movedKey(from), []byte(strconv.FormatInt(to, 10))) == nil {
		m.known.Put(from, to)
	}
}

// current returns the group's current number.
func (m *migrations) current(ctx context.Context, group int64) int64 {
	if group > 0 || group <= firstSuper {
		return group
	}
	to, known := m.known.Get(group)
	if !known {
		text, err := m.notes.Read(ctx, movedKey(group))
		if err != nil {
			return group
		}
		to, _ = strconv.ParseInt(string(text), 10, 64) // 0 if there is none
		m.known.Put(group, to)
	}
	return cmp.Or(to, group)
}
