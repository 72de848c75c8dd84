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
	cmd := childCommand(t, "use-reserve", t.TempDir(), 96<<20, "-")
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
		t.Skip("this file system can't allocate space in advance")
	}
	s := openNew(t)
	const size = 200 << 10
	for n := range 60 {
		if allocated, used := diskUsage(t, s); allocated < used+reserve-1<<20 { // the reserve was whole before the last commit
			t.Fatalf("after %d commits %d bytes are allocated and %d used, want more allocated", n, allocated, used)
		}
		commit(t, s, docOf("deal", fmt.Sprint(n), make([]byte, size)))
	}
}

func diskUsage(t *testing.T, s *Store) (allocated, used int64) {
	t.Helper()
	var info syscall.Stat_t
	must(t, syscall.Stat(s.path, &info))
	err := s.view(func(tx *bbolt.Tx) error { used = tx.Size(); return nil })
	must(t, err)
	return info.Blocks * 512, used
}

const mountRefused = "mount refused\n"

// useReserve lets the store allocate its reserve on a small tmpfs. Then another file fills the tmpfs.
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
		return fmt.Errorf("on a nearly full disk the store allocated %d bytes: %w", s.allocated, err)
	}
	if err := errors.Join(os.Remove(ballast), s.Commit(context.Background(), twins(1)[0]), fillDisk(ballast)); err != nil {
		return err
	}
	if free, err := s.Free(); err != nil || free > 1<<20 {
		return fmt.Errorf("on a full disk %d bytes are free: %w", free, err)
	}
	count, err := commitUntilFull(s)
	if bytes := count * len(numberedDoc(0).Data); !errors.Is(err, storage.ErrFull) || bytes < reserve || bytes > 2*reserve {
		return fmt.Errorf("a full disk took %d bytes: %w", bytes, err)
	}
	err = errors.Join(checkCount(s, count), os.Remove(ballast), s.Commit(context.Background(), numberedDoc(count)))
	return errors.Join(err, checkCount(s, count+1), s.Close(), Verify(path))
}

func fillDisk(path string) error {
	f, err := os.Create(path)
	for err == nil {
		_, err = f.Write(make([]byte, 4<<10))
	}
	if errors.Is(err, syscall.ENOSPC) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
