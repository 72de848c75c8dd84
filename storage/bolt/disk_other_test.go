//go:build darwin

package bolt

import "errors"

func fillDisk(string, int, string) error { return errors.ErrUnsupported }

func useReserve(string, int, string) error { return errors.ErrUnsupported }

func backupFull(string, int, string) error { return errors.ErrUnsupported }
