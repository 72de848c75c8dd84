package postgres

import (
	"cmp"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

func poolConfig(dsn string, o Options) (*pgxpool.Config, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDenied, err) // pgx leaves the password out
	}
	for name, value := range settings(o.Version, o.Patience) {
		if _, isSet := cfg.ConnConfig.RuntimeParams[name]; !isSet || name == appName {
			cfg.ConnConfig.RuntimeParams[name] = value
		}
	}
	if cfg.ConnConfig.ConnectTimeout == 0 || cfg.ConnConfig.ConnectTimeout > o.Patience/2 {
		cfg.ConnConfig.ConnectTimeout = o.Patience / 2
	}
	cfg.PingTimeout = o.Patience / 4
	cfg.MaxConns = int32(o.PoolSize)
	return cfg, nil
}

const appName = "application_name"

// settings makes statements time out before the caller gives up, which settles their outcome. Vanished clients lose
// their locks. All queries are by key: generic plans with index scans are always right.
func settings(version string, patience time.Duration) map[string]string {
	return map[string]string{
		appName:                               "tarockbot " + version,
		"statement_timeout":                   milliseconds(patience * 2 / 5),
		"idle_in_transaction_session_timeout": milliseconds(patience / 4),
		"tcp_keepalives_idle":                 "5",
		"tcp_keepalives_interval":             "2",
		"tcp_keepalives_count":                "3",
		"default_transaction_isolation":       "read committed",
		"synchronous_commit":                  "on",
		"plan_cache_mode":                     "force_generic_plan",
		"enable_hashjoin":                     "off",
		"enable_mergejoin":                    "off",
		"enable_seqscan":                      "off",
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// SameDatabase reports whether two connection strings share a database and a host.
func SameDatabase(a, b string) (bool, error) {
	first, err := pgconn.ParseConfig(a)
	second, secondErr := pgconn.ParseConfig(b)
	if err = cmp.Or(err, secondErr); err != nil {
		return false, fmt.Errorf("storage/postgres: %w", err)
	}
	isShared := func(host string) bool { return slices.Contains(hostsOf(second), host) }
	return databaseOf(first) == databaseOf(second) && slices.ContainsFunc(hostsOf(first), isShared), nil
}

// DatabaseName returns the connection string's database, by default the environment's or the user's name.
func DatabaseName(dsn string) (string, error) {
	c, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return "", fmt.Errorf("storage/postgres: %w", err)
	}
	return databaseOf(c), nil
}

func databaseOf(c *pgconn.Config) string { return cmp.Or(c.Database, c.User) }

func hostsOf(c *pgconn.Config) (hosts []string) {
	for _, f := range append([]*pgconn.FallbackConfig{{Host: c.Host, Port: c.Port}}, c.Fallbacks...) {
		hosts = append(hosts, net.JoinHostPort(f.Host, strconv.Itoa(int(f.Port))))
	}
	return hosts
}
