package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// Alive returns nil, or an error that says why the bot needs a restart. The error holds no secrets.
func (b *Bot) Alive(ctx context.Context) error {
	if err := context.Cause(b.sv.Running); err != nil {
		return fmt.Errorf("bot: stopped: %w", err)
	}
	// A store that stopped writing doesn't read either.
	_, err := b.sv.Store.Get(ctx, storage.Key{Kind: documents.KindNote, ID: "alive"})
	if errors.Is(err, storage.ErrClosed) {
		return fmt.Errorf("bot: the store has stopped: %w", err)
	}
	return nil
}

// Ready returns nil, or an error that says why the bot can't play on all platforms.
func (b *Bot) Ready(ctx context.Context) error {
	if err := b.Alive(ctx); err != nil {
		return err
	}
	if !b.cfg.Acting() {
		return errors.New("bot: another bot may have taken over")
	}
	if !b.started.Load() {
		return errors.New("bot: the tables are still being read")
	}
	var lost []string
	for _, name := range slices.Sorted(maps.Keys(b.sv.Platforms)) {
		if b.sv.Platforms[name].Traits().Connection == chat.Disconnected {
			lost = append(lost, name)
		}
	}
	if len(lost) > 0 {
		return fmt.Errorf("bot: not connected: %s", strings.Join(lost, ", "))
	}
	return nil
}
