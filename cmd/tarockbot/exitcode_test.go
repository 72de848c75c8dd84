package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// TestExitCode checks that an error's own code counts, and else what its kind suggests.
func TestExitCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want int
	}{
		{fmt.Errorf("copy: %w", exit.With(exit.Findings, bolt.ErrLocked)), exit.Findings},
		{fmt.Errorf("run: %w", context.Canceled), exit.Stopped},
		{fmt.Errorf("run: %w", bolt.ErrLocked), exit.Locked},
		{storage.ErrDamaged, exit.Data},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, exit.IO},
		{errors.New("a mistake"), exit.Software},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%v: exit %d, want %d", c.err, got, c.want)
		}
	}
}
