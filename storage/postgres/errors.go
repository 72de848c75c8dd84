package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"tarockbot/storage"
)

// ErrDenied means that the connection string is invalid, or the server refused the role, password or database.
var ErrDenied = errors.New("storage/postgres: the database refuses the connection")

const (
	serialization         = "40001"
	deadlock              = "40P01"
	diskFull              = "53100"
	readOnly              = "25006"
	undefinedTable        = "42P01"
	duplicateTable        = "42P07"
	duplicateKey          = "23505"
	duplicateObject       = "42710" // such as a table's row type
	insufficientPrivilege = "42501"
	connection            = "08"
	authorization         = "28"
	unknownDatabase       = "3D000"
	lockTimeout           = "55P03"
	resources             = "53"
	intervention          = "57"
)

func hasCode(err error, codes ...string) bool {
	answer, is := errors.AsType[*pgconn.PgError](err)
	return is && slices.ContainsFunc(codes, func(c string) bool { return strings.HasPrefix(answer.Code, c) })
}

func isTemporary(err error) bool {
	var answer *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, pgx.ErrNoRows), errors.Is(err, storage.ErrNotFound), errors.Is(err, storage.ErrDamaged):
		return false
	case errors.As(err, &answer):
		return hasCode(err, connection, resources, intervention, readOnly, serialization, deadlock, lockTimeout)
	}
	return true
}

// isDefinite reports whether the server certainly wrote nothing. FATAL doesn't count: a server that shuts down may have
// committed.
func isDefinite(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.SeverityUnlocalized == "ERROR"
}

func wrap(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case isTemporary(err):
		return fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
	}
	return prefix(err)
}

func prefix(err error) error {
	isOwn := func(own error) bool { return errors.Is(err, own) }
	if err == nil || slices.ContainsFunc([]error{storage.ErrNotFound, storage.ErrDamaged, ErrDenied}, isOwn) {
		return err
	}
	return fmt.Errorf("storage/postgres: %w", err)
}

type connectError struct {
	error
	text string
}

func (e connectError) Error() string { return e.text }
func (e connectError) Unwrap() error { return e.error }

// shortError shortens a connection error to one line, without duplicates and refused TLS attempts.
func shortError(err error) error {
	var failed *pgconn.ConnectError
	if !errors.As(err, &failed) {
		return err
	}
	all := strings.Split(failed.Error(), "\n")
	head, answers := all[0], all[1:]
	noTLS := func(answer string) bool { return strings.HasSuffix(answer, "server refused TLS connection") }
	if plain := slices.DeleteFunc(slices.Clone(answers), noTLS); len(plain) > 0 {
		answers = plain
	}
	var lines []string
	for _, line := range answers {
		if line = strings.TrimSpace(line); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return connectError{err, strings.TrimSpace(head + " " + strings.Join(lines, "; "))}
}
