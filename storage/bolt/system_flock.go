//go:build linux || darwin || freebsd

package bolt

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// diskFree returns how many bytes unprivileged processes may write.
func diskFree(dir string) (uint64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, err
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize), nil
}

func lockUnfinished(f *os.File) {
	_ = unix.Flock(int(f.Fd()), unix.LOCK_SH) // shared, because readers of the file lock it too
}

func isInProgress(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil
}
