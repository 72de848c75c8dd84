// Package durable gives files names that a power cut doesn't undo.
package durable

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// SyncDir makes the names in a directory durable. Windows can't and needn't.
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

// Link gives a closed file another name, which SyncDir makes durable. The old name may remain; the caller removes it. The
// error is fs.ErrExist if the name is taken, also by a symbolic link. A file system without hard links has no link that
// refuses a name that is taken. There Link renames the file, and may replace one that appeared meanwhile.
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
