package system

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tarockbot/storage/durable"
)

// The functions of this file return when the file and its name are on the disk, where a power cut doesn't undo them.
// Only the owner can read the files that they make.

// syncDir makes the names in a directory durable. Tests replace it.
var syncDir = durable.SyncDir

// draftSuffix ends the name of a file that isn't complete yet.
const draftSuffix = ".new"

// CopyFile copies a file to a new one, which it removes again if that fails. The error is fs.ErrExist if it is there
// already.
func CopyFile(from, to string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	err = errors.Join(writeFile(to, os.O_EXCL, r), r.Close())
	if err == nil {
		err = syncDir(filepath.Dir(to))
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		_ = os.Remove(to) // it may not have been made
	}
	return err
}

// CreateFile makes a new file, which gets its name only when it has all of the text. The error is fs.ErrExist if the name
// is taken, also by a symbolic link. A killed process may leave a draft; see RemoveDrafts.
func CreateFile(path string, text io.Reader) error {
	draft := path + "." + rand.Text() + draftSuffix
	defer func() { _ = os.Remove(draft) }() // it may not have been made
	if err := writeFile(draft, os.O_EXCL, text); err != nil {
		return err
	}
	if err := durable.Link(draft, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// RemoveDrafts removes the drafts that killed processes left when they created the file. It may fail the CreateFile of
// another process, so call it only when the file is there. What can't be removed stays.
func RemoveDrafts(path string) {
	dir, name := filepath.Split(path)
	entries, _ := os.ReadDir(filepath.Clean(dir))
	for _, e := range entries {
		random, found := strings.CutPrefix(e.Name(), name+".")
		random, isDraft := strings.CutSuffix(random, draftSuffix)
		if found && isDraft && len(random) == len(rand.Text()) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// ReplaceFile gives a file the text, or makes it. A killed process leaves the old file or the new one.
func ReplaceFile(path string, text io.Reader) error {
	draft := path + draftSuffix
	defer func() { _ = os.Remove(draft) }() // it may have been renamed
	if err := writeFile(draft, os.O_TRUNC, text); err != nil {
		return err
	}
	if err := os.Rename(draft, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// AppendToFile appends the text to a file, or makes it.
func AppendToFile(path string, text io.Reader) error {
	if err := writeFile(path, os.O_APPEND, text); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// writeFile writes the text to a file, which it opens with the flag, and syncs it. Its name may not be durable yet.
func writeFile(path string, flag int, text io.Reader) error {
	w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(w, text); err == nil {
		err = w.Sync()
	}
	return errors.Join(err, w.Close())
}
