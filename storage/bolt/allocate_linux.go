package bolt

import (
	"os"

	"golang.org/x/sys/unix"
)

// allocate reserves room on the disk for so many bytes of the file. It changes neither its
// size nor its content. Not every file system can.
func allocate(f *os.File, size int64) error {
	return unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, size)
}
