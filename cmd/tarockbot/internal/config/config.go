// Package config reads and checks the operator's settings. The function settings lists the keys; Load reads their
// values.
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

// Config holds the operator's settings. Copies share the networks.
type Config struct {
	File string // path of the configuration file that was read, or ""
	Data string // path of a file, or address of a database

	DataKey keys.DataKeyFile

	Environ system.Environment

	FairKey  string // file of the signing key; "" is "fair.key" beside the data file
	Removals string // path or address of the list of forgotten people; "" is beside the data file

	Language string
	Operator Operator

	Log struct {
		Level slog.Level
		JSON  bool
	}

	HTTP string // host:port of the health checks and metrics; "" disables them

	Networks []driver.Config // in the order of package networks

	Backups Backups

	Limits bot.Limits
	Clocks bot.Clocks
	Bans   bans.List

	NoStakes bool // forbids agreements on the value of a game point

	values map[string]value
}

type value struct {
	text   string
	origin string
}

// Secrets lists the values that must stay secret.
func (c Config) Secrets() []string {
	all := slices.Concat(location.Passwords(c.Data), location.Passwords(c.Removals))
	for _, s := range settings(&c) {
		if s.IsSecret() {
			all = append(all, *s.SecretValue)
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

// printedOrigin mentions a missing directory, which is no error: a volume may be mounted later.
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
