package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Directories have no hard links, like files on some file systems.
func TestLink(t *testing.T) {
	for _, make := range []func(path string) error{
		func(path string) error { return os.WriteFile(path, nil, 0o600) },
		func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		dir := t.TempDir()
		from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
		if err := errors.Join(make(from), Link(from, to), SyncDir(dir)); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(to); err != nil {
			t.Error(err)
		}
		_ = os.Remove(from)
		if err := errors.Join(make(from), Link(from, to)); !errors.Is(err, fs.ErrExist) {
			t.Errorf("Link to a taken name: %v, want %v", err, fs.ErrExist)
		}
		if err := SyncDir(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) && runtime.GOOS != "windows" {
			t.Errorf("SyncDir of a missing directory: %v, want %v", err, fs.ErrNotExist)
		}
	}
}
