package bolt

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// allocate reserves room on the disk for so many bytes of the file. It changes neither its
// size nor its content. Not every file system can.
func allocate(f *os.File, size int64) error {
	return unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, size)
}

// openUnnamed creates a file without a name in the directory, if the file system can. Until
// the file gets a name, this process can open it at the returned path.
func openUnnamed(dir string) (f *os.File, path string, err error) {
	f, err = os.OpenFile(dir, os.O_RDWR|unix.O_TMPFILE, 0o600)
	if err != nil {
		return nil, "", err
	}
	path = fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	mine, err := f.Stat()
	shown, alsoErr := os.Stat(path) // without /proc it could get no name either
	if err = errors.Join(err, alsoErr); err == nil && os.SameFile(mine, shown) {
		return f, path, nil
	}
	return nil, "", errors.Join(err, f.Close(), errors.ErrUnsupported)
}

// linkUnnamed gives the file its name. If a file has the name, the error is fs.ErrExist.
func linkUnnamed(from, path string) error {
	if err := unix.Linkat(unix.AT_FDCWD, from, unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW); err != nil {
		return &os.LinkError{Op: "link", Old: from, New: path, Err: err}
	}
	return nil
}
