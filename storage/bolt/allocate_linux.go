package bolt

import (
	"os"

	"golang.org/x/sys/unix"
)

// allocate gives the file room on the disk for so many bytes, and leaves its size and
// what is in it as they are. Not every file system can.
func allocate(f *os.File, size int64) error {
	return unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, size)
}
