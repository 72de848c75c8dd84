// Package pgtest runs PostgreSQL for tests: clusters on sockets in temporary directories, with
// the programs of Debian's package postgresql. Start at Run and DSN. Start is for tests that
// stop or configure a whole cluster.
package pgtest

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"tarockbot/storage/waittest"
)

var (
	shared   onceCluster // the cluster that all tests share
	template onceCluster // has no server; all others are copies of it
)

// onceCluster is a cluster that the first call of get creates. No create may end its goroutine, as
// t.Fatal and t.Skip do: later calls would get no cluster and no error.
type onceCluster struct {
	once    sync.Once
	cluster *Cluster
	err     error
}

func (o *onceCluster) get(create func() (*Cluster, error)) (*Cluster, error) {
	o.once.Do(func() { o.cluster, o.err = create() })
	return o.cluster, o.err
}

// Run runs the tests of a package, which calls it in TestMain. It stops the shared cluster and
// returns the exit code.
func Run(m *testing.M) int {
	code := m.Run()
	if shared.cluster != nil {
		shared.cluster.remove()
	}
	return code
}

// DSN returns the connection string of a new, empty schema in the shared cluster;
// "&name=value" may follow it. Without PostgreSQL it calls waittest.Lacks.
func DSN(t testing.TB) string {
	t.Helper()
	return Shared(t).DSN(t)
}

// Shared returns the cluster that the tests of this process share. No test may stop it.
func Shared(t testing.TB) *Cluster {
	t.Helper()
	bin, ctx := binDir(t), waittest.Context(t)
	c, err := shared.get(func() (*Cluster, error) { return startCluster(ctx, bin, "", "max_connections=300") })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Start starts a cluster that ends with the test. Its directory is in parent, or in a
// temporary directory if parent is empty.
func Start(t testing.TB, parent string, settings ...string) *Cluster {
	t.Helper()
	c, err := startCluster(waittest.Context(t), binDir(t), parent, settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.remove)
	return c
}

func startCluster(ctx context.Context, bin, parent string, settings ...string) (*Cluster, error) {
	from, err := template.get(func() (*Cluster, error) { return initCluster(bin) })
	if err != nil {
		return nil, err
	}
	c, err := newCluster(parent)
	if err != nil {
		return nil, err
	}
	err = runProgram("/bin", "cp", "-a", from.data(), c.data())
	if err == nil {
		err = c.launchPostgres(ctx, bin, settings...)
	}
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

// initdb matches the programs that create clusters, in a folder for each version. Tests replace it.
var initdb = "/usr/lib/postgresql/*/bin/initdb"

// binDir returns the folder of PostgreSQL's newest programs.
func binDir(t testing.TB) string {
	t.Helper()
	found, err := filepath.Glob(initdb)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		waittest.Lacks(t, "PostgreSQL isn't installed: Debian's package postgresql")
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return versionIn(a) - versionIn(b) }))
}

// versionIn returns the version in the path of a program, or 0.
func versionIn(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))) // 0 if it is no number
	return n
}
