package bolt

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// allocate changes neither the file's size nor its content.
func allocate(f *os.File, size int64) error {
	return unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, size)
}

// openUnnamed returns a path at which this process can open the file.
func openUnnamed(dir string) (f *os.File, path string, err error) {
	f, err = os.OpenFile(dir, os.O_RDWR|unix.O_TMPFILE, 0o600)
	if err != nil {
		return nil, "", err
	}
	path = fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	opened, err := f.Stat()
	named, namedErr := os.Stat(path)
	if err = errors.Join(err, namedErr); err == nil && os.SameFile(opened, named) {
		return f, path, nil
	}
	return nil, "", errors.Join(err, f.Close(), errors.ErrUnsupported)
}

func linkUnnamed(from, path string) error {
	if err := unix.Linkat(unix.AT_FDCWD, from, unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW); err != nil {
		return &os.LinkError{Op: "link", Old: from, New: path, Err: err}
	}
	return nil
}
