package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tarockbot/storage"
	"tarockbot/storage/durable"
)

// draft is a file that isn't complete yet. It gets its name only when it is complete and on
// the disk, so there is never half a file under the name. Until then it has no name, and a
// killed process leaves nothing. On systems without such files it has a temporary name, with
// the purpose in it, and the next process deletes leftovers.
type draft struct {
	*os.File
	path    string // where it can be opened, by this process at least
	unnamed bool
}

// The purposes, as they are in temporary names.
const (
	creating   = "new"
	compacting = "compact"
	restoring  = "restore"
	backingUp  = "unfinished-backup"
)

// newDraft creates an empty draft in the directory of path. Only its owner can read it.
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

// discard closes the draft, and removes its temporary name. A published file stays.
func (d *draft) discard() {
	_ = d.Close()
	if !d.unnamed {
		_ = os.Remove(d.path)
	}
}

// publish gives the complete file its name, durably. If a file has the name, the error is
// fs.ErrExist.
func (d *draft) publish(path string) error {
	if err := d.link(path); err != nil {
		return noFile(path, err)
	}
	return syncDir(path)
}

func (d *draft) link(path string) error {
	if d.unnamed {
		return linkUnnamed(d.path, path)
	}
	_ = d.Close() // Windows can't link an open file
	return durable.Link(d.path, path)
}

// noFile returns the error of a file that can't be created.
func noFile(path string, err error) error {
	if full := RoomError(err); errors.Is(full, storage.ErrFull) {
		return fmt.Errorf("storage/bolt: %s: %w", path, full)
	}
	return fmt.Errorf("storage/bolt: %w", err)
}

// replace is publish, but replaces a file of the name. The caller makes sure that no process
// uses it.
func (d *draft) replace(path, purpose string) error {
	from := d.path
	if d.unnamed {
		// A link can't replace a file, so the draft gets a temporary name first.
		named, err := newNamedDraft(path, purpose)
		if err != nil {
			return err
		}
		named.discard()
		defer named.discard()
		from = named.path
		if err := d.link(from); err != nil {
			return noFile(path, err)
		}
	}
	_ = d.Close()
	if err := os.Rename(from, path); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return syncDir(path)
}

// syncDir makes the file's name durable.
func syncDir(path string) error {
	if err := durable.SyncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return nil
}

// removeLeftovers deletes the drafts of a Compact, Restore or creation that was killed. The
// lock of the data file must be held.
func removeLeftovers(path string) {
	removeIf(filepath.Dir(path), func(name string) bool {
		return slices.ContainsFunc([]string{compacting, restoring, creating}, func(purpose string) bool {
			return strings.HasPrefix(name, filepath.Base(path)+"."+purpose+"-")
		})
	})
}

// CutUnfinished returns the name that an unfinished backup would have got. isUnfinished is false, and the name unchanged,
// if it isn't that of an unfinished backup.
func CutUnfinished(name string) (finished string, isUnfinished bool) {
	finished, _, isUnfinished = strings.Cut(name, "."+backingUp+"-")
	return finished, isUnfinished
}

// removeUnfinished deletes the drafts of Backups that were killed.
func removeUnfinished(dir string) {
	removeIf(dir, func(name string) bool {
		_, isUnfinished := CutUnfinished(name)
		return isUnfinished && !heldUnfinished(filepath.Join(dir, name))
	})
}

// removeIf ignores errors: a leftover stays until the next time.
func removeIf(dir string, isLeftover func(name string) bool) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if isLeftover(e.Name()) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
