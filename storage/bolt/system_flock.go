//go:build linux || darwin || freebsd

package bolt

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// diskFree returns the bytes that an unprivileged process may still use.
func diskFree(dir string) (uint64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, err
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize), nil
}

// holdUnfinished marks the file as one that a process still works on.
func holdUnfinished(f *os.File) {
	_ = unix.Flock(int(f.Fd()), unix.LOCK_SH) // shared, as readers of the file lock it too
}

// heldUnfinished reports whether a process may still be working on the file.
func heldUnfinished(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil
}
