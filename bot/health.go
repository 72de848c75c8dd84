package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// Alive says why the bot will never do anything again; nil while it can. What
// it says is for an operator and holds no secrets.
func (b *Bot) Alive(ctx context.Context) error {
	if err := context.Cause(b.Running); err != nil {
		return fmt.Errorf("bot: stopped: %w", err)
	}
	// Any document will do: a store that writes no more doesn't read either.
	_, err := b.Store.Get(ctx, storage.Key{Kind: keep.KindNote, ID: "alive"})
	if errors.Is(err, storage.ErrClosed) {
		return fmt.Errorf("bot: the store has stopped: %w", err)
	}
	return nil
}

// Ready says what the bot lacks to play everywhere; nil if it lacks nothing.
func (b *Bot) Ready(ctx context.Context) error {
	if err := b.Alive(ctx); err != nil {
		return err
	}
	if !b.started.Load() {
		return errors.New("bot: the tables are still being read")
	}
	var lost []string
	for _, name := range slices.Sorted(maps.Keys(b.Platforms)) {
		if b.Platforms[name].Traits().Connection == chat.Disconnected {
			lost = append(lost, name)
		}
	}
	if len(lost) > 0 {
		return fmt.Errorf("bot: not connected: %s", strings.Join(lost, ", "))
	}
	return nil
}
