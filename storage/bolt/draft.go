package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"tarockbot/storage"
)

// draft is a file that isn't complete yet. It gets its name only when it is, and on
// the disk, so there is never half a file under the name. Until then it has none,
// and a process that is killed leaves nothing. Where the system has no such files it
// has another name, with the purpose in it, and whoever is next deletes what is left.
type draft struct {
	*os.File
	path    string // where it can be opened, by this process at least
	unnamed bool
}

// What is in the names of files that are not complete.
const (
	creating   = "new"
	compacting = "compact"
	restoring  = "restore"
	backingUp  = "unfinished-backup"
)

// newDraft makes an empty file for the directory of path, readable by nobody else.
func newDraft(path, purpose string) (*draft, error) {
	if f, at, err := openUnnamed(filepath.Dir(path)); err == nil {
		return &draft{File: f, path: at, unnamed: true}, nil
	}
	return newNamedDraft(path, purpose)
}

func newNamedDraft(path, purpose string) (*draft, error) {
	if purpose == backingUp {
		removeUnfinished(filepath.Dir(path))
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"."+purpose+"-*")
	if err != nil {
		return nil, noFile(path, err)
	}
	if purpose == backingUp {
		holdUnfinished(f)
	}
	return &draft{File: f, path: f.Name()}, nil
}

// discard ends the draft. If it has been published only its other name goes.
func (d *draft) discard() {
	_ = d.Close()
	if !d.unnamed {
		_ = os.Remove(d.path)
	}
}

// publish gives the complete file its name, durably. It never replaces a file: then
// the error is fs.ErrExist.
func (d *draft) publish(path string) error {
	if err := d.name(path); err != nil {
		return noFile(path, err)
	}
	return SyncDir(filepath.Dir(path))
}

func (d *draft) name(path string) error {
	if d.unnamed {
		return linkUnnamed(d.path, path)
	}
	// Windows gives no name to what is open. Rename would replace a file that appeared
	// meanwhile, a link doesn't.
	_ = d.Close()
	err := os.Link(d.path, path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = renameToNew(d.path, path)
	}
	return err
}

// noFile is why there can be no file of the name.
func noFile(path string, err error) error {
	if full := RoomError(err); errors.Is(full, storage.ErrFull) {
		return fmt.Errorf("storage/bolt: %s: %w", path, full)
	}
	return fmt.Errorf("storage/bolt: %w", err)
}

// replace is publish over a file that may be there. The caller sees to it that none is
// in use.
func (d *draft) replace(path, purpose string) error {
	from := d.path
	if d.unnamed {
		// A name can only be given where there is none.
		named, err := newNamedDraft(path, purpose)
		if err != nil {
			return err
		}
		named.discard()
		defer named.discard()
		from = named.path
		if err := d.name(from); err != nil {
			return noFile(path, err)
		}
	}
	_ = d.Close()
	if err := os.Rename(from, path); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return SyncDir(filepath.Dir(path))
}

// renameToNew is for file systems without hard links.
func renameToNew(temp, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "rename", Path: path, Err: fs.ErrExist}
	}
	return os.Rename(temp, path)
}

// SyncDir makes the names in a directory durable. Windows can't and needn't. The error
// is the system's.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return nil
}

// removeRests deletes what a Compact, a Restore or a creation has left that was
// killed. The lock of the data file must be held.
func removeRests(path string) {
	for _, purpose := range []string{compacting, restoring, creating} {
		removeEach(filepath.Dir(path), func(name string) bool {
			return strings.HasPrefix(name, filepath.Base(path)+"."+purpose+"-")
		})
	}
}

// removeUnfinished deletes what Backups have left in the directory that were killed.
func removeUnfinished(dir string) {
	removeEach(dir, func(name string) bool {
		return strings.Contains(name, "."+backingUp+"-") && !heldUnfinished(filepath.Join(dir, name))
	})
}

func removeEach(dir string, rest func(name string) bool) {
	entries, _ := os.ReadDir(dir) // then they stay until the next time
	for _, e := range entries {
		if rest(e.Name()) {
			_ = os.Remove(filepath.Join(dir, e.Name())) // likewise
		}
	}
}
