package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"tarockbot/bot/discord"
	"tarockbot/bot/keep"
	"tarockbot/bot/telegram"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// The exit codes besides 0. Those from 64 on are the ones of sysexits.h, so
// that a service manager can tell what is worth another try.
const (
	exitDiffers     = 1  // replay: a result is not the recorded one; doctor: not all is well
	exitUsage       = 64 // the command line makes no sense
	exitData        = 65 // a file is not what it should be
	exitUnavailable = 69 // an address can't be listened on
	exitSoftware    = 70 // a mistake of the program
	exitIO          = 74 // reading or writing failed
	exitLocked      = 75 // another process has the data file, or is the bot
	exitConfig      = 78 // the configuration makes no sense, or a network refuses it
)

// failure is an error that knows its exit code.
type failure struct {
	code int
	err  error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// fail gives an error an exit code; nil stays nil.
func fail(code int, err error) error {
	if err == nil {
		return nil
	}
	return &failure{code, err}
}

func usageError(format string, args ...any) error {
	return fail(exitUsage, fmt.Errorf(format, args...))
}

// exitCode is the code of the failure in err, or what its kind suggests.
func exitCode(err error) int {
	var f *failure
	var path *fs.PathError
	switch {
	case errors.As(err, &f):
		return f.code
	case errors.Is(err, bolt.ErrLocked), errors.Is(err, telegram.ErrConflict):
		return exitLocked
	case errors.Is(err, discord.ErrToken), errors.Is(err, discord.ErrIntents),
		errors.Is(err, telegram.ErrToken), errors.Is(err, telegram.ErrWebhook):
		return exitConfig
	case errors.Is(err, bolt.ErrForeign), errors.Is(err, bolt.ErrDamaged), errors.Is(err, bolt.ErrMeta),
		errors.Is(err, keep.ErrNewerData), errors.Is(err, keep.ErrOlderData), errors.Is(err, keep.ErrTooOld), errors.Is(err, keep.ErrUnreadable):
		return exitData
	case errors.As(err, &path), errors.Is(err, fs.ErrExist),
		errors.Is(err, storage.ErrUncertain), errors.Is(err, storage.ErrFull), errors.Is(err, storage.ErrClosed):
		return exitIO
	}
	return exitSoftware
}

// oneLine is the error's text without line breaks, and without which package of the
// program has noticed it, which is nothing to an operator.
func oneLine(err error) string {
	text := strings.ReplaceAll(err.Error(), "storage/bolt: ", "")
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
