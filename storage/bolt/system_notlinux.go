//go:build !linux

package bolt

import (
	"errors"
	"os"
)

func allocate(*os.File, int64) error { return errors.ErrUnsupported }

func openUnnamed(string) (*os.File, string, error) { return nil, "", errors.ErrUnsupported }

func linkUnnamed(_, _ string) error { return errors.ErrUnsupported }
