// Package exit has the exit codes of the program, errors with an exit code, and the form of an error that an operator
// reads.
package exit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"tarockbot/bot/documents"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// The exit codes besides 0. The codes from 64 to 78 are those of sysexits.h. A service manager knows by them whether
// another try is worthwhile.
const (
	Differs     = 1   // replay: a result is not the recorded one; verify: a deal isn't fair; doctor, check-config: not all is well
	Unchecked   = 2   // verify: not all could be checked
	Usage       = 64  // the command line is wrong
	Data        = 65  // a file or database has wrong contents
	Unavailable = 69  // an address can't be listened on
	Software    = 70  // the program has a bug
	IO          = 74  // reading or writing failed
	Locked      = 75  // another process has the data file, or is the bot
	Config      = 78  // the configuration is wrong, or a network refuses it
	Stopped     = 130 // the operator has interrupted the program
)

// failure is an error with an exit code.
type failure struct {
	code int
	err  error
}

// Error implements error.
func (f *failure) Error() string { return f.err.Error() }

// Unwrap returns the error without the code.
func (f *failure) Unwrap() error { return f.err }

// With returns the error with an exit code. A nil error stays nil.
func With(code int, err error) error {
	if err == nil {
		return nil
	}
	return &failure{code, err}
}

// UsageError returns an error about the command line.
func UsageError(format string, args ...any) error { return With(Usage, fmt.Errorf(format, args...)) }

// Code returns the exit code of an error: the one that With gave it, or what its kind suggests.
func Code(err error) int {
	var f *failure
	var path *fs.PathError
	switch {
	case errors.As(err, &f):
		return f.code
	case errors.Is(err, context.Canceled):
		return Stopped
	case errors.Is(err, bolt.ErrLocked), errors.Is(err, postgres.ErrHeld), networks.IsTaken(err):
		return Locked
	case errors.Is(err, postgres.ErrDenied), networks.Refuses(err):
		return Config
	case errors.Is(err, bolt.ErrForeign), errors.Is(err, postgres.ErrForeign), errors.Is(err, postgres.ErrUnfinished), errors.Is(err, storage.ErrDamaged), errors.Is(err, bolt.ErrMeta),
		errors.Is(err, documents.ErrNewerData), errors.Is(err, documents.ErrOlderData), errors.Is(err, documents.ErrTooOld):
		return Data
	case errors.As(err, &path), errors.Is(err, fs.ErrExist), errors.Is(err, postgres.ErrNotEmpty),
		errors.Is(err, storage.ErrUnavailable), errors.Is(err, storage.ErrUncertain), errors.Is(err, storage.ErrFull), errors.Is(err, storage.ErrClosed):
		return IO
	}
	return Software
}

// OneLine returns the error's text without line breaks and without the names of the storage packages, which mean
// nothing to an operator.
func OneLine(err error) string {
	text := strings.NewReplacer("storage: ", "", "storage/bolt: ", "", "storage/postgres: ", "", "storage/sealed: ", "").Replace(err.Error())
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "; ")
}
