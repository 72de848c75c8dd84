// Package durable makes file names survive a power cut.
package durable

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// SyncDir makes the names in a directory durable. On Windows it does nothing.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Link gives a closed file another name; SyncDir makes it durable. The old name may remain. If the name is taken, Link
// returns fs.ErrExist. Without hard links it renames the file, and may replace one that appears meanwhile.
func Link(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return &os.LinkError{Op: "link", Old: from, New: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}
