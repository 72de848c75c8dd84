// Package location distinguishes data files from PostgreSQL addresses, and hides passwords. It parses addresses itself:
// net/url refuses several hosts with ports, and pgx doesn't report where a password is. Start at Check.
package location

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// likeURL also matches mistyped addresses, which may have a password. A one-letter scheme is a Windows drive. libpq's
// form host=h password=secret counts as a file.
var likeURL = regexp.MustCompile(`^[\pZ\pC]*([A-Za-z][A-Za-z0-9+.-]+://|(?i:postgres(ql)?:))`)

// IsDatabase reports whether the location begins like the address of a database.
func IsDatabase(location string) bool {
	return strings.HasPrefix(location, "postgres://") || strings.HasPrefix(location, "postgresql://")
}

// Check returns an error if the location looks like a URL but isn't a valid database address. It is stricter than pgx:
// see validText and validHostsAndParameters.
func Check(location string) error {
	if !likeURL.MatchString(location) {
		return nil
	}
	_, err := parse(location)
	return err
}

// Redact replaces the passwords in an address with xxxxx. It returns postgres://… for a location that Check refuses.
func Redact(location string) string {
	if !likeURL.MatchString(location) {
		return location
	}
	a, err := parse(location)
	if err != nil {
		return "postgres://…"
	}
	return a.redacted()
}

// Passwords returns the decoded passwords in a valid address, including those that pgx ignores.
func Passwords(location string) []string {
	a, _ := parse(location)
	return a.passwords()
}

// User returns the user that pgx takes, or "".
func User(location string) string {
	a, _ := parse(location)
	return a.user()
}

// address is a database address in parts, which are still percent-encoded.
type address []part

type part struct {
	kind partKind
	text string
}

type partKind int

const (
	plainPart partKind = iota
	userPart
	passwordPart // empty text counts as no password, as in pgx
)

var parameterKinds = map[string]partKind{"user": userPart, "password": passwordPart, "sslpassword": passwordPart}

// errInvalid contains no part of the location, because a password may be anywhere.
var errInvalid = errors.New("not a valid database address; an example is postgres://user@host/name")

// validText refuses spaces, which pgx trims or refuses, and control characters, which may break a log line.
var validText = regexp.MustCompile(`^([^%\x00- \x7f]|%[0-9A-Fa-f]{2})*$`)

const hostPattern = `(\[[^]@/?]+]|[^:,/?@[]*)(:[0-9]*)?`

// validHostsAndParameters matches the part after user and password:
//
//	rest       = host {"," host} ["/" database] ["?" [parameters]]
//	host       = (name | "[" IPv6 "]") [":" digits]
//	parameters = name "=" value {"&" name "=" value} ["&"]
//
// Ports must be digits: otherwise the password in postgres://user:password would pass as a port. An @ is refused: in
// postgres://user:1/2@host, pgx ends the host at the slash, and the rest of the password would be printed.
var validHostsAndParameters = regexp.MustCompile(`^` + hostPattern + `(,` + hostPattern + `)*(/[^@?]*)?(\?([^&=]*=[^&=]*(&|$))*)?$`)

// parse splits an address at the same characters as pgx.
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

// splitLogin looks for the @ only before the first slash, as pgx does.
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

func parameters(query string) (all address) {
	for separator := "?"; query != ""; separator = "&" {
		var parameter string
		parameter, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(parameter, "=")
		all = append(all, part{plainPart, separator + name + "="}, part{parameterKinds[decode(name)], value})
	}
	return all
}

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

func (a address) passwords() (all []string) {
	for _, p := range a {
		if p.kind == passwordPart && p.text != "" {
			all = append(all, decode(p.text))
		}
	}
	return all
}

func (a address) user() (last string) {
	for _, p := range a {
		if p.kind == userPart {
			last = decode(p.text)
		}
	}
	return last
}

// decode keeps a +, as pgx does.
func decode(text string) string {
	decoded, _ := url.PathUnescape(text)
	return decoded
}
