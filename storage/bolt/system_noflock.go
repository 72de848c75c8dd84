//go:build !linux && !darwin && !freebsd

package bolt

import (
	"errors"
	"os"
)

func diskFree(string) (uint64, error) {
	return 0, errors.ErrUnsupported
}

func holdUnfinished(*os.File) {}

// heldUnfinished returns false, because no process can delete a file that another has open.
func heldUnfinished(string) bool { return false }
