package backup

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tarockbot/cmd/tarockbot/internal/config"
)

// TestRestoreFailsOnceReplaced uses a directory that can't be read, and so can't be synced.
func TestRestoreFailsOnceReplaced(t *testing.T) {
	obeyModes(t)
	dir := t.TempDir()
	data, copied := filepath.Join(dir, "tarock.db"), filepath.Join(t.TempDir(), "copy.db")
	putEmpty(t, data, copied)
	old, err := os.Lstat(data)
	if err != nil {
		t.Fatal(err)
	}
	r := Restorer{Config: config.Config{Data: data}, Out: io.Discard, Log: slog.New(slog.DiscardHandler)}
	restore := func(from string) (kept []string, failure error) {
		if err := os.Chmod(dir, 0o300); err != nil {
			t.Fatal(err)
		}
		failure = r.Restore(t.Context(), from, true)
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		kept, err := filepath.Glob(data + ".*.old")
		if err != nil {
			t.Fatal(err)
		}
		return kept, failure
	}
	if kept, failure := restore(copied + ".none"); failure == nil || len(kept) > 0 {
		t.Errorf("nothing was replaced: %v, kept %v", failure, kept)
	}
	kept, failure := restore(copied)
	if failure == nil || len(kept) != 1 || !strings.Contains(failure.Error(), kept[0]) {
		t.Fatalf("replaced: %v, kept %v", failure, kept)
	}
	if aside, err := os.Lstat(kept[0]); err != nil || !os.SameFile(old, aside) {
		t.Errorf("another file is kept: %v", err)
	}
}

// obeyModes makes file modes hold for root. The thread ends with the test.
func obeyModes(t *testing.T) {
	t.Helper()
	runtime.LockOSThread()
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var now [2]unix.CapUserData
	if err := unix.Capget(&header, &now[0]); err != nil {
		t.Fatal(err)
	}
	now[0].Effective &^= 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH
	if err := unix.Capset(&header, &now[0]); err != nil {
		t.Fatal(err)
	}
}
