// Package stores opens the data: a file, or a database that several nodes share. It also reads and makes the keys of the
// bot. A place is where data is: the path of a file, or the address of a database.
//
//   - place.go tells files from databases, and hides the passwords in addresses.
//   - database.go connects to databases. compact.go opens a data file for a bot. snapshot.go reads both.
//   - keys.go reads and makes the keys that seal hidden cards, signing.go the key that signs deals.
package stores

import (
	"errors"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"tarockbot/storage/postgres"
)

// IsDatabase reports whether the place begins like the address of a database.
func IsDatabase(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// address is what a place says of its user and passwords, without what pgx, the driver of PostgreSQL, adds from the
// environment.
type address struct {
	user      string   // the user that pgx takes; "" if none is named
	passwords []string // all passwords, including those that a later one overrides
	redacted  string   // the place as it may be printed: as written, with xxxxx for each password
}

// parseAddress parses a place. It cuts the address of a database where pgx cuts it. In an invalid address a password may
// be anywhere, so nothing of it is printed, not even in the error. A file has no user and no passwords.
func parseAddress(place string) (a address, err error) {
	if !IsDatabase(place) {
		return address{redacted: place}, nil
	}
	scheme, rest, _ := strings.Cut(place, "://")
	a.redacted = scheme + "://"
	if i := strings.IndexAny(rest, "@/"); i >= 0 && rest[i] == '@' {
		user, password, hasPassword := strings.Cut(rest[:i], ":")
		a.redacted += a.set("user", user)
		if hasPassword {
			a.redacted += ":" + a.set("password", password)
		}
		a.redacted += "@"
		rest = rest[i+1:]
	}
	// Pgx trims spaces, and a control character may break a line of the log.
	isBlank := func(r rune) bool { return r <= ' ' || r == 0x7f }
	if _, err := url.PathUnescape(place); err != nil || strings.ContainsFunc(place, isBlank) || !validRest.MatchString(rest) {
		return address{redacted: "postgres://…"}, errors.New("is no address of a database, such as postgres://user@host/name")
	}
	hosts, query, _ := strings.Cut(rest, "?")
	a.redacted += hosts
	for separator := "?"; query != ""; separator = "&" {
		var parameter string
		parameter, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(parameter, "=")
		a.redacted += separator + name + "=" + a.set(name, value)
	}
	return a, nil
}

// validRest matches what follows the user and the password: hosts with ports, the database's name, and parameters. A
// port is a number, because postgres://user:password lacks a host. There is no @ before the parameters, because
// postgres://user:1/2@host has a password that isn't in percent encoding.
var validRest = regexp.MustCompile(`^` + validHost + `(,` + validHost + `)*(/[^@?]*)?(\?([^&=]*=[^&=]*(&|$))*)?$`)

// validHost matches a host and its port, both of which may be missing.
const validHost = `(\[[^]@/?]+]|[^:,/?@[]*)(:[0-9]*)?`

// set stores the value of a parameter that is the user or a password, and returns the value as it may be printed. The
// name and the value are in percent encoding. As in pgx, a + is no space.
func (a *address) set(name, value string) (redacted string) {
	name, _ = url.PathUnescape(name) // parseAddress returns its error
	decoded, _ := url.PathUnescape(value)
	switch name {
	case "user":
		a.user = decoded
	case "password", "sslpassword":
		a.passwords = append(a.passwords, decoded)
		return "xxxxx"
	}
	return value
}

// CheckAddress returns an error if the place begins like the address of a database but isn't a valid one. Spaces, and an
// @ in the name of the database, must be in percent encoding, although pgx takes them as they are. Values of parameters,
// and numbers of ports, are checked only when a database is opened.
func CheckAddress(place string) error {
	_, err := parseAddress(place)
	return err
}

// WithoutPassword returns the place in a form that may be printed: an address without its passwords, and nothing of an
// invalid address.
func WithoutPassword(place string) string {
	a, _ := parseAddress(place)
	return a.redacted
}

// PasswordsIn lists the passwords in the address of a database, including those that a later one overrides. A file and
// an invalid address have none.
func PasswordsIn(place string) []string {
	a, _ := parseAddress(place)
	return a.passwords
}

// UserIn returns the user that the address of a database names. If the address names several, pgx takes the last one, and
// so does UserIn. A file and an invalid address have the user "".
func UserIn(place string) string {
	a, _ := parseAddress(place)
	return a.user
}

// notInFileNames matches % and the characters that names of files can't have on Windows or Unix.
var notInFileNames = regexp.MustCompile(`[%/\\:*?"<>|\x00-\x1f]`)

// BackupName returns the beginning of the names of the backups of the place: the data file's name, or the database's name
// with percent encoding for notInFileNames. Databases with different names get different results. BackupName returns "" if
// pgx refuses the address: then no backup can be made either.
func BackupName(place string) string {
	if !IsDatabase(place) {
		return filepath.Base(place)
	}
	name, _ := postgres.DatabaseName(place) // the caller learns of the error when it opens the database
	return notInFileNames.ReplaceAllStringFunc(name, url.QueryEscape)
}
