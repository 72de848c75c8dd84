//go:build !linux && !darwin && !freebsd

package bolt

import (
	"errors"
	"os"
)

func diskFree(string) (uint64, error) {
	return 0, errors.ErrUnsupported
}

func lockUnfinished(*os.File) {}

// isInProgress returns false: on these systems no process can delete another's open file.
func isInProgress(string) bool { return false }
