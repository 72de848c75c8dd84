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
	"tarockbot/storage/waittest"
)

func TestFault35Reserve(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root to mount a small file system")
	}
	cmd := child(t, "use-reserve", t.TempDir(), 96<<20, "-")
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	out, err := cmd.CombinedOutput()
	if err != nil && (len(out) == 0 || string(out) == mountRefused) {
		waittest.SkipWithout(t, "no small disk can be mounted here: %v", err)
	}
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestFault35Allocated(t *testing.T) {
	trial, err := os.Create(filepath.Join(t.TempDir(), "trial"))
	must(t, err)
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

func roomOf(t *testing.T, s *Store) (has, uses int64) {
	t.Helper()
	var info syscall.Stat_t
	must(t, syscall.Stat(s.path, &info))
	err := s.view(func(tx *bbolt.Tx) error { uses = tx.Size(); return nil })
	must(t, err)
	return info.Blocks * 512, uses
}

const mountRefused = "mount refused\n"

// The store takes its reserve once the tmpfs of 96 MiB isn't nearly full. Then another file fills it.
func useReserve(dir string, size int, _ string) error {
	if err := syscall.Mount("tarockbot", dir, "tmpfs", 0, fmt.Sprint("size=", size)); err != nil {
		_, _ = os.Stderr.WriteString(mountRefused)
		os.Exit(1)
	}
	path, ballast := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 48<<20), 0o600); err != nil {
		return err
	}
	s, err := Open(path)
	if err != nil || s.allocated != 0 {
		return fmt.Errorf("the nearly full disk gave %d bytes: %w", s.allocated, err)
	}
	if err := errors.Join(os.Remove(ballast), s.Commit(context.Background(), twins(1)[0]), fillUp(ballast)); err != nil {
		return err
	}
	if free, err := s.Free(); err != nil || free > 1<<20 {
		return fmt.Errorf("on a full disk %d bytes are free: %w", free, err)
	}
	count, err := fill(s)
	if bytes := count * len(numbered(0).Data); !errors.Is(err, storage.ErrFull) || bytes < reserve || bytes > 2*reserve {
		return fmt.Errorf("%d bytes found room: %w", bytes, err)
	}
	err = errors.Join(counted(s, count), os.Remove(ballast), s.Commit(context.Background(), numbered(count)))
	return errors.Join(err, counted(s, count+1), s.Close(), Verify(path))
}

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
