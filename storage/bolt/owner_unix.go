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

// handOver gives what root made to the owner of the file that is at path, or of
// the directory if there is none: a bot that doesn't run as root has to open it.
func handOver(d *draft, path string) error {
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
	// Not by a name, for the directory may be somebody's who puts a link there.
	if err := d.Chown(int(owner.Uid), int(owner.Gid)); err != nil {
		return fmt.Errorf("storage/bolt: %w", err)
	}
	return nil
}
