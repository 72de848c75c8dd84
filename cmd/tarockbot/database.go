package main

import (
	"context"
	"errors"
	"net/url"
	"os"
	"strings"

	"tarockbot/storage/postgres"
)

// The data is in a file, or in a database that several nodes share. What stands beside a
// file has a key of its own for a database: fair.key, removals, backup.dir.

// isDatabase says whether the data is in a database.
func isDatabase(data string) bool {
	return strings.HasPrefix(data, "postgres://") || strings.HasPrefix(data, "postgresql://")
}

// place is the path of a file or the address of a database, whose password isn't printed.
func place(to *string) field {
	return field{set: func(v string) (string, error) {
		*to = v
		if _, err := url.Parse(v); err != nil && isDatabase(v) {
			return "", errors.New("is no address of a database, such as postgres://user@host/name") // the error would show it
		}
		return withoutPassword(v), nil
	}}
}

// withoutPassword is the place as it may be printed.
func withoutPassword(data string) string {
	u, err := url.Parse(data)
	if err != nil || !isDatabase(data) {
		return data
	}
	return u.Redacted()
}

// passwordIn is the password in the address of a database; "" if there is none.
func passwordIn(data string) string {
	u, err := url.Parse(data)
	if err != nil || !isDatabase(data) {
		return ""
	}
	password, _ := u.User.Password()
	return password
}

// checkDatabase says what a database needs that a file has beside it.
func (c Config) checkDatabase() error {
	if !isDatabase(c.Data) {
		return nil
	}
	const data = "data"
	switch {
	case c.values[data].origin == "flag" && passwordIn(c.Data) != "":
		return c.wrong("has a password, which everybody on this machine sees in a flag; set it in the file or in "+variable(data), data)
	case c.FairKey == "":
		return c.wrong("is needed with a database: the same file on all nodes; openssl rand -hex 32 makes one", "fair.key", data)
	case c.Backups.Every > 0 && c.Backups.Dir == "":
		return c.wrong("is needed with a database", "backup.dir", "backup.every")
	}
	return nil
}

// openDatabase connects to a database as a node of this machine.
func openDatabase(ctx context.Context, address string) (*postgres.Database, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, address, postgres.Options{Version: version(), Address: host})
}
