package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
)

// TestFault35SmallDisk runs on a real file system of 4 MiB, in a child process with its own
// mounts.
func TestFault35SmallDisk(t *testing.T) {
	mounting(t, "fill-disk", t.TempDir(), 4<<20)
}

// TestFault35BackupToFullDisk runs on a real file system that is too small for a copy.
func TestFault35BackupToFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	mounting(t, "backup-full", dir, 16*os.Getpagesize())
}

// TestFault35Reserve runs on a real file system that other programs fill.
func TestFault35Reserve(t *testing.T) {
	mounting(t, "use-reserve", t.TempDir(), 96<<20)
}

// TestFault35Allocated: the file has room on the disk before it uses it.
func TestFault35Allocated(t *testing.T) {
	trial, err := os.Create(filepath.Join(t.TempDir(), "trial"))
	if err != nil {
		t.Fatal(err)
	}
	defer trial.Close()
	if err := allocate(trial, 1); errors.Is(err, syscall.EOPNOTSUPP) {
		t.Skip("this file system gives no room in advance")
	}
	s := fresh(t)
	const size = 200 << 10
	for n := range 60 {
		if has, uses := roomOf(t, s); has < uses+reserve-1<<20 { // the last commit had the reserve when it began
			t.Fatalf("after %d commits the file has %d bytes on the disk and uses %d", n, has, uses)
		}
		commit(t, s, docOf("deal", fmt.Sprint(n), make([]byte, size)))
	}
}

// roomOf returns how many bytes the file has on the disk, and how many it uses.
func roomOf(t *testing.T, s *Store) (has, uses int64) {
	t.Helper()
	var info syscall.Stat_t
	if err := syscall.Stat(s.path, &info); err != nil {
		t.Fatal(err)
	}
	err := s.view(func(tx *bbolt.Tx) error { uses = tx.Size(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return info.Blocks * 512, uses
}

// mounting runs the scenario in a child that mounts a file system of so many bytes.
func mounting(t *testing.T, scenario, dir string, size int) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root to mount a small file system")
	}
	cmd := child(t, scenario, dir, size, "-")
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	out, err := cmd.CombinedOutput()
	if err != nil && (len(out) == 0 || string(out) == mountRefused) {
		storagetest.Lacks(t, "no small disk can be mounted here: %v", err)
	}
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

const mountRefused = "mount refused\n"

// mountSmall mounts a tmpfs on dir.
func mountSmall(dir string, size int) {
	if err := syscall.Mount("tarockbot", dir, "tmpfs", 0, fmt.Sprint("size=", size)); err != nil {
		_, _ = os.Stderr.WriteString(mountRefused)
		os.Exit(1)
	}
}

// backupFull mounts a tmpfs of 16 pages in dir and makes backups in it.
func backupFull(dir string, size int, _ string) error {
	full := filepath.Join(dir, "full")
	mountSmall(full, size)
	return eachBackup(dir, func(room int) error {
		return os.WriteFile(filepath.Join(full, "ballast"), make([]byte, size-room), 0o600)
	})
}

// useReserve mounts a tmpfs of 96 MiB on dir. A store takes no reserve while the disk is
// nearly full, but as soon as it isn't. Then another file fills the disk: commits find the
// reserve and no more.
func useReserve(dir string, size int, _ string) error {
	mountSmall(dir, size)
	path, ballast := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 48<<20), 0o600); err != nil {
		return err
	}
	s, err := Open(path, Options{})
	if err != nil || s.allocated != 0 {
		return fmt.Errorf("the nearly full disk gave %d bytes: %w", s.allocated, err)
	}
	if err := errors.Join(os.Remove(ballast), s.Commit(context.Background(), twins(1)[0]), fillUp(ballast)); err != nil {
		return err
	}
	if free, err := s.Free(); err != nil || free > 1<<20 {
		return fmt.Errorf("on a full disk %d bytes are free: %w", free, err)
	}
	count, err := fill(s, 0)
	if bytes := count * len(numbered(0).Data); !errors.Is(err, storage.ErrFull) || bytes < reserve || bytes > 2*reserve {
		return fmt.Errorf("%d bytes found room: %w", bytes, err)
	}
	err = errors.Join(counted(s, count), os.Remove(ballast), s.Commit(context.Background(), numbered(count)))
	return errors.Join(err, counted(s, count+1), s.Close(), Verify(path))
}

// fillUp creates a file that leaves no room.
func fillUp(path string) error {
	f, err := os.Create(path)
	for err == nil {
		_, err = f.Write(make([]byte, 4<<10))
	}
	if errors.Is(err, syscall.ENOSPC) {
		err = nil
	}
	return errors.Join(err, f.Close())
}

// fillDisk mounts a tmpfs on dir and fills it. Deleting a second file then makes room.
func fillDisk(dir string, size int, _ string) error {
	mountSmall(dir, size)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		return err
	}
	return fillAndFree(filepath.Join(dir, "tarock.db"), func() error { return os.Remove(ballast) })
}
