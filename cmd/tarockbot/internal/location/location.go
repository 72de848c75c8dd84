// Package location reads where data is: the path of a file, or the address (URL) of a PostgreSQL database. It never prints a
// password. Start at Check.
package location

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// IsDatabase reports whether the location begins like the address of a database.
func IsDatabase(location string) bool {
	return strings.HasPrefix(location, "postgres://") || strings.HasPrefix(location, "postgresql://")
}

// address holds what an address contains. It ignores the environment, unlike pgx (the PostgreSQL driver).
type address struct {
	user      string   // the user that pgx takes; "" if none is named
	passwords []string // those that aren't empty, including those that a later one overrides
	redacted  string   // the address for printing: xxxxx replaces each password, and a trailing ? or & is dropped
	isRefused bool     // see Check
}

// refused stands for every invalid address. It contains no part of the address, because a password may be anywhere.
var refused = address{redacted: "postgres://…", isRefused: true}

// urlScheme matches the beginning of a location that looks like a URL. No path of a file begins so: a drive of Windows has
// only one letter. Every URL counts as an address, because a mistyped postgres:// may be followed by a password, too.
var urlScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`)

// validText matches text without spaces, which pgx trims or refuses, and without ASCII control characters, which may break
// a line of the log. Two hexadecimal digits follow each %.
var validText = regexp.MustCompile(`^([^%\x00- \x7f]|%[0-9A-Fa-f]{2})*$`)

// validHost matches a host and its port, both of which may be missing.
const validHost = `(\[[^]@/?]+]|[^:,/?@[]*)(:[0-9]*)?`

// validHostsAndParameters matches the part after user and password:
//
//	rest       = host {"," host} ["/" database] ["?" [parameters]]
//	host       = (name | "[" IPv6 "]") [":" digits]
//	parameters = name "=" value {"&" name "=" value} ["&"]
//
// A host, database, name or value may be empty. Ports must be digits: otherwise postgres://user:password, which lacks a
// host, would pass with its password as a port. An @ before the parameters is refused: in postgres://user:1/2@host, pgx ends
// the host at the slash, and the rest of the password would be printed.
var validHostsAndParameters = regexp.MustCompile(`^` + validHost + `(,` + validHost + `)*(/[^@?]*)?(\?([^&=]*=[^&=]*(&|$))*)?$`)

// parseAddress splits an address at the same characters as pgx. It returns refused for an invalid one. For a file it
// sets only redacted, to the location.
func parseAddress(location string) address {
	if !urlScheme.MatchString(location) {
		return address{redacted: location}
	}
	scheme, rest, _ := strings.Cut(location, "://")
	credentials, at := "", ""
	if i := strings.IndexAny(rest, "@/"); i >= 0 && rest[i] == '@' {
		credentials, at, rest = rest[:i], "@", rest[i+1:]
	}
	if !IsDatabase(location) || !validText.MatchString(location) || !validHostsAndParameters.MatchString(rest) {
		return refused
	}
	hosts, query, _ := strings.Cut(rest, "?")
	a := address{redacted: scheme + "://"}
	a.addCredentials(credentials)
	a.redacted += at + hosts
	a.addParameters(query)
	return a
}

// addCredentials adds the text before the @ that precedes the hosts: the user and, after a colon, the password.
func (a *address) addCredentials(text string) {
	user, password, hasColon := strings.Cut(text, ":")
	a.user = decode(user)
	a.redacted += user
	if hasColon {
		a.redacted += ":" + a.redact(password)
	}
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
			value = a.redact(value)
		}
		a.redacted += separator + name + "=" + value
	}
}

// redact adds the password, which is in percent encoding, and returns what stands for it in print. An empty password is
// none, as in pgx, and stays empty.
func (a *address) redact(password string) string {
	if password == "" {
		return ""
	}
	a.passwords = append(a.passwords, decode(password))
	return "xxxxx"
}

// decode decodes the percent encoding of text that validText matches. A + stays a +, as in pgx.
func decode(text string) string {
	decoded, _ := url.PathUnescape(text)
	return decoded
}

// Check returns an error if the location looks like a URL but isn't a valid address of a database. It is stricter
// than pgx: spaces, control characters, a [ in a host's name, and an @ in a host or in the database's name must be in
// percent encoding. Port numbers, the values of parameters, and %00 are checked only when the database is opened.
func Check(location string) error {
	if parseAddress(location).isRefused {
		return errors.New("not a database address, such as postgres://user@host/name") // without the location; see refused
	}
	return nil
}

// Redacted returns the location for printing: an address with xxxxx for each password, and postgres://… for a
// location that looks like a URL but isn't a valid address of a database.
func Redacted(location string) string { return parseAddress(location).redacted }

// Passwords lists the passwords in the address of a database, including those that a later one overrides. A file and
// an invalid address have none.
func Passwords(location string) []string { return parseAddress(location).passwords }

// User returns the user that the address of a database names. If the address names several, User returns the last one,
// which pgx takes. A file and an invalid address have the user "".
func User(location string) string { return parseAddress(location).user }
