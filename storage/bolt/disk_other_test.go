//go:build darwin

package bolt

import "errors"

func fillDisk(string, string) error { return errors.ErrUnsupported }
