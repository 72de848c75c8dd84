// Package config reads and checks the operator's settings from a file, the environment and the flags.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"tarockbot/bot"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/system"
)

// Config holds the settings that an operator can choose. The function settings lists their keys; load.go
// reads their values from the file, the environment and the flags. Copies share the networks.
type Config struct {
	File string // the configuration file that was read; "" if none
	Data string // path of the data file, or address of the database

	DataKey keys.DataKeyFile

	Environ system.Environment // the variables of the process

	FairKey  string // the file of the key that signs deals; "" is "fair.key" beside the data file
	Removals string // path of the list of forgotten people, or address of another database; "" is beside the data file

	Language string
	Operator Operator

	Log struct {
		Level slog.Level
		JSON  bool
	}

	HTTP string // host:port of the health checks and metrics; "" is none

	Networks []driver.Config // in the order of package networks

	Backups Backups

	Limits bot.Limits
	Clocks bot.Clocks
	Bans   bans.List

	NoStakes bool // forbids agreements on the value of a game point

	values map[string]value // by key
}

// value is a key's value as it is printed, and its source.
type value struct {
	text   string // as it is printed
	origin string // where it is from
}

// Secrets lists the values that must stay secret.
func (c Config) Secrets() []string {
	all := slices.Concat(location.Passwords(c.Data), location.Passwords(c.Removals))
	for _, s := range settings(&c) {
		if s.Secret() {
			all = append(all, *s.Hidden)
		}
	}
	for _, n := range c.Networks {
		if m, is := n.(driver.Masker); is {
			all = append(all, m.Secrets()...)
		}
	}
	return all
}

// Print writes the value of each key and its source.
func (c Config) Print(w io.Writer) {
	fmt.Fprintf(w, "# configuration file: %s\n", cmp.Or(c.File, "none"))
	for _, s := range settings(&c) {
		fmt.Fprintf(w, "%s: %q  # %s\n", s.Key, c.values[s.Key].text, c.printedOrigin(s.Key))
	}
}

// printedOrigin returns the source of a key's value, and whether the directory of a data file that an operator named
// is missing. That is no error: systemd makes the directory of the service, and a volume may be mounted later.
func (c Config) printedOrigin(key string) string {
	origin := c.values[key].origin
	if key != KeyData || origin == byDefault || location.IsDatabase(c.Data) {
		return origin
	}
	dir := filepath.Dir(c.Data)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		origin += "; there is no directory " + dir + " here yet"
	}
	return origin
}

// hasPassword reports whether the key's value is the address of a database, with a password.
func (c Config) hasPassword(key string) bool {
	return key == KeyData && len(location.Passwords(c.Data)) > 0 || key == KeyRemovals && len(location.Passwords(c.Removals)) > 0
}

// NewLog returns the operator's log.
func (c Config) NewLog(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.Log.Level}
	if c.Log.JSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
