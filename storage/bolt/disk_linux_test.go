package bolt

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFault35SmallDisk runs on a real file system of 4 MiB, in a child with
// mounts of its own.
func TestFault35SmallDisk(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root to mount a small file system")
	}
	cmd := child(t, "fill-disk", t.TempDir(), "size=4m")
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

// fillDisk mounts a tmpfs of arg on dir and fills it, with a second file that
// takes room away and gives it back.
func fillDisk(dir, arg string) error {
	if err := syscall.Mount("tarockbot", dir, "tmpfs", 0, arg); err != nil {
		_, _ = os.Stderr.WriteString(mountRefused)
		os.Exit(1)
		return err
	}
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		return err
	}
	return fillAndFree(filepath.Join(dir, "tarock.db"), func() error { return os.Remove(ballast) })
}
