// Package pgtest runs PostgreSQL for tests, from Debian's package postgresql. Start at Run and DSN.
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
	shared   onceCluster
	template onceCluster // has no server; all others are copies of it
)

// onceCluster calls create once. create must not call t.Fatal or t.Skip: later calls would get neither cluster nor error.
type onceCluster struct {
	once    sync.Once
	cluster *Cluster
	err     error
}

func (o *onceCluster) get(create func() (*Cluster, error)) (*Cluster, error) {
	o.once.Do(func() { o.cluster, o.err = create() })
	return o.cluster, o.err
}

// Run runs a package's tests, for TestMain.
func Run(m *testing.M) int {
	code := m.Run()
	if shared.cluster != nil {
		shared.cluster.remove()
	}
	return code
}

// DSN returns the connection string of a new, empty schema; "&name=value" may follow it. Without PostgreSQL it calls
// waittest.SkipWithout.
func DSN(t testing.TB) string {
	t.Helper()
	return Shared(t).DSN(t)
}

// Shared returns this process's cluster. No test may stop it.
func Shared(t testing.TB) *Cluster {
	t.Helper()
	bin, ctx := binDir(t), waittest.Context(t)
	c, err := shared.get(func() (*Cluster, error) { return startCluster(ctx, bin, "", "max_connections=300") })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Start runs a cluster until the test ends, in a subdirectory of parent. An empty parent is a temporary directory.
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

var initdbGlob = "/usr/lib/postgresql/*/bin/initdb"

func binDir(t testing.TB) string {
	t.Helper()
	found, err := filepath.Glob(initdbGlob)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		waittest.SkipWithout(t, "PostgreSQL isn't installed: Debian's package postgresql")
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return versionIn(a) - versionIn(b) }))
}

func versionIn(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}
