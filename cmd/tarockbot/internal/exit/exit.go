// Package exit defines the program's exit codes, and errors with an exit code.
package exit

import (
	"errors"
	"fmt"
)

// The codes from 64 to 78 follow sysexits.h.
const (
	Findings    = 1  // the command found something wrong
	Unchecked   = 2  // verify: not everything could be checked
	Usage       = 64 // wrong command line
	Data        = 65 // wrong contents of a file or database
	Unavailable = 69 // an address can't be opened
	Software    = 70
	IO          = 74  // reading or writing failed
	Locked      = 75  // another process uses the data file, or is the bot
	Config      = 78  // wrong configuration, or a network refuses it
	Stopped     = 130 // interrupted by the operator
)

type failure struct {
	error
	code int
}

func (f *failure) Unwrap() error { return f.error }

// With adds an exit code to err. A nil error stays nil.
func With(code int, err error) error {
	if err == nil {
		return nil
	}
	return &failure{err, code}
}

// UsageError returns an error about the command line.
func UsageError(format string, args ...any) error { return With(Usage, fmt.Errorf(format, args...)) }

// Code returns the error's exit code, or 0.
func Code(err error) int {
	var f *failure
	if errors.As(err, &f) {
		return f.code
	}
	return 0
}
