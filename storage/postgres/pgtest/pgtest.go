// Package pgtest runs PostgreSQL for tests: clusters of their own, on sockets in
// temporary directories, of the programs that Debian's package postgresql installs. Start
// at Run and DSN; Start is for tests that do something to a whole cluster.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"tarockbot/storage/storagetest"
)

// Cluster is a PostgreSQL server and its data.
type Cluster struct {
	// Dir holds the socket, and the data below.
	Dir    string
	server *exec.Cmd
	ended  chan struct{} // closed when the server has
	log    *serverLog
}

var (
	shared  once // the cluster that all tests share
	empty   once // the one that every other is a copy of; it has no server
	schemas atomic.Int64
)

// once is a cluster that is made when somebody needs it.
type once struct {
	sync.Once
	*Cluster
	err error
}

// made returns the cluster, which the first caller makes.
func (o *once) made(t testing.TB, how func() (*Cluster, error)) *Cluster {
	t.Helper()
	o.Do(func() { o.Cluster, o.err = how() })
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o.Cluster
}

// Run runs the tests of a package, which call it in TestMain, and ends the cluster that
// they share. It returns the exit code.
func Run(m *testing.M) int {
	code := m.Run()
	if shared.Cluster != nil {
		shared.remove()
	}
	return code
}

// DSN returns the connection string of a new, empty schema in the cluster that the tests
// of this process share; "&name=value" may follow it. Without PostgreSQL the test is
// skipped, or fails where all tests must run.
func DSN(t testing.TB) string {
	t.Helper()
	return Shared(t).DSN(t)
}

// Shared returns the cluster that the tests of this process share. None of them stops it.
func Shared(t testing.TB) *Cluster {
	t.Helper()
	return shared.made(t, func() (*Cluster, error) { return start(t, "", "max_connections=300") })
}

// Start starts a cluster that ends with the test. Its directory is below parent, or a
// temporary one if that is empty.
func Start(t testing.TB, parent string, settings ...string) *Cluster {
	t.Helper()
	c, err := start(t, parent, settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.remove)
	return c
}

// programs is the folder of PostgreSQL's newest programs.
func programs(t testing.TB) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		storagetest.Lacks(t, "PostgreSQL isn't installed: Debian's package postgresql")
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }))
}

// version is the number in the path of a program.
func version(path string) int {
	n, err := strconv.Atoi(strings.Split(path, "/")[4])
	if err != nil {
		return 0
	}
	return n
}

func start(t testing.TB, parent string, settings ...string) (*Cluster, error) {
	t.Helper()
	bin := programs(t)
	from := empty.made(t, func() (*Cluster, error) { return initialized(bin) })
	c, err := newCluster(parent)
	if err != nil {
		return nil, err
	}
	err = run("/bin", "cp", "-a", from.data(), c.data())
	if err == nil {
		err = c.serve(t, bin, settings...)
	}
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

// initialized makes a cluster without a server. Its files are small, so that they are copied soon.
func initialized(bin string) (*Cluster, error) {
	c, err := newCluster("")
	if err != nil {
		return nil, err
	}
	err = run(bin, "initdb", "-D", c.data(), "-U", "tarockbot", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions", "--no-sync", "--wal-segsize=1", "--data-checksums")
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

// newCluster makes the directory, whose path is short, for a socket's must be.
func newCluster(parent string) (*Cluster, error) {
	if parent == "" {
		var err error
		if parent, err = home(); err != nil {
			return nil, err
		}
	}
	dir, err := os.MkdirTemp(parent, "pg")
	if err != nil {
		return nil, err
	}
	if postgres, err := user.Lookup("postgres"); err == nil && os.Getuid() == 0 {
		uid, uidErr := strconv.Atoi(postgres.Uid)
		gid, gidErr := strconv.Atoi(postgres.Gid)
		if err := errors.Join(uidErr, gidErr, os.Chown(dir, uid, gid)); err != nil {
			return nil, err
		}
	}
	return &Cluster{Dir: dir}, nil
}

// cleaner deletes the home when this process has ended, which ends its input.
var cleaner *exec.Cmd

// home returns the directory of this process's clusters. It goes with the process, however that
// ends.
var home = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp(place(), "pg")
	if err != nil {
		return "", err
	}
	cleaner = exec.Command("sh", "-c", `trap "" INT; cat; rm -rf "$0"`, dir)
	_, err = cleaner.StdinPipe()
	return dir, errors.Join(err, os.Chmod(dir, 0o755), cleaner.Start())
})

// place returns where that directory is: in memory, if that has much room, for the thousand
// files of a cluster are made far faster there. What benchmarks measure is on the disk.
var place = sync.OnceValue(func() string {
	const memory, much = "/dev/shm", 2 << 20 // in KiB
	out, err := exec.Command("df", "--output=avail", memory).Output()
	if err != nil || measures() {
		return ""
	}
	said := strings.Fields(string(out))
	if room, err := strconv.Atoi(said[len(said)-1]); err != nil || room < much {
		return ""
	}
	return memory
})

func (c *Cluster) data() string { return filepath.Join(c.Dir, "data") }

// command is one of PostgreSQL's, which root may not call: then the user postgres does.
// It dies with the process that the test is in.
func command(bin, name string, args ...string) *exec.Cmd {
	words := []string{"--pdeathsig", "KILL"}
	if os.Getuid() == 0 {
		words = append(words, "--reuid", "postgres", "--regid", "postgres", "--clear-groups")
	}
	cmd := exec.Command("setpriv", append(append(words, filepath.Join(bin, name)), args...)...)
	cmd.Dir = "/"
	return cmd
}

func run(bin, name string, args ...string) error {
	if out, err := command(bin, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// serve starts the server and returns when it answers. It compiles no statements, which takes
// longer than what the tests ask for.
func (c *Cluster) serve(t testing.TB, bin string, settings ...string) error {
	t.Helper()
	args := []string{"-D", c.data(), "-c", "listen_addresses=", "-c", "unix_socket_directories=" + c.Dir, "-c", "shared_buffers=32MB", "-c", "max_connections=100", "-c", "jit=off", "-c", "dynamic_shared_memory_type=mmap"}
	if !measures() {
		args = append(args, "-c", "fsync=off")
	}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	return c.run(t, command(bin, "postgres", args...), "ready to accept")
}

// measures says whether benchmarks run, for which a commit takes what it takes on a disk. Tests kill
// servers, not machines: what those have written is kept without a sync, and a disk that is busy
// with other tests holds none of them up.
func measures() bool {
	bench := flag.Lookup("test.bench")
	return bench != nil && bench.Value.String() != ""
}

// run starts a server and returns when it logs that it is ready.
func (c *Cluster) run(t testing.TB, server *exec.Cmd, ready string) error {
	t.Helper()
	ctx := storagetest.Context(t)
	c.server, c.log, c.ended = server, &serverLog{text: ready, ready: make(chan struct{})}, make(chan struct{})
	c.server.Stdout, c.server.Stderr = c.log, c.log
	if err := c.server.Start(); err != nil {
		return err
	}
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

// serverLog is what a server has printed.
type serverLog struct {
	text  string        // when this is in it,
	ready chan struct{} // this is closed
	all   bytes.Buffer
}

// Write implements io.Writer.
func (l *serverLog) Write(p []byte) (int, error) {
	was := strings.Contains(l.all.String(), l.text)
	n, err := l.all.Write(p)
	if !was && strings.Contains(l.all.String(), l.text) {
		close(l.ready)
	}
	return n, err
}

// exec runs a statement as the one who may do all.
func (c *Cluster) exec(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, c.dsn("public"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

func (c *Cluster) dsn(schema string) string {
	return fmt.Sprintf("postgres:///postgres?host=%s&user=tarockbot&search_path=%s", c.Dir, schema)
}

// DSN returns the connection string of a new, empty schema in this cluster. It is made
// far faster than a database.
func (c *Cluster) DSN(t testing.TB) string {
	t.Helper()
	schema := fmt.Sprintf("test%d", schemas.Add(1))
	c.Exec(t, "create schema "+schema)
	return c.dsn(schema)
}

// Exec runs a statement as the one who may do all.
func (c *Cluster) Exec(t testing.TB, sql string) {
	t.Helper()
	if err := c.exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// Kill ends the server and all that it was doing at once, like pg_ctl -m immediate.
func (c *Cluster) Kill(t testing.TB) {
	t.Helper()
	c.signal(t, syscall.SIGQUIT)
}

// Log returns what the server has logged since it was started, once it has ended.
func (c *Cluster) Log() string { return c.log.all.String() }

// Crash ends the server's first process by SIGKILL; its others end when they notice. It
// can't be started again at once.
func (c *Cluster) Crash(t testing.TB) {
	t.Helper()
	c.signal(t, syscall.SIGKILL)
}

// signal ends the server by a signal.
func (c *Cluster) signal(t testing.TB, how syscall.Signal) {
	t.Helper()
	if err := c.server.Process.Signal(how); err != nil {
		t.Fatal(err)
	}
	<-c.ended
}

// Serve starts the server again.
func (c *Cluster) Serve(t testing.TB, settings ...string) {
	t.Helper()
	if err := c.serve(t, programs(t), settings...); err != nil {
		t.Fatal(err)
	}
}

// Restart starts the server anew, whether it runs still or has ended by itself.
func (c *Cluster) Restart(t testing.TB) {
	t.Helper()
	c.end()
	c.Serve(t)
}

// Standby starts a cluster that follows this one under a name.
func (c *Cluster) Standby(t testing.TB, name string) *Cluster {
	t.Helper()
	s, err := newCluster("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	bin := programs(t)
	err = run(bin, "pg_basebackup", "-D", s.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", fmt.Sprintf("host=%s user=tarockbot application_name=%s", c.Dir, name))
	if err == nil {
		err = s.serve(t, bin)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Bouncer starts a pgbouncer before the cluster that ends with the test. It shares the
// connections that a mode says, and takes no notice of some parameters of its clients. It
// returns the directory of its socket.
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
		"client_login_timeout = 0\nserver_connect_timeout = 0\nquery_wait_timeout = 0\n", // a busy machine is none that hangs
		c.Dir, b.Dir, mode, strings.Join(append(ignore, "search_path"), ",")), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.remove)
	if err := b.run(t, command(bin, "pgbouncer", settings), "process up"); err != nil {
		t.Fatal(err)
	}
	return b.Dir
}

// Promote lets the standby become one that accepts writes.
func (c *Cluster) Promote(t testing.TB) {
	t.Helper()
	c.Exec(t, "select pg_promote(false)")
}

// remove ends the server, if it runs, and deletes the directory.
func (c *Cluster) remove() {
	c.end()
	_ = os.RemoveAll(c.Dir) // a temporary one
}

func (c *Cluster) end() {
	if c.ended != nil {
		_ = c.server.Process.Signal(syscall.SIGQUIT) // or it has ended
		<-c.ended
	}
}
