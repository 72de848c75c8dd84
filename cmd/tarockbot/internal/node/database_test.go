package node

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/documents"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/forgotten"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/storage/postgres"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

func TestMain(m *testing.M) {
	stores.LeaseTerm = time.Hour // a slow machine must not lose the lease
	stores.CommandPatience = 24 * time.Hour
	dropAfter = time.Second
	os.Exit(pgtest.Run(m))
}

type testNodes struct {
	*testing.T
	ctx      context.Context
	cluster  *pgtest.Cluster
	dsn, key string
}

func newNodes(t *testing.T) *testNodes {
	t.Helper()
	n := &testNodes{T: t, ctx: waittest.Context(t), cluster: pgtest.Shared(t), key: filepath.Join(t.TempDir(), "fair.key")}
	n.dsn = n.cluster.DSN(t)
	write(t, n.key, hex.EncodeToString(make([]byte, 32)))
	return n
}

func (n *testNodes) schema() string {
	_, schema, _ := strings.Cut(n.dsn, "search_path=")
	return schema
}

func (n *testNodes) open(version string) *postgres.Database {
	n.Helper()
	db, err := postgres.Open(n.ctx, n.dsn, postgres.Options{Patience: stores.CommandPatience, Version: version})
	if err != nil {
		n.Fatal(err)
	}
	return db
}

type runningNode struct {
	*testNodes
	log, out double.Log
	end      func()
}

func (n *testNodes) start(settings ...string) *runningNode {
	n.Helper()
	s := &runningNode{testNodes: n}
	c := loadConfig(n.T, append([]string{"--data", n.dsn, "--fair.key", n.key, "--local.listen", "127.0.0.1:0"}, settings...)...)
	ctx, cancel := context.WithCancel(n.ctx)
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, c, &s.out, s.log.Logger()) }()
	s.end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			n.Errorf("the node failed: %v\n%s", err, s.log.String())
		}
	})
	n.Cleanup(s.end)
	return s
}

func loadConfig(t *testing.T, args ...string) config.Config {
	t.Helper()
	flags := config.Flags(nil)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load([]string{"HOME=" + t.TempDir()}, flags)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (s *runningNode) awaitLog(state string) {
	s.Helper()
	text := "msg=" + state + " "
	if strings.ContainsAny(state, " =\"") {
		text = "msg=" + strconv.Quote(state) + " "
	}
	if err := s.log.Await(s.ctx, text); err != nil {
		s.Fatalf("the log lacks %s: %v\n%s", text, err, s.log.String())
	}
}

func (s *runningNode) url() string {
	return regexp.MustCompile(`http://\S+`).FindString(s.out.String())
}

// awaitBot waits until a bot serves the node's page.
func (s *runningNode) awaitBot() *runningNode {
	s.Helper()
	s.awaitLog("started")
	for {
		response, err := http.Get(s.url())
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return s
			}
		}
		if !retry.Sleep(s.ctx, 20*time.Millisecond) {
			s.Fatalf("no bot serves the page: %v, %v\n%s", err, context.Cause(s.ctx), s.log.String())
		}
	}
}

func TestStandbyPrintsAddress(t *testing.T) {
	t.Parallel()
	n := newNodes(t)
	first := n.start().awaitBot()
	other := n.start()
	other.awaitLog("standing by")
	for s, status := range map[*runningNode]int{first: http.StatusOK, other: http.StatusServiceUnavailable} {
		url := s.url()
		response, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		want := fmt.Sprintf("tarockbot stands by at %s and answers 503 until it acts\n", url)
		if s == first {
			want += fmt.Sprintf("tarockbot is at %s\n", url)
		}
		if got := s.out.String(); got != want || response.StatusCode != status {
			t.Errorf("a node prints %q, want %q, and answers %s", got, want, response.Status)
		}
	}
}

func TestTermNotBegun(t *testing.T) {
	t.Parallel()
	n := newNodes(t)
	n.open("").Close()
	doc, lease := n.schema()+".doc", n.schema()+".lease"
	locks := func(table, granted string) string {
		return fmt.Sprintf("exists (select from pg_locks where relation = '%s'::regclass and mode <> 'AccessShareLock' and granted = %s)", table, granted)
	}
	untilSQL := func(condition string) string {
		return "do $$ begin while not " + condition + " loop perform pg_sleep(0.01); end loop; end $$;"
	}
	var locking sync.WaitGroup
	defer locking.Wait()
	locking.Go(func() { n.cluster.Exec(t, "lock "+lease+";"+untilSQL(locks(doc, "true"))) })
	locking.Go(func() { // makes reads fail from the request for the lease until its release
		n.cluster.Exec(t, untilSQL(locks(lease, "false"))+"lock "+doc+";"+untilSQL("exists (select from "+lease+" where holder = '')"))
	})
	n.cluster.Exec(t, untilSQL(locks(lease, "true")))
	s := n.start().awaitBot()
	if log := s.log.String(); !strings.Contains(log, "standing by: bot: load meta: ") {
		t.Errorf("the log lacks the reason for standing by:\n%s", log)
	}
}

func TestRehearsal(t *testing.T) {
	t.Parallel()
	n := newNodes(t)
	n.start().awaitBot()
	dir := t.TempDir()
	list, key, missing := filepath.Join(dir, "list"), filepath.Join(dir, "fair.key"), filepath.Join(dir, "none")
	write(t, list, "nobody\n")
	write(t, key, strings.Repeat("1f", 32))
	for _, tt := range []struct{ option, file, wantText string }{
		{"--removals", list, "removals: " + list + ": \"nobody\" is not an entry of the list of forgotten people"},
		{"--removals", filepath.Join(missing, "list"), "removals: stat " + missing + ": no such file or directory"},
		{"--data-key", missing, "data-key: stat " + missing + ": no such file or directory; tarockbot add-key makes a new file, but its key can't open tables that are already sealed"},
		{"--fair.key", key, "fair.key differs from the key of the other nodes on this database: " + ErrMismatch.Error()},
	} {
		s := n.start(tt.option, tt.file)
		s.awaitLog("standing by: " + tt.wantText)
		if tt.file == list {
			if err := os.Remove(list); err != nil {
				t.Fatal(err)
			}
			s.awaitLog("standing by")
		}
		s.end()
		if log := s.log.String(); strings.Contains(log, forgotten.NoList) != (tt.option != "--removals") {
			t.Errorf("the warning about a missing list of forgotten people is wrong:\n%s", log)
		}
	}
}

func TestMismatch(t *testing.T) {
	t.Parallel()
	n := newNodes(t)
	dir := t.TempDir()
	list, other, key := filepath.Join(dir, "list"), filepath.Join(dir, "other"), filepath.Join(dir, "fair.key")
	write(t, key, strings.Repeat("1f", 32))
	runNode := func(settings ...string) {
		t.Helper()
		n.start(settings...).awaitBot().end()
	}
	runNode()
	runNode("--removals", list)
	const otherList, otherKey = "removals differs from the list of the other nodes on this database: ", "fair.key differs from the key of the other nodes on this database: "
	for _, tt := range []struct {
		wantText string
		settings []string
	}{
		{otherList, []string{"--removals", other}},
		{otherList, []string{"--removals", ""}},
		{otherKey, []string{"--removals", list, "--fair.key", key}},
	} {
		s := n.start(tt.settings...)
		s.awaitLog("standing by: " + tt.wantText + ErrMismatch.Error())
		runNode("--removals", list)
		s.end()
		if log := s.log.String(); strings.Contains(log, "msg=started") {
			t.Errorf("a node with other settings acts:\n%s", log)
		}
	}
	n.cluster.Exec(t, "delete from "+n.schema()+".doc where kind = 'meta' and id = 'nodes'") // as NODES.md says
	runNode("--removals", other, "--fair.key", key)
}

func TestClocksDiffer(t *testing.T) {
	t.Parallel()
	n := newNodes(t)
	n.cluster.Exec(t, "create function "+n.schema()+`.clock_timestamp() returns timestamptz language sql volatile
		as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$`)
	n.dsn += ",pg_catalog" // the schema's functions precede PostgreSQL's
	s := n.start().awaitBot()
	s.end()
	db := n.open("")
	defer db.Close()
	keys, err := tables.Keys{Store: documents.New(db.Reader(), documents.Options{})}.All(t.Context())
	if err != nil || len(keys) != 1 || time.Until(keys[0].Since).Round(time.Hour) != time.Hour {
		t.Errorf("the key signs since %v, error %v; now it is %v", keys, err, time.Now())
	}
	found := regexp.MustCompile(`is (\S+) ahead of this machine's; set both by NTP`).FindAllStringSubmatch(s.log.String(), -1)
	if len(found) != 1 {
		t.Fatalf("the clocks' difference isn't logged exactly once:\n%s", s.log.String())
	}
	if ahead, err := time.ParseDuration(found[0][1]); err != nil || ahead.Round(time.Hour) != time.Hour {
		t.Errorf("the database's clock is %s ahead", found[0][1])
	}
}

func TestStandbyDropsBackups(t *testing.T) {
	t.Parallel()
	n, dir := newNodes(t), t.TempDir()
	name := func(age time.Duration) string {
		return filepath.Join(dir, "postgres."+time.Now().UTC().Add(-age).Format("20060102T150405Z"))
	}
	const tooOld = config.BackupLife + time.Hour
	young, old := name(config.BackupLife-time.Hour), name(tooOld)
	others := []string{young, young + ".unfinished-backup-1", filepath.Join(dir, "postgres.by-hand")}
	for _, path := range append([]string{old, old + ".unfinished-backup-1"}, others...) {
		write(t, path, "")
	}
	n.start().awaitBot()
	began := time.Now()
	n.start("--backup.dir", dir)
	files := func() []string {
		all, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	for len(files()) > len(others) {
		if !retry.Sleep(n.ctx, 20*time.Millisecond) {
			t.Fatalf("the files are %q: %v", files(), context.Cause(n.ctx))
		}
	}
	if left := files(); !slices.Equal(left, slices.Sorted(slices.Values(others))) {
		t.Errorf("the files are %q", left)
	}
	if took := time.Since(began); took < dropAfter {
		t.Errorf("old backups were deleted after only %v", took)
	}
}

func TestOlderNodes(t *testing.T) {
	t.Parallel()
	n, current := newNodes(t), doctor.Migration.Current()
	if _, err := backup.Copy(t.Context(), storagetest.Unpacked(t, "../../../../bot/testdata/version5.db.gz"), n.dsn); err != nil {
		t.Fatal(err)
	}
	older := n.open(version.NodeVersion(current-1, "v0.9"))
	s := n.start()
	s.awaitLog(fmt.Sprintf("standing by: the data will be migrated once no older tarockbot uses it: data %d, v0.9", current-1))
	older.Close()
	s.awaitBot()

	n.cluster.Exec(t, fmt.Sprintf("update %s.doc set data = '%d', version = version + 1, mark = mark + 1 where kind = 'meta' and id = 'version'", n.schema(), current+1))
	n.start().awaitLog(fmt.Sprintf("standing by: bot: the data was written by a newer tarockbot: its version is %d, this one knows %d", current+1, current))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
