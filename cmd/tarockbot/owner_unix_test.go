//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

const nobodyID = 65532

func TestRestoreKeepsTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root to give files away")
	}
	dir := t.TempDir()
	data, fresh, copied := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "fresh.db"), filepath.Join(dir, "copy.db")
	putContent(t, data, "old")
	tarockbot(t, "backup", "--data", data, copied).wantSuccess(t, "verified")
	for _, path := range []string{dir, data} {
		if err := os.Chown(path, nobodyID, nobodyID); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{data, fresh} {
		tarockbot(t, "restore", "--data", path, "--force", copied).wantSuccess(t, "verified")
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		owner, ok := info.Sys().(*syscall.Stat_t)
		if !ok || owner.Uid != nobodyID || owner.Gid != nobodyID || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: got mode %v and owner %d:%d, want mode 600 and owner %d", filepath.Base(path), info.Mode(), owner.Uid, owner.Gid, nobodyID)
		}
	}
}
