package backup

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/postgres"
)

func TestCopyFails(t *testing.T) {
	t.Parallel()
	data, missing := filepath.Join(t.TempDir(), "tarock.db"), filepath.Join(t.TempDir(), "none.db")
	putEmpty(t, data)
	if sum, err := Copy(t.Context(), missing, missing+".copy"); err == nil || sum != "" {
		t.Errorf("of a missing file: got %q, %v", sum, err)
	}
	if sum, err := Copy(t.Context(), data, data); exit.Code(err) != exit.IO || sum != "" {
		t.Errorf("onto an existing file: got %q, %v", sum, err)
	}
}

func TestCopyOfLostSource(t *testing.T) {
	t.Parallel()
	data, copied, lost := filepath.Join(t.TempDir(), "tarock.db"), filepath.Join(t.TempDir(), "copy.db"), make(chan struct{})
	putEmpty(t, data)
	copyTo := func(path string) error {
		return stores.WithSnapshot(t.Context(), data, func(docs stores.Snapshot) error {
			_, err := copySnapshot(t.Context(), docs, path, lost)
			return err
		})
	}
	if err := copyTo(copied + ".before"); err != nil {
		t.Error(err)
	}
	close(lost)
	if err := copyTo(copied); !errors.Is(err, postgres.ErrHeld) {
		t.Errorf("got %v, want %v", err, postgres.ErrHeld)
	}
	if _, err := os.Lstat(copied); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a copy was made: %v", err)
	}
}
