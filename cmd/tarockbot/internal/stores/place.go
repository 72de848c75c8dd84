// Package stores opens the data: a file, or a database that several nodes share. It also reads the keys of the bot.
// A place is where data is: the path of a file, or the address of a database.
//
//   - place.go tells files from databases, and hides the passwords in addresses.
//   - database.go connects to databases. compact.go opens a data file for a bot. snapshot.go reads either.
//   - keys.go reads the keys that seal hidden cards. signing.go reads the key that signs deals.
package stores

import (
	"cmp"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
)

// passwords are the parameters of an address that hold passwords, besides the user's password.
var passwords = []string{"password", "sslpassword"}

// IsDatabase reports whether the place begins like the address of a database.
func IsDatabase(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// parseAddress parses the address of a database. It returns nil for a file, and for an invalid address.
func parseAddress(place string) *url.URL {
	address, err := url.Parse(place)
	if err != nil || !IsDatabase(place) {
		return nil
	}
	if _, err := url.ParseQuery(address.RawQuery); err != nil { // Query drops malformed parameters, which may hold a password
		return nil
	}
	return address
}

// CheckAddress returns an error if the place begins like the address of a database but isn't a valid one.
func CheckAddress(place string) error {
	if IsDatabase(place) && parseAddress(place) == nil {
		return errors.New("is no address of a database, such as postgres://user@host/name") // the error would show a password
	}
	return nil
}

// WithoutPassword returns the place in a form that may be printed.
func WithoutPassword(place string) string {
	address := parseAddress(place)
	switch {
	case !IsDatabase(place):
		return place
	case address == nil:
		return "postgres://…"
	}
	q := address.Query()
	for _, name := range passwords {
		if q.Has(name) {
			q.Set(name, "xxxxx") // as Redacted does
			address.RawQuery = q.Encode()
		}
	}
	return address.Redacted()
}

// PasswordsIn lists the passwords in the address of a database. A file has none.
func PasswordsIn(place string) (all []string) {
	address := parseAddress(place)
	if address == nil {
		return nil
	}
	if password, ok := address.User.Password(); ok {
		all = append(all, password)
	}
	for _, name := range passwords {
		all = append(all, address.Query()[name]...)
	}
	return all
}

// UserIn returns the user that the address of a database names; "" if it names none. A file has none.
func UserIn(place string) string {
	address := parseAddress(place)
	if address == nil {
		return ""
	}
	return cmp.Or(address.User.Username(), address.Query().Get("user"))
}

// Name returns the name of the file or of the database; "tarockbot" if the address names no database.
func Name(place string) string {
	if address := parseAddress(place); address != nil {
		q := address.Query()
		place = cmp.Or(q.Get("dbname"), q.Get("database"), strings.Trim(address.Path, "/"), "tarockbot")
	}
	return filepath.Base(place)
}
