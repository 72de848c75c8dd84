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

// The functions of this file make files that survive a power cut. Only the owner can read the files.

// syncDir is a variable because tests replace it.
var syncDir = durable.SyncDir

const draftSuffix = ".new"

// CopyFile copies a file to a new one. It returns fs.ErrExist if the name is taken.
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

// CreateFile makes a file that gets its name only when complete. It returns fs.ErrExist if the name is taken, even by a
// symbolic link.
func CreateFile(path string, text io.Reader) error {
	draft := path + "." + rand.Text() + draftSuffix
	defer func() { _ = os.Remove(draft) }()
	if err := writeFile(draft, os.O_EXCL, text); err != nil {
		return err
	}
	if err := durable.Link(draft, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// RemoveDrafts removes drafts that killed processes left in CreateFile. Call it only if the file exists: otherwise
// another process may still be creating it.
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

// ReplaceFile replaces or makes a file. A killed process leaves the old file or the new one.
func ReplaceFile(path string, text io.Reader) error {
	draft := path + draftSuffix
	defer func() { _ = os.Remove(draft) }()
	if err := writeFile(draft, os.O_TRUNC, text); err != nil {
		return err
	}
	if err := os.Rename(draft, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// AppendToFile appends text to a file, or makes the file.
func AppendToFile(path string, text io.Reader) error {
	if err := writeFile(path, os.O_APPEND, text); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// writeFile syncs the text, but not the name.
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
