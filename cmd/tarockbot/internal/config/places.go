package config

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"

	"tarockbot/bot/people"
	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage/postgres"
)

// place is the path of a file or the address of a database, whose password isn't printed.
func place(to *string) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		*to = v
		return stores.WithoutPassword(v), stores.CheckAddress(v)
	}}
}

// Configured returns the configured address, which may have a password, if the place is the configured database.
// Otherwise it returns the place.
func (c Config) Configured(place string) string {
	if !stores.IsDatabase(place) || !stores.IsDatabase(c.Data) || stores.UserIn(place) != "" && stores.UserIn(place) != stores.UserIn(c.Data) {
		return place
	}
	if same, err := postgres.Same(place, c.Data); err != nil || !same {
		return place
	}
	return c.Data
}

// checkPlaces says what of data and removals is wrong for whatever is done with them.
func (c Config) checkPlaces() error {
	const data, removals = "data", "removals"
	for key, address := range map[string]string{data: c.Data, removals: c.Removals} {
		if c.values[key].origin == "flag" && len(stores.PasswordsIn(address)) > 0 {
			return c.wrong("has a password, which everybody on this machine sees in a flag; set it in the file or in "+variable(key), key)
		}
	}
	if !stores.IsDatabase(c.Data) || !stores.IsDatabase(c.Removals) {
		return nil
	}
	switch same, err := postgres.Same(c.Data, c.Removals); {
	case err != nil:
		return c.wrong(exit.OneLine(err), removals, data)
	case same:
		return c.wrong("is the database of "+data+", so that who restores an older one restores an older list with it; name another", removals)
	}
	return nil
}

// checkDatabase says what a database needs that a file has beside it.
func (c Config) checkDatabase() error {
	if !stores.IsDatabase(c.Data) {
		return nil
	}
	const data = "data"
	switch {
	case c.FairKey == "":
		return c.wrong("is needed with a database: the same file on all nodes; openssl rand -hex 32 makes one", "fair.key", data)
	case c.Backups.Every > 0 && c.Backups.Dir == "":
		return c.wrong("is needed with a database", "backup.dir", "backup.every")
	}
	return nil
}

// FairKeyFile returns the file of the key that signs deals. It is empty if the data is in a database and no file is set.
func (c Config) FairKeyFile() string {
	if stores.IsDatabase(c.Data) {
		return c.FairKey
	}
	return cmp.Or(c.FairKey, filepath.Join(filepath.Dir(c.Data), "fair.key"))
}

// RemovalsList returns the list of forgotten people; nil if the data is in a database and no list is configured.
func (c Config) RemovalsList() people.Removals { return removals.Of(c.Removals, c.Data) }

// MakeDataDir makes the user's data directory if that is where the data is. A
// directory that the operator named must be there: it may be a mistake.
func (c Config) MakeDataDir() error {
	dir, err := system.DataDir(c.Environ, runtime.GOOS)
	if err != nil || filepath.Dir(c.Data) != dir {
		return nil
	}
	return exit.With(exit.IO, os.MkdirAll(dir, 0o700))
}
