package config

import (
	"cmp"
	"os"
	"path/filepath"

	"tarockbot/bot/people"
	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/forgotten"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/storage/postgres"
)

func locationField(to *string) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		*to = v
		return location.Redact(v), location.Check(v)
	}}
}

// WithConfiguredPassword returns the configured address if the place is the same database, else the place.
func (c Config) WithConfiguredPassword(place string) string {
	if !location.IsDatabase(place) || !location.IsDatabase(c.Data) {
		return place
	}
	if user := location.User(place); user != "" && user != location.User(c.Data) {
		return place
	}
	if same, err := postgres.SameDatabase(place, c.Data); err != nil || !same {
		return place
	}
	return c.Data
}

// FairKeyFile returns the signing key's file, or "" if a database has none configured.
func (c Config) FairKeyFile() string {
	if location.IsDatabase(c.Data) {
		return c.FairKey
	}
	return cmp.Or(c.FairKey, filepath.Join(filepath.Dir(c.Data), "fair.key"))
}

// ForgottenList returns the list of forgotten people, or nil if a database has none configured.
func (c Config) ForgottenList() people.ForgottenList { return forgotten.ListAt(c.Removals, c.Data) }

// MakeDataDir makes the user's data directory if the data belongs there. Any other directory must
// exist: its name may be mistyped.
func (c Config) MakeDataDir() error {
	dir, err := c.Environ.DataDir()
	if err != nil || filepath.Dir(c.Data) != dir {
		return nil
	}
	return exit.With(exit.IO, os.MkdirAll(dir, 0o700))
}
