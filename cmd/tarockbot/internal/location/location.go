// Package location reads where data is: the path of a file, or the address (URL) of a PostgreSQL database. No
// password in an address is printed. Start at Check and Redacted.
package location

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// likeURL matches a location that begins like a URL, even behind spaces or invisible characters. A scheme needs two letters,
// because C:// is a Windows drive. Any scheme with // counts as an address, and so does postgres: without //, because the
// operator may have mistyped the address of a database, and a password may follow. The other form that libpq accepts, such
// as host=h password=secret, counts as a file.
var likeURL = regexp.MustCompile(`^[\pZ\pC]*([A-Za-z][A-Za-z0-9+.-]+://|(?i:postgres(ql)?:))`)

// IsDatabase reports whether the location begins like the address of a database.
func IsDatabase(location string) bool {
	return strings.HasPrefix(location, "postgres://") || strings.HasPrefix(location, "postgresql://")
}

// Check returns an error if the location looks like a URL but isn't a valid database address. It accepts less than pgx (the
// PostgreSQL driver) does: spaces, control characters, an @ before the parameters and a [ in a host's name must be
// percent-encoded, and ports must be plain digits. The range of a port, the values of parameters, and %00 are checked when
// the database is opened.
func Check(location string) error {
	if !likeURL.MatchString(location) {
		return nil
	}
	_, err := parse(location)
	return err
}

// Redacted returns the location for printing: a file as it is, an address with xxxxx for each password, and postgres://…
// for a location that Check refuses.
func Redacted(location string) string {
	if !likeURL.MatchString(location) {
		return location
	}
	a, err := parse(location)
	if err != nil {
		return "postgres://…"
	}
	return a.redacted()
}

// Passwords returns the passwords in the address of a database, including those that a later one overrides. A file and an
// invalid address have none.
func Passwords(location string) []string {
	a, _ := parse(location)
	return a.passwords()
}

// User returns the user that the address of a database names. If the address names several, User returns the last one,
// which pgx takes. A file and an invalid address have the user "".
func User(location string) string {
	a, _ := parse(location)
	return a.user()
}

// address is a parsed database address: its parts in order, still percent-encoded. Together they are the whole address, but
// for a ? or & at its end. The environment adds nothing to it, unlike in pgx.
type address []part

// part is a piece of an address's text.
type part struct {
	kind kind
	text string
}

// kind says what the text of a part is.
type kind int

const (
	plain kind = iota // printed as it is, and of no other use
	user
	password // an empty one is none, as in pgx
)

// parameterKinds are the kinds of parameters' values. The value of any other parameter is plain.
var parameterKinds = map[string]kind{"user": user, "password": password, "sslpassword": password}

// errInvalid contains no part of the location, because a password may be anywhere.
var errInvalid = errors.New("not a database address, such as postgres://user@host/name")

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

// parse splits the address of a database at the same characters as pgx. For any other location it returns errInvalid.
func parse(location string) (address, error) {
	scheme, rest, _ := strings.Cut(location, "://")
	a := address{{plain, scheme + "://"}}
	if i := strings.IndexAny(rest, "@/"); i >= 0 && rest[i] == '@' {
		name, secret, hasColon := strings.Cut(rest[:i], ":")
		a = append(a, part{user, name})
		if hasColon {
			a = append(a, part{plain, ":"}, part{password, secret})
		}
		a, rest = append(a, part{plain, "@"}), rest[i+1:]
	}
	if !IsDatabase(location) || !validText.MatchString(location) || !validHostsAndParameters.MatchString(rest) {
		return nil, errInvalid
	}
	hosts, query, _ := strings.Cut(rest, "?")
	a = append(a, part{plain, hosts})
	for separator := "?"; query != ""; separator = "&" {
		var parameter string
		parameter, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(parameter, "=")
		a = append(a, part{plain, separator + name + "="}, part{parameterKinds[decode(name)], value})
	}
	return a, nil
}

// redacted returns the address with xxxxx for each password. An empty password stays empty.
func (a address) redacted() string {
	var text strings.Builder
	for _, p := range a {
		if p.kind == password && p.text != "" {
			p.text = "xxxxx"
		}
		text.WriteString(p.text)
	}
	return text.String()
}

// passwords returns the decoded passwords, in order.
func (a address) passwords() (all []string) {
	for _, p := range a {
		if p.kind == password && p.text != "" {
			all = append(all, decode(p.text))
		}
	}
	return all
}

// user returns the decoded user that pgx takes, which is the last one; "" if there is none.
func (a address) user() (last string) {
	for _, p := range a {
		if p.kind == user {
			last = decode(p.text)
		}
	}
	return last
}

// decode decodes the percent encoding of text that validText matches. A + stays a +, as in pgx.
func decode(text string) string {
	decoded, _ := url.PathUnescape(text)
	return decoded
}
