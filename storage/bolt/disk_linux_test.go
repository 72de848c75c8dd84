package bolt

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFault35SmallDisk runs on a real file system of 4 MiB, in a child with
// mounts of its own.
func TestFault35SmallDisk(t *testing.T) {
	mounting(t, "fill-disk", t.TempDir(), "size=4m")
}

// TestFault35BackupToFullDisk runs on a real file system that has room for less than
// a copy.
func TestFault35BackupToFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	mounting(t, "backup-full", dir, fmt.Sprint("size=", 16*os.Getpagesize()))
}

// mounting runs the scenario in a child that mounts a small file system.
func mounting(t *testing.T, scenario, dir, arg string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root to mount a small file system")
	}
	cmd := child(t, scenario, dir, arg)
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	out, err := cmd.CombinedOutput()
	if err != nil && (len(out) == 0 || string(out) == mountRefused) {
		t.Skipf("mounts are not possible here: %v", err)
	}
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

const mountRefused = "mount refused\n"

// mountSmall mounts a tmpfs of arg on dir.
func mountSmall(dir, arg string) {
	if err := syscall.Mount("tarockbot", dir, "tmpfs", 0, arg); err != nil {
		_, _ = os.Stderr.WriteString(mountRefused)
		os.Exit(1)
	}
}

// backupFull mounts a tmpfs of arg, 16 pages, in dir and copies to it.
func backupFull(dir, arg string) error {
	full := filepath.Join(dir, "full")
	mountSmall(full, arg)
	return eachBackup(dir, func(room int) error {
		return os.WriteFile(filepath.Join(full, "ballast"), make([]byte, 16*os.Getpagesize()-room), 0o600)
	})
}

// fillDisk mounts a tmpfs of arg on dir and fills it, with a second file that
// takes room away and gives it back.
func fillDisk(dir, arg string) error {
	mountSmall(dir, arg)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		return err
	}
	return fillAndFree(filepath.Join(dir, "tarock.db"), func() error { return os.Remove(ballast) })
}
