// Package exit has the exit codes of the program, and errors with an exit code.
package exit

import (
	"errors"
	"fmt"
)

// The exit codes besides 0. The codes from 64 to 78 are those of sysexits.h. A service manager knows by them whether
// another try is worthwhile.
const (
	Findings    = 1   // the command worked and found something wrong
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
	error
	code int
}

// Unwrap returns the error without the code.
func (f *failure) Unwrap() error { return f.error }

// With returns the error with an exit code. A nil error stays nil.
func With(code int, err error) error {
	if err == nil {
		return nil
	}
	return &failure{err, code}
}

// UsageError returns an error about the command line.
func UsageError(format string, args ...any) error { return With(Usage, fmt.Errorf(format, args...)) }

// Code returns the exit code that With gave the error; 0 if the error has none.
func Code(err error) int {
	var f *failure
	if errors.As(err, &f) {
		return f.code
	}
	return 0
}
