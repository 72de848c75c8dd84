package telegram

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// migrations maps moved groups' old numbers, which buttons may still carry, to the new ones.
type migrations struct {
	notes chat.Notes
	known cache.Map[int64, int64] // 0 if the group hasn't moved
}

// firstSuper is below the numbers of groups that can still become supergroups.
const firstSuper = -1_000_000_000_000

func movedKey(group int64) string { return fmt.Sprintf("moved/%d", group) }

// record stores a move. After an error the next failed send reports the move again.
func (m *migrations) record(ctx context.Context, from, to int64) {
	if m.notes.Write(ctx, movedKey(from), []byte(strconv.FormatInt(to, 10))) == nil {
		m.known.Put(from, to)
	}
}

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
		to, _ = strconv.ParseInt(string(text), 10, 64)
		m.known.Put(group, to)
	}
	return cmp.Or(to, group)
}
