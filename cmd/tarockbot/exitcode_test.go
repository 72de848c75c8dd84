package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/telegram"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

func TestExitCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want int
	}{
		{fmt.Errorf("copy: %w", exit.With(exit.Findings, bolt.ErrLocked)), exit.Findings},
		{fmt.Errorf("run: %w", context.Canceled), exit.Stopped},
		{fmt.Errorf("run: %w", bolt.ErrLocked), exit.Locked},
		{fmt.Errorf("run: %w", postgres.ErrHeld), exit.Locked},
		{fmt.Errorf("run: %w", telegram.ErrConflict), exit.Locked},
		{fmt.Errorf("run: %w", discord.ErrIntents), exit.Config},
		{postgres.ErrUnfinished, exit.Data},
		{storage.ErrDamaged, exit.Data},
		{postgres.ErrNotEmpty, exit.IO},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, exit.IO},
		{errors.New("a mistake"), exit.Software},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%v: exit %d, want %d", c.err, got, c.want)
		}
	}
}
