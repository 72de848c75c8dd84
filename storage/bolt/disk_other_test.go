//go:build darwin

package bolt

import "errors"

func useReserve(string, int, string) error { return errors.ErrUnsupported }
