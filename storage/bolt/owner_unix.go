//go:build unix

package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// chownToOwner gives root's draft to the owner of the file at path, or else of the directory.
func chownToOwner(d *draft, path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	// not by name: the directory's owner could put a link there
	if err := d.Chown(int(owner.Uid), int(owner.Gid)); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return nil
}
