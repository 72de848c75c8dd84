// Package pgtest runs PostgreSQL for tests: clusters on sockets in temporary directories, with
// the programs of Debian's package postgresql. Start at Run and DSN. Start is for tests that
// stop or configure a whole cluster.
package pgtest

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tarockbot/storage/storagetest"
)

var (
	shared   lazyCluster // the cluster that all tests share
	template lazyCluster // has no server; all others are copies of it
)

// lazyCluster is a cluster that the first call of get creates.
type lazyCluster struct {
	sync.Once
	*Cluster
	err error
}

func (l *lazyCluster) get(t testing.TB, create func() (*Cluster, error)) *Cluster {
	t.Helper()
	l.Do(func() { l.Cluster, l.err = create() })
	if l.err != nil {
		t.Fatal(l.err)
	}
	return l.Cluster
}

// Run runs the tests of a package, which calls it in TestMain. It stops the shared cluster and
// returns the exit code.
func Run(m *testing.M) int {
	code := m.Run()
	if shared.Cluster != nil {
		shared.remove()
	}
	return code
}

// DSN returns the connection string of a new, empty schema in the shared cluster;
// "&name=value" may follow it. Without PostgreSQL it calls storagetest.Lacks.
func DSN(t testing.TB) string {
	t.Helper()
	return Shared(t).DSN(t)
}

// Shared returns the cluster that the tests of this process share. No test may stop it.
func Shared(t testing.TB) *Cluster {
	t.Helper()
	return shared.get(t, func() (*Cluster, error) { return startCluster(t, "", "max_connections=300") })
}

// Start starts a cluster that ends with the test. Its directory is in parent, or in a
// temporary directory if parent is empty.
func Start(t testing.TB, parent string, settings ...string) *Cluster {
	t.Helper()
	c, err := startCluster(t, parent, settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.remove)
	return c
}

func startCluster(t testing.TB, parent string, settings ...string) (*Cluster, error) {
	t.Helper()
	bin := binDir(t)
	from := template.get(t, func() (*Cluster, error) { return initCluster(bin) })
	c, err := newCluster(parent)
	if err != nil {
		return nil, err
	}
	err = runProgram("/bin", "cp", "-a", from.data(), c.data())
	if err == nil {
		err = c.launchPostgres(t, bin, settings...)
	}
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

// binDir returns the folder of PostgreSQL's newest programs.
func binDir(t testing.TB) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		storagetest.Lacks(t, "PostgreSQL isn't installed: Debian's package postgresql")
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return versionIn(a) - versionIn(b) }))
}

// versionIn returns the version in the path of a program, or 0.
func versionIn(path string) int {
	n, _ := strconv.Atoi(strings.Split(path, "/")[4]) // 0 if it is no number
	return n
}
