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

// heldUnfinished is false: no process can delete another's open file.
func heldUnfinished(string) bool { return false }
