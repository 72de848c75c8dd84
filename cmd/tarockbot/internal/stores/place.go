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

// IsDatabase says whether the data is in a database.
func IsDatabase(data string) bool {
	return strings.HasPrefix(data, "postgres://") || strings.HasPrefix(data, "postgresql://")
}

// CheckAddress says whether a place that is meant to be a database has an address.
func CheckAddress(data string) error {
	if _, err := url.Parse(data); err != nil && IsDatabase(data) {
		return errors.New("is no address of a database, such as postgres://user@host/name") // the error would show a password
	}
	return nil
}

// WithoutPassword is the place as it may be printed.
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

// PasswordsIn are those in the address of a database.
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

// UserIn is the user that the address of a database names; "" if it names none.
func UserIn(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return cmp.Or(u.User.Username(), u.Query().Get("user"))
}

// Name is the name of the file or of the database.
func Name(data string) string {
	if u, err := url.Parse(data); err == nil && IsDatabase(data) {
		data = cmp.Or(strings.Trim(u.Path, "/"), "tarockbot")
	}
	return filepath.Base(data)
}
