//go:build darwin

package bolt

import "errors"

func fillDisk(string, string) error { return errors.ErrUnsupported }

func useReserve(string, string) error { return errors.ErrUnsupported }

func backupFull(string, string) error { return errors.ErrUnsupported }
