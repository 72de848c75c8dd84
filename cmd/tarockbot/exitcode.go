package main

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"tarockbot/bot/documents"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// exitCode returns the code that exit.With set, else a code for the kind of error.
func exitCode(err error) int {
	isAny := func(targets ...error) bool {
		return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
	}
	var pathErr *fs.PathError
	switch {
	case exit.Code(err) != 0:
		return exit.Code(err)
	case isAny(context.Canceled):
		return exit.Stopped
	case isAny(bolt.ErrLocked, postgres.ErrHeld), networks.IsTaken(err):
		return exit.Locked
	case isAny(postgres.ErrDenied), networks.IsConfigError(err):
		return exit.Config
	case isAny(bolt.ErrForeign, bolt.ErrMeta, postgres.ErrForeign, postgres.ErrUnfinished, storage.ErrDamaged,
		documents.ErrNewerData, documents.ErrOlderData, documents.ErrTooOld):
		return exit.Data
	case errors.As(err, &pathErr), isAny(fs.ErrExist, postgres.ErrNotEmpty,
		storage.ErrUnavailable, storage.ErrUncertain, storage.ErrFull, storage.ErrClosed):
		return exit.IO
	}
	return exit.Software
}
