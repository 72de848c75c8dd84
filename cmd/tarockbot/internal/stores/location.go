package stores

import (
	"errors"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"tarockbot/storage/postgres"
)

// IsDatabase reports whether the location begins like the address of a database.
func IsDatabase(location string) bool {
	return strings.HasPrefix(location, "postgres://") || strings.HasPrefix(location, "postgresql://")
}

// address holds the user and the passwords that an address contains. It ignores the environment, unlike pgx (the
// PostgreSQL driver).
type address struct {
	user      string   // the user that pgx takes; "" if none is named
	passwords []string // all passwords, including those that a later one overrides
	redacted  string   // the address for printing: xxxxx replaces each password, and a trailing ? or & is dropped
	err       error    // see CheckAddress
}

// invalid stands for every invalid address. Neither redacted nor err contains a part of the address, because a password may
// be anywhere.
var invalid = address{redacted: "postgres://…", err: errors.New("not a database address, such as postgres://user@host/name")}

// validText matches text without spaces, which pgx trims, and without ASCII control characters, which may break a
// line of the log. Two hexadecimal digits follow each %.
var validText = regexp.MustCompile(`^([^%\x00- \x7f]|%[0-9A-Fa-f]{2})*$`)

// validHost matches a host and its port, both of which may be missing.
const validHost = `(\[[^]@/?]+]|[^:,/?@[]*)(:[0-9]*)?`

// validRest matches the part after user and password: hosts with ports, the database's name and parameters. Ports must be
// digits: otherwise postgres://user:password, which lacks a host, would pass with its password as a port. An @ before the
// parameters is refused: in postgres://user:1/2@host, pgx ends the host at the slash, and the rest of the password would be
// printed.
var validRest = regexp.MustCompile(`^` + validHost + `(,` + validHost + `)*(/[^@?]*)?(\?([^&=]*=[^&=]*(&|$))*)?$`)

// parseAddress splits an address at the same characters as pgx. For a file it sets only redacted, to the location.
func parseAddress(location string) address {
	if !IsDatabase(location) {
		return address{redacted: location}
	}
	if !validText.MatchString(location) {
		return invalid
	}
	scheme, rest, _ := strings.Cut(location, "://")
	a := address{redacted: scheme + "://"}
	if i := strings.IndexAny(rest, "@/"); i >= 0 && rest[i] == '@' {
		a.addCredentials(rest[:i])
		rest = rest[i+1:]
	}
	if !validRest.MatchString(rest) {
		return invalid
	}
	hosts, query, _ := strings.Cut(rest, "?")
	a.redacted += hosts
	a.addParameters(query)
	return a
}

// addCredentials adds the text before the @ that precedes the hosts: the user and, after a colon, the password.
func (a *address) addCredentials(text string) {
	user, password, hasPassword := strings.Cut(text, ":")
	a.user = decode(user)
	a.redacted += user
	if hasPassword {
		a.passwords = append(a.passwords, decode(password))
		a.redacted += ":xxxxx"
	}
	a.redacted += "@"
}

// addParameters adds the parameters after the ?. A user among them replaces an earlier one.
func (a *address) addParameters(query string) {
	for separator := "?"; query != ""; separator = "&" {
		var parameter string
		parameter, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(parameter, "=")
		switch decode(name) {
		case "user":
			a.user = decode(value)
		case "password", "sslpassword":
			a.passwords = append(a.passwords, decode(value))
			value = "xxxxx"
		}
		a.redacted += separator + name + "=" + value
	}
}

// decode decodes the percent encoding of text that validText matches. A + stays a +, as in pgx.
func decode(text string) string {
	decoded, _ := url.PathUnescape(text)
	return decoded
}

// CheckAddress returns an error if the location begins like the address of a database but isn't a valid address. Spaces
// and control characters, and an @ in a host or in the database's name, must be in percent encoding, although pgx accepts
// them as they are. Port numbers, the values of parameters, and %00 are checked only when the database is opened.
func CheckAddress(location string) error { return parseAddress(location).err }

// WithoutPassword returns the location for printing: an address with xxxxx for each password, and postgres://… for an
// invalid address.
func WithoutPassword(location string) string { return parseAddress(location).redacted }

// PasswordsIn lists the passwords in the address of a database, including those that a later one overrides. A file and
// an invalid address have none.
func PasswordsIn(location string) []string { return parseAddress(location).passwords }

// UserIn returns the user that the address of a database names. If the address names several, UserIn returns the last one,
// which pgx takes. A file and an invalid address have the user "".
func UserIn(location string) string { return parseAddress(location).user }

// notInFileNames matches % and the characters that file names can't have on Windows or Unix.
var notInFileNames = regexp.MustCompile(`[%/\\:*?"<>|\x00-\x1f]`)

// BackupName returns the prefix of backup file names: the data file's name, or the database's name with percent encoding
// for characters that file names can't have. Different database names get different prefixes. It returns "" if pgx rejects
// the address; no backup is possible then.
func BackupName(location string) string {
	if !IsDatabase(location) {
		return filepath.Base(location)
	}
	name, _ := postgres.DatabaseName(location) // the caller learns of the error when it opens the database
	return notInFileNames.ReplaceAllStringFunc(name, url.QueryEscape)
}
