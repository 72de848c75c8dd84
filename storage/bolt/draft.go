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

// draft stays unnamed until it is complete and synced: a killed process leaves nothing. Where unnamed files are
// impossible it has a temporary name, and the next process deletes leftovers.
type draft struct {
	*os.File
	path    string // where this process can open it
	unnamed bool
}

const (
	creating   = "new"
	compacting = "compact"
	restoring  = "restore"
	backingUp  = "unfinished-backup"
)

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
		return nil, fileError(path, err)
	}
	if purpose == backingUp {
		lockUnfinished(f)
	}
	return &draft{File: f, path: f.Name()}, nil
}

func (d *draft) discard() {
	_ = d.Close()
	if !d.unnamed {
		_ = os.Remove(d.path)
	}
}

// publish gives the draft its name, durably. If the name is taken, publish returns fs.ErrExist.
func (d *draft) publish(path string) error {
	if err := d.link(path); err != nil {
		return fileError(path, err)
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

func fileError(path string, err error) error {
	if full := WithErrFull(err); errors.Is(full, storage.ErrFull) {
		return fmt.Errorf("storage/bolt: %s: %w", path, full)
	}
	return fmt.Errorf("storage/bolt: %w", err)
}

// replace replaces a file that no process may use.
func (d *draft) replace(path, purpose string) error {
	from := d.path
	if d.unnamed {
		named, err := newNamedDraft(path, purpose)
		if err != nil {
			return err
		}
		named.discard()
		defer named.discard()
		from = named.path
		if err := d.link(from); err != nil {
			return fileError(path, err)
		}
	}
	_ = d.Close()
	if err := os.Rename(from, path); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return syncDir(path)
}

func syncDir(path string) error {
	if err := durable.SyncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return nil
}

// removeLeftovers requires that the caller holds the data file's lock.
func removeLeftovers(path string) {
	removeIf(filepath.Dir(path), func(name string) bool {
		return slices.ContainsFunc([]string{compacting, restoring, creating}, func(purpose string) bool {
			return strings.HasPrefix(name, filepath.Base(path)+"."+purpose+"-")
		})
	})
}

// FinishedName returns the intended name of an unfinished backup, and other names unchanged.
func FinishedName(name string) (finished string, isUnfinished bool) {
	finished, _, isUnfinished = strings.Cut(name, "."+backingUp+"-")
	return finished, isUnfinished
}

func removeUnfinished(dir string) {
	removeIf(dir, func(name string) bool {
		_, isUnfinished := FinishedName(name)
		return isUnfinished && !isInProgress(filepath.Join(dir, name))
	})
}

// removeIf ignores errors: the next call tries again.
func removeIf(dir string, isLeftover func(name string) bool) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if isLeftover(e.Name()) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
