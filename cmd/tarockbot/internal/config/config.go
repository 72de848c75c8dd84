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

	LogLevel slog.Level
	LogJSON  bool

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
		v := c.values[s.Key]
		dir := filepath.Dir(c.Data)
		if _, err := os.Stat(dir); s.Key == "data" && !location.IsDatabase(c.Data) && v.origin != byDefault && errors.Is(err, fs.ErrNotExist) {
			// No error: systemd makes the directory of the service, and a volume may be mounted later.
			v.origin += "; there is no directory " + dir + " here yet"
		}
		fmt.Fprintf(w, "%s: %q  # %s\n", s.Key, v.text, v.origin)
	}
}

// NewLog returns the operator's log.
func (c Config) NewLog(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
