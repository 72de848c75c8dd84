package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"tarockbot/storage/storagetest"
)

// Cluster is a PostgreSQL server and its data.
type Cluster struct {
	// Dir holds the socket, and the data in a subdirectory.
	Dir    string
	server *exec.Cmd
	ended  chan struct{} // closed when the server has ended
	log    *serverLog
}

// newCluster creates a cluster's directory. The cluster has no data and no server.
func newCluster(parent string) (*Cluster, error) {
	dir, err := newDir(parent)
	return &Cluster{Dir: dir}, err
}

// initCluster creates a cluster with empty data, without a server. Its files are small, so
// that they can be copied fast.
func initCluster(bin string) (*Cluster, error) {
	c, err := newCluster("")
	if err != nil {
		return nil, err
	}
	err = runProgram(bin, "initdb", "-D", c.data(), "-U", "tarockbot", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions", "--no-sync", "--wal-segsize=1", "--data-checksums")
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

func (c *Cluster) data() string { return filepath.Join(c.Dir, "data") }

// command returns a command that dies with this process. If this process is root, the command
// runs as the user postgres, because PostgreSQL's programs refuse to run as root.
func command(bin, name string, args ...string) *exec.Cmd {
	words := []string{"--pdeathsig", "KILL"}
	if os.Getuid() == 0 {
		words = append(words, "--reuid", "postgres", "--regid", "postgres", "--clear-groups")
	}
	cmd := exec.Command("setpriv", append(append(words, filepath.Join(bin, name)), args...)...)
	cmd.Dir = "/"
	return cmd
}

func runProgram(bin, name string, args ...string) error {
	if out, err := command(bin, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// launchPostgres starts the server and returns when it accepts connections. The server doesn't
// compile statements (jit), which takes longer than the tests' queries.
func (c *Cluster) launchPostgres(t testing.TB, bin string, settings ...string) error {
	t.Helper()
	args := []string{"-D", c.data(), "-c", "listen_addresses=", "-c", "unix_socket_directories=" + c.Dir, "-c", "shared_buffers=32MB", "-c", "max_connections=100", "-c", "jit=off", "-c", "dynamic_shared_memory_type=mmap"}
	if !benchmarking() {
		args = append(args, "-c", "fsync=off")
	}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	return c.launch(t, command(bin, "postgres", args...), "ready to accept")
}

// launch starts a server and returns when its log has the text ready.
func (c *Cluster) launch(t testing.TB, server *exec.Cmd, ready string) error {
	t.Helper()
	ctx := storagetest.Context(t)
	c.server, c.log = server, &serverLog{text: ready, ready: make(chan struct{})}
	c.server.Stdout, c.server.Stderr = c.log, c.log
	if err := c.server.Start(); err != nil {
		return err
	}
	c.ended = make(chan struct{})
	go func() {
		defer close(c.ended)
		_ = c.server.Wait() // however it ended
	}()
	select {
	case <-c.log.ready:
		return nil
	case <-c.ended:
		return fmt.Errorf("the server ended: %s", &c.log.all)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// serverLog collects a server's output.
type serverLog struct {
	text  string // closes ready when the output has it
	ready chan struct{}
	all   bytes.Buffer
}

// Write implements io.Writer.
func (l *serverLog) Write(p []byte) (int, error) {
	had := strings.Contains(l.all.String(), l.text)
	n, err := l.all.Write(p)
	if !had && strings.Contains(l.all.String(), l.text) {
		close(l.ready)
	}
	return n, err
}

func (c *Cluster) dsn(schema string) string {
	return fmt.Sprintf("postgres:///postgres?host=%s&user=tarockbot&search_path=%s", c.Dir, schema)
}

var schemas atomic.Int64 // the number of schemas that DSN created

// DSN returns the connection string of a new, empty schema in this cluster. A schema is
// created far faster than a database.
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

// Kill ends the server and its connections at once, like pg_ctl -m immediate.
func (c *Cluster) Kill(t testing.TB) {
	t.Helper()
	c.signal(t, syscall.SIGQUIT)
}

// Log returns the server's log since its start. The server must have ended.
func (c *Cluster) Log() string { return c.log.all.String() }

// Crash kills the server's first process with SIGKILL; the others end when they notice. The
// server can't be started again at once.
func (c *Cluster) Crash(t testing.TB) {
	t.Helper()
	c.signal(t, syscall.SIGKILL)
}

// signal sends the server a signal and waits for its end.
func (c *Cluster) signal(t testing.TB, s syscall.Signal) {
	t.Helper()
	if err := c.server.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	<-c.ended
}

// Serve starts the server again.
func (c *Cluster) Serve(t testing.TB, settings ...string) {
	t.Helper()
	if err := c.launchPostgres(t, binDir(t), settings...); err != nil {
		t.Fatal(err)
	}
}

// Restart ends the server, if it still runs, and starts it again.
func (c *Cluster) Restart(t testing.TB) {
	t.Helper()
	c.stop()
	c.Serve(t)
}

// Standby starts a standby of this cluster. Its application_name is name.
func (c *Cluster) Standby(t testing.TB, name string) *Cluster {
	t.Helper()
	s, err := newCluster("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	bin := binDir(t)
	err = runProgram(bin, "pg_basebackup", "-D", s.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", fmt.Sprintf("host=%s user=tarockbot application_name=%s", c.Dir, name))
	if err == nil {
		err = s.launchPostgres(t, bin)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Bouncer starts a pgbouncer in front of the cluster, which ends with the test. mode is its
// pool_mode. It ignores these startup parameters. Bouncer returns the directory of its socket.
func (c *Cluster) Bouncer(t testing.TB, mode string, ignore ...string) (dir string) {
	t.Helper()
	const bin = "/usr/sbin"
	if _, err := os.Stat(filepath.Join(bin, "pgbouncer")); err != nil {
		storagetest.Lacks(t, "pgbouncer isn't installed: Debian's package pgbouncer")
	}
	b, err := newCluster("")
	if err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(b.Dir, "pgbouncer.ini")
	err = os.WriteFile(settings, fmt.Appendf(nil, "[databases]\n* = host=%s user=tarockbot\n[pgbouncer]\nlisten_port = 5432\nunix_socket_dir = %s\nauth_type = any\npool_mode = %s\nignore_startup_parameters = %s\n"+
		"client_login_timeout = 0\nserver_connect_timeout = 0\nquery_wait_timeout = 0\n", // a busy machine isn't a hanging server
		c.Dir, b.Dir, mode, strings.Join(append(ignore, "search_path"), ",")), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.remove)
	if err := b.launch(t, command(bin, "pgbouncer", settings), "process up"); err != nil {
		t.Fatal(err)
	}
	return b.Dir
}

// Promote makes the standby a primary.
func (c *Cluster) Promote(t testing.TB) {
	t.Helper()
	c.Exec(t, "select pg_promote(false)")
}

// remove stops the server, if it runs, and deletes the directory.
func (c *Cluster) remove() {
	c.stop()
	_ = os.RemoveAll(c.Dir) // it is temporary
}

func (c *Cluster) stop() {
	if c.ended != nil {
		_ = c.server.Process.Signal(syscall.SIGQUIT) // an error means that it has ended
		<-c.ended
	}
}
