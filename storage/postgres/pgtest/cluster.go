package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"tarockbot/storage/waittest"

	"github.com/jackc/pgx/v5"
)

// Cluster is a PostgreSQL server and its data.
type Cluster struct{ server }

func newCluster(parent string) (*Cluster, error) {
	dir, err := newDir(parent)
	if err != nil {
		return nil, err
	}
	return &Cluster{server{Dir: dir}}, nil
}

func initCluster(bin string) (*Cluster, error) {
	c, err := newCluster("")
	if err != nil {
		return nil, err
	}
	err = runProgram(bin, "initdb", "-D", c.data(), "-U", "tarockbot", "-A", "trust", "-E", "UTF8", "--locale=C",
		"--no-instructions", "--no-sync", "--wal-segsize=1", "--data-checksums")
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

func (c *Cluster) data() string { return filepath.Join(c.Dir, "data") }

// launchPostgres disables jit, which would slow down the tests' short queries.
func (c *Cluster) launchPostgres(ctx context.Context, bin string, settings ...string) error {
	all := []string{
		"listen_addresses=", "unix_socket_directories=" + c.Dir, "shared_buffers=32MB", "max_connections=100", "jit=off",
		"dynamic_shared_memory_type=mmap",
	}
	if !benchmarking() {
		all = append(all, "fsync=off")
	}
	args := []string{"-D", c.data()}
	for _, setting := range append(all, settings...) {
		args = append(args, "-c", setting)
	}
	return c.launch(ctx, command(bin, "postgres", args...), "ready to accept")
}

// Serve starts the server again.
func (c *Cluster) Serve(t testing.TB, settings ...string) {
	t.Helper()
	if err := c.launchPostgres(waittest.Context(t), binDir(t), settings...); err != nil {
		t.Fatal(err)
	}
}

// Restart stops the server if it runs, and starts it.
func (c *Cluster) Restart(t testing.TB) {
	t.Helper()
	c.stop()
	c.Serve(t)
}

// Kill ends the server at once, like pg_ctl -m immediate.
func (c *Cluster) Kill(t testing.TB) {
	t.Helper()
	c.signal(t, syscall.SIGQUIT)
}

// Crash kills only the server's main process. The server can't be restarted right away.
func (c *Cluster) Crash(t testing.TB) {
	t.Helper()
	c.signal(t, syscall.SIGKILL)
}

func (c *Cluster) dsn(schema string) string {
	return fmt.Sprintf("postgres:///postgres?host=%s&user=tarockbot&search_path=%s", c.Dir, schema)
}

var schemas atomic.Int64

// DSN returns the connection string of a new, empty schema.
func (c *Cluster) DSN(t testing.TB) string {
	t.Helper()
	schema := fmt.Sprintf("test%d", schemas.Add(1))
	c.Exec(t, "create schema "+schema)
	return c.dsn(schema)
}

// Exec runs a statement as superuser.
func (c *Cluster) Exec(t testing.TB, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.dsn("public"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), sql)
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// Standby starts a standby of the cluster, with name as its application_name.
func (c *Cluster) Standby(t testing.TB, name string) *Cluster {
	t.Helper()
	s, err := newCluster("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	primary := fmt.Sprintf("host=%s user=tarockbot application_name=%s", c.Dir, name)
	err = runProgram(binDir(t), "pg_basebackup", "-D", s.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", primary)
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(t)
	return s
}

// Promote makes the standby a primary.
func (c *Cluster) Promote(t testing.TB) {
	t.Helper()
	c.Exec(t, "select pg_promote(false)")
}

// bouncerConfig disables timeouts: a busy machine isn't a hanging server.
const bouncerConfig = `[databases]
* = host=%s user=tarockbot
[pgbouncer]
listen_port = 5432
unix_socket_dir = %s
auth_type = any
pool_mode = %s
ignore_startup_parameters = %s
client_login_timeout = 0
server_connect_timeout = 0
query_wait_timeout = 0
`

// Bouncer runs a pgbouncer until the test ends. It returns the socket's directory.
func (c *Cluster) Bouncer(t testing.TB, mode string, ignore ...string) (dir string) {
	t.Helper()
	const bin = "/usr/sbin"
	if _, err := os.Stat(filepath.Join(bin, "pgbouncer")); err != nil {
		waittest.SkipWithout(t, "pgbouncer isn't installed: Debian's package pgbouncer")
	}
	dir, err := newDir("")
	if err != nil {
		t.Fatal(err)
	}
	b := server{Dir: dir}
	t.Cleanup(b.remove)
	path, ignored := filepath.Join(dir, "pgbouncer.ini"), strings.Join(append(ignore, "search_path"), ",")
	if err := os.WriteFile(path, fmt.Appendf(nil, bouncerConfig, c.Dir, dir, mode, ignored), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := b.launch(waittest.Context(t), command(bin, "pgbouncer", path), "process up"); err != nil {
		t.Fatal(err)
	}
	return dir
}
