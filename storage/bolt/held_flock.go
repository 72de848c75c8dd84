//go:build linux || darwin || freebsd

package bolt

import (
	"os"

	"golang.org/x/sys/unix"
)

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
