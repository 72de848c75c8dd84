// Package config reads and checks what an operator can choose: from a file, the environment and the flags.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
)

// Config is what an operator can choose. The function settings lists the keys; load.go
// reads them from the file, the environment and the flags. Copies share the networks.
type Config struct {
	File string // the configuration file that was read; "" if none
	Data string // path of the data file, or address of the database
	Key  stores.KeyFile

	Environ system.Environment // the variables of the process

	FairKey  string // the file of the key that signs deals; "" is "fair.key" beside the data file
	Removals string // path of the list of who was forgotten, or address of another database; "" is beside the data file

	Language string
	Operator Operator

	LogLevel slog.Level
	LogJSON  bool

	HTTP string // host:port of the checks and figures; "" is none

	Networks []driver.Config // in the order of package networks

	Backups Backups

	Limits bot.Limits
	Clocks bot.Clocks
	Bans   bans.List

	NoStakes bool // nobody may agree what a game point is worth

	values map[string]value // by key
}

// value is what a key has.
type value struct {
	text   string // as it is printed
	origin string // where it is from
}

// BackupLife is the longest that a running bot keeps a backup. After that time no backup has anything of people
// who had themselves erased. Two backups fit into that time.
const BackupLife = 30 * 24 * time.Hour

// longestEvery is the longest time between two backups.
const longestEvery = BackupLife / 2

// Backups are the copies of the data that a running bot makes by itself.
type Backups struct {
	Every time.Duration // 0 is none
	Keep  int           // how many
	Dir   string        // "" is "backups" beside the data file
}

// Secrets lists the values that nobody may read.
func (c Config) Secrets() []string {
	all := slices.Concat(stores.PasswordsIn(c.Data), stores.PasswordsIn(c.Removals))
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

// Check finds settings that don't go together, and settings that no bot can run with.
func (c Config) Check() error {
	err := cmp.Or(c.checkNetworks(), c.checkAddresses(), c.checkDatabase(), c.checkOperator())
	if err == nil && c.Clocks.AbandonedDays <= c.Clocks.AwayDays { // a match would be closed while somebody may be away from it
		const abandoned, away = "clocks.abandoned", "clocks.away-days"
		err = c.wrong(fmt.Sprintf("%d must be more than %s, %d", c.Clocks.AbandonedDays, away, c.Clocks.AwayDays), abandoned, away)
	}
	return exit.With(exit.Config, err)
}

// checkNetworks says what of a network's settings doesn't go together, or that there is no network.
func (c Config) checkNetworks() error {
	check := driver.Check{Wrong: c.wrong}
	if !slices.ContainsFunc(c.Networks, driver.Config.Enabled) {
		check.Instead = networks.Switches()
	}
	for _, n := range c.Networks {
		if checker, is := n.(driver.Checker); is {
			if err := checker.Check(check); err != nil {
				return err
			}
		}
	}
	return nil
}

// MonitorKey is the key of the address of health checks and figures.
const MonitorKey = "http.listen"

// Addresses lists where the process listens, in the order of the settings.
func (c Config) Addresses() (all []listen.Address) {
	for _, s := range settings(&c) {
		if e := s.Endpoint; e != nil {
			all = append(all, listen.Address{Key: s.Key, At: e.At(), Log: e.Logged, Web: e.URL})
		}
	}
	return all
}

// checkAddresses says if two servers would listen on one address.
func (c Config) checkAddresses() error {
	all := c.Addresses()
	for i, a := range all {
		for _, other := range all[:i] {
			if overlap(a.At, other.At) {
				return c.wrong(fmt.Sprintf("%s is taken by %s, %s, already", a.At, other.Key, other.At), a.Key, other.Key)
			}
		}
	}
	return nil
}

// overlap says whether nobody can listen on both addresses, of which each may
// be none. Port 0 is any that is free.
func overlap(a, b string) bool {
	hostA, portA := listening(a)
	hostB, portB := listening(b)
	return portA != 0 && portA == portB && (hostA == hostB || hostA == everywhere || hostB == everywhere)
}

// everywhere is the host that stands for all addresses of the machine.
const everywhere = "0.0.0.0"

// listening is an address in one form.
func listening(address string) (host string, port uint64) {
	host, text, _ := net.SplitHostPort(address)
	port, _ = strconv.ParseUint(text, 10, 16)
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "" || err == nil && ip.IsUnspecified():
		host = everywhere
	case host == "localhost":
		host = "127.0.0.1"
	case err == nil:
		host = ip.Unmap().String()
	}
	return host, port
}

// wrong is an error about the key's value that says where it stands, or where another
// one does that wants it to be different.
func (c Config) wrong(reason, key string, because ...string) error {
	origin := c.values[key].origin
	for _, other := range because {
		if origin == byDefault {
			origin = c.values[other].origin
		}
	}
	return fmt.Errorf("config: %s: %s: %s", origin, key, reason)
}

// Print writes the value of each key and where the value is from.
func (c Config) Print(w io.Writer) {
	fmt.Fprintf(w, "# configuration file: %s\n", cmp.Or(c.File, "none"))
	for _, s := range settings(&c) {
		v := c.values[s.Key]
		dir := filepath.Dir(c.Data)
		if _, err := os.Stat(dir); s.Key == "data" && !stores.IsDatabase(c.Data) && v.origin != byDefault && errors.Is(err, fs.ErrNotExist) {
			// That is no error: systemd makes the service's, and a volume is mounted.
			v.origin += "; there is no directory " + dir + " here yet"
		}
		fmt.Fprintf(w, "%s: %q  # %s\n", s.Key, v.text, v.origin)
	}
}

// NewLog makes the operator's log.
func (c Config) NewLog(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
