// Package stores opens the data: a file, or a database that several nodes share. It also reads the keys of the bot.
// A place is where data is: the path of a file, or the address of a database.
//
//   - place.go tells files from databases, and hides the passwords in addresses.
//   - database.go connects to databases. compact.go opens a data file for a bot. snapshot.go reads both, and copies
//     databases.
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

// passwordParameters are the parameters of an address that hold passwords. The user may have one, too.
var passwordParameters = []string{"password", "sslpassword"}

// ambiguous matches an address that net/url cuts at other places than pgx, the driver of PostgreSQL. Pgx knows no
// #fragment, trims spaces, and ends the user and the password at the first @ before any slash, even after a question
// mark. An operator can write these characters in percent encoding.
var ambiguous = regexp.MustCompile(`[# ]|^[a-z]+://[^/@]*(\?[^/@]*|@[^/?@]*)@`)

// IsDatabase reports whether the place begins like the address of a database.
func IsDatabase(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// parseAddress parses the address of a database, and its parameters as pgx reads them. It returns false for a file, and
// for an address that is ambiguous or invalid: a malformed parameter may hold a password. The configuration that pgx
// parses wouldn't do, because it adds the user and the password of the environment to those of the address.
func parseAddress(place string) (address url.URL, parameters url.Values, ok bool) {
	parsed, err := url.Parse(place)
	if err != nil || !IsDatabase(place) || ambiguous.MatchString(place) {
		return url.URL{}, nil, false
	}
	parameters, err = url.ParseQuery(strings.ReplaceAll(parsed.RawQuery, "+", "%2B")) // to pgx, a + is no space
	if err != nil {
		return url.URL{}, nil, false
	}
	return *parsed, parameters, true
}

// CheckAddress returns an error if the place begins like the address of a database but isn't a valid one.
func CheckAddress(place string) error {
	if _, _, ok := parseAddress(place); IsDatabase(place) && !ok {
		return errors.New("is no address of a database, such as postgres://user@host/name") // the error would show a password
	}
	return nil
}

// WithoutPassword returns the place in a form that may be printed: an address without its passwords, and nothing of an
// invalid address.
func WithoutPassword(place string) string {
	address, parameters, ok := parseAddress(place)
	switch {
	case !IsDatabase(place):
		return place
	case !ok:
		return "postgres://…"
	}
	for _, name := range passwordParameters {
		if parameters.Has(name) {
			parameters.Set(name, "xxxxx") // as Redacted does
			address.RawQuery = parameters.Encode()
		}
	}
	return address.Redacted()
}

// PasswordsIn lists the passwords in the address of a database, including those that a later one overrides. A file has
// none.
func PasswordsIn(place string) (all []string) {
	address, parameters, _ := parseAddress(place)
	if password, ok := address.User.Password(); ok {
		all = append(all, password)
	}
	for _, name := range passwordParameters {
		all = append(all, parameters[name]...)
	}
	return all
}

// UserIn returns the user that the address of a database names; "" if it names none. A file has none.
func UserIn(place string) string {
	address, parameters, _ := parseAddress(place)
	named := append([]string{address.User.Username()}, parameters["user"]...)
	return named[len(named)-1] // as pgx does
}

// Name returns the name of the file or of the database in a form that may be in the name of a file. Two databases of a
// host never share a name. If pgx refuses the address, so that no program can open the database, Name returns "".
func Name(place string) string {
	if !IsDatabase(place) {
		return filepath.Base(place)
	}
	name, _ := postgres.DatabaseName(place) // the caller learns of the error when it opens the database
	return strings.NewReplacer("%", "%25", "/", "%2F").Replace(name)
}
