// Package stores opens the data: a file, or a database that several nodes share. It also reads the keys that seal hidden
// cards in the data, and the key that signs deals.
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

// CheckAddress returns an error if a place begins like a database's address but isn't a valid one.
func CheckAddress(data string) error {
	if _, err := url.Parse(data); err != nil && IsDatabase(data) {
		return errors.New("is no address of a database, such as postgres://user@host/name") // the error would show a password
	}
	return nil
}

// WithoutPassword returns the place in a form that may be printed.
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

// passwords are the parameters of an address that hold passwords, besides the user's password.
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
