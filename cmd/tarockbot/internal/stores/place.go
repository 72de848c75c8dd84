// Package stores opens what the data is in: a file, or a database that several nodes share. It knows the keys that
// seal hidden cards there, and the one that signs deals.
package stores

import (
	"cmp"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
)

// IsDatabase reports whether the data is in a database.
func IsDatabase(data string) bool {
	return strings.HasPrefix(data, "postgres://") || strings.HasPrefix(data, "postgresql://")
}

// CheckAddress returns an error if a place looks like the address of a database and is none.
func CheckAddress(data string) error {
	if _, err := url.Parse(data); err != nil && IsDatabase(data) {
		return errors.New("is no address of a database, such as postgres://user@host/name") // the error would show a password
	}
	return nil
}

// WithoutPassword returns the place as it may be printed.
func WithoutPassword(data string) string {
	u, err := url.Parse(data)
	switch {
	case !IsDatabase(data):
		return data
	case err != nil:
		return "postgres://…"
	}
	q := u.Query()
	for _, name := range passwords {
		if q.Has(name) {
			q.Set(name, "xxxxx") // as Redacted does
			u.RawQuery = q.Encode()
		}
	}
	return u.Redacted()
}

// passwords are what hides in an address, besides the password of the user.
var passwords = []string{"password", "sslpassword"}

// PasswordsIn lists the passwords in the address of a database.
func PasswordsIn(data string) (all []string) {
	u, err := url.Parse(data)
	if err != nil || !IsDatabase(data) {
		return nil
	}
	if password, ok := u.User.Password(); ok {
		all = append(all, password)
	}
	for _, name := range passwords {
		all = append(all, u.Query()[name]...)
	}
	return all
}

// UserIn returns the user that the address of a database names; "" if it names none.
func UserIn(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return cmp.Or(u.User.Username(), u.Query().Get("user"))
}

// Name returns the name of the file or of the database.
func Name(data string) string {
	if u, err := url.Parse(data); err == nil && IsDatabase(data) {
		data = cmp.Or(strings.Trim(u.Path, "/"), "tarockbot")
	}
	return filepath.Base(data)
}
