// Package location tells a data file from the address (URL) of a PostgreSQL database, and hides the passwords in addresses. It
// refuses a location that looks like an address but isn't a valid one, because a password may be in it. It parses addresses
// itself: net/url refuses several hosts with ports and ignores passwords in parameters, and pgx mixes in the environment and
// doesn't say where in the text a password is. Start at Check and Redacted.
package location

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// likeURL matches a location that begins like a URL, even after spaces or invisible characters: any scheme with //, and
// postgres: without //. It may be a mistyped address with a password. A scheme has two characters or more, because C:// is a
// Windows drive. libpq's other form, such as host=h password=secret, counts as a file and is printed as it is.
var likeURL = regexp.MustCompile(`^[\pZ\pC]*([A-Za-z][A-Za-z0-9+.-]+://|(?i:postgres(ql)?:))`)

// IsDatabase reports whether the location begins like the address of a database.
func IsDatabase(location string) bool {
	return strings.HasPrefix(location, "postgres://") || strings.HasPrefix(location, "postgresql://")
}

// Check returns an error if the location looks like a URL but isn't a valid database address. It is stricter than pgx, the
// PostgreSQL driver:
//
//   - Spaces and control characters must be percent-encoded.
//   - So must an @ in the hosts or the database, a [ in a host's name, and a / or ? between brackets.
//   - A port consists of digits.
//
// Check leaves the rest to the opening of the database: the range of ports, the values of parameters, %00.
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

// Passwords returns the decoded passwords in the address of a database, including those that pgx ignores because another follows. A file and an
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

// address is a parsed database address: its parts in order, still percent-encoded. Joined, they are the address without a
// trailing ? or &. Unlike pgx, address ignores the environment (PGUSER, PGPASSWORD).
type address []part

// part is a piece of an address's text.
type part struct {
	kind partKind
	text string
}

// partKind says what the text of a part is.
type partKind int

const (
	plainPart partKind = iota // neither a user nor a password
	userPart
	passwordPart // empty text counts as no password, as in pgx
)

// parameterKinds are the kinds of parameters' values. The value of any other parameter is a plainPart.
var parameterKinds = map[string]partKind{"user": userPart, "password": passwordPart, "sslpassword": passwordPart}

// errInvalid contains no part of the location, because a password may be anywhere.
var errInvalid = errors.New("not a valid database address; an example is postgres://user@host/name")

// validText matches text in which two hexadecimal digits follow each %. It refuses spaces, because pgx trims or refuses them,
// and ASCII control characters, because they may break a line of the log.
var validText = regexp.MustCompile(`^([^%\x00- \x7f]|%[0-9A-Fa-f]{2})*$`)

// hostPattern matches a host and its port, both of which may be missing.
const hostPattern = `(\[[^]@/?]+]|[^:,/?@[]*)(:[0-9]*)?`

// validHostsAndParameters matches the part after user and password:
//
//	rest       = host {"," host} ["/" database] ["?" [parameters]]
//	host       = (name | "[" IPv6 "]") [":" digits]
//	parameters = name "=" value {"&" name "=" value} ["&"]
//
// A host, port, database, name or value may be empty. Ports must be digits: otherwise postgres://user:password, which lacks a
// host, would pass with its password as a port. An @ in the hosts or the database is refused: in postgres://user:1/2@host, pgx ends
// the host at the slash, and the rest of the password would be printed.
var validHostsAndParameters = regexp.MustCompile(`^` + hostPattern + `(,` + hostPattern + `)*(/[^@?]*)?(\?([^&=]*=[^&=]*(&|$))*)?$`)

// parse splits the address of a database at the same characters as pgx. For any other location it returns errInvalid.
func parse(location string) (address, error) {
	if !IsDatabase(location) || !validText.MatchString(location) {
		return nil, errInvalid
	}
	scheme, rest, _ := strings.Cut(location, "://")
	login, rest := splitLogin(rest)
	if !validHostsAndParameters.MatchString(rest) {
		return nil, errInvalid
	}
	hosts, query, _ := strings.Cut(rest, "?")
	a := append(address{{plainPart, scheme + "://"}}, login...)
	return append(append(a, part{plainPart, hosts}), parameters(query)...), nil
}

// splitLogin splits "user:password@" off the text and returns its parts; none if the text has no user. As pgx does, it looks
// for the @ only before the first slash, so a ? or # may be in a password.
func splitLogin(text string) (login address, rest string) {
	i := strings.IndexAny(text, "@/")
	if i < 0 || text[i] == '/' {
		return nil, text
	}
	user, password, hasPassword := strings.Cut(text[:i], ":")
	login = address{{userPart, user}}
	if hasPassword {
		login = append(login, part{plainPart, ":"}, part{passwordPart, password})
	}
	return append(login, part{plainPart, "@"}), text[i+1:]
}

// parameters returns the parts of the parameters.
func parameters(query string) (all address) {
	for separator := "?"; query != ""; separator = "&" {
		var parameter string
		parameter, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(parameter, "=")
		all = append(all, part{plainPart, separator + name + "="}, part{parameterKinds[decode(name)], value})
	}
	return all
}

// redacted returns the address with xxxxx for each password. An empty password stays empty.
func (a address) redacted() string {
	var text strings.Builder
	for _, p := range a {
		if p.kind == passwordPart && p.text != "" {
			p.text = "xxxxx"
		}
		text.WriteString(p.text)
	}
	return text.String()
}

// passwords returns the decoded passwords, in order.
func (a address) passwords() (all []string) {
	for _, p := range a {
		if p.kind == passwordPart && p.text != "" {
			all = append(all, decode(p.text))
		}
	}
	return all
}

// user returns the decoded user that pgx takes, which is the last one; "" if there is none.
func (a address) user() (last string) {
	for _, p := range a {
		if p.kind == userPart {
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
