package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/postgres/pgtest"
)

// database makes a database of its own in the cluster and returns its address. A schema is made
// far faster, but two schemas of a database are one database to the program, which sees the nodes
// of both.
func database(t *testing.T, cluster *pgtest.Cluster) string {
	t.Helper()
	name := schemaOf(cluster.DSN(t)) // which no other test has
	cluster.Exec(t, "create database "+name)
	return fmt.Sprintf("postgres:///%s?host=%s&user=tarockbot", name, cluster.Dir)
}

// schemaOf is the schema that the address names.
func schemaOf(address string) string {
	_, schema, _ := strings.Cut(address, "search_path=")
	return schema
}

// as is the address for another user.
func as(user, address string) string {
	return strings.NewReplacer("postgres:///", "postgres://"+user+"@/", "user=tarockbot&", "").Replace(address)
}

// use lets do have a database.
func use(t *testing.T, address string, do func(*postgres.Database) error) {
	t.Helper()
	if err := stores.WithDatabase(t.Context(), address, do); err != nil {
		t.Fatal(err)
	}
}

// acting lets do have a database while a node acts on it.
func acting(t *testing.T, address string, do func(*postgres.Store)) {
	t.Helper()
	use(t, address, func(db *postgres.Database) error {
		lease, err := db.Acquire(t.Context())
		if err != nil {
			return err
		}
		store := lease.Store()
		do(store)
		return store.Close()
	})
}

// sums are what a copy says of both.
func sums(t *testing.T, o outcome) (from, to string) {
	t.Helper()
	lines := strings.Split(o.out, "\n")
	if o.code != 0 || len(lines) != 3 {
		t.Fatalf("exit %d: %s%s", o.code, o.out, o.err)
	}
	from, _, _ = strings.Cut(lines[0], "  ")
	to, _, _ = strings.Cut(lines[1], "  ")
	return from, to
}

// TestCopy: data of played games are the same in a database and in a file again, sealed
// tables among them, and a bot goes on with them.
func TestCopy(t *testing.T) {
	t.Parallel()
	data, keys, address, back := usedData(t), newKeyFile(t), database(t, pgtest.Shared(t)), filepath.Join(t.TempDir(), "back.db")
	sealTables(t, data, keys)
	from, to := sums(t, tarockbot(t, "copy", data, address))
	if from != to || !strings.HasSuffix(from, " documents") {
		t.Errorf("sums %s and %s", from, to)
	}
	if again, last := sums(t, tarockbot(t, "copy", address, back)); again != from || last != from {
		t.Errorf("back again: sums %s and %s, not %s", again, last, from)
	}
	for _, command := range [][]string{{"audit"}, {"doctor", "--here"}} {
		var said []string
		for _, place := range []string{data, address, back} {
			got := tarockbot(t, append(command, "--data-key", keys, place)...)
			if got.code != 0 {
				t.Errorf("%s %s: exit %d: %s%s", command, place, got.code, got.out, got.err)
			}
			said = append(said, strings.ReplaceAll(got.out, place, ""))
		}
		if said[0] == "" || said[0] != said[1] || said[0] != said[2] {
			t.Errorf("%s says\n%s", command, strings.Join(said, "\n"))
		}
	}
	p := launch(t, []string{"HOME=" + t.TempDir()}, "--data", back, "--data-key", keys, "--local.listen", "127.0.0.1:0")
	p.says("tarockbot is at")
	if code := p.stop(); code != 0 || strings.Contains(p.out.String(), "tables left out") {
		t.Errorf("exit %d: %s", code, p.out)
	}
}

// TestCopyRefused: nothing is copied out of what is in use or damaged, nor into what isn't
// empty; and half a copy is nothing.
func TestCopyRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, foreign, used := usedData(t), filepath.Join(dir, "foreign.db"), filepath.Join(dir, "used.db")
	put(t, foreign, "content")
	put(t, used, "content")
	full, empty, half := pgtest.DSN(t), pgtest.DSN(t), pgtest.DSN(t)
	sums(t, tarockbot(t, "copy", data, full))
	broken := errors.New("broken")
	use(t, half, func(db *postgres.Database) error {
		if err := db.Fill(t.Context(), func(*postgres.Store) error { return broken }); !errors.Is(err, broken) {
			t.Error(err)
		}
		return nil
	})
	store, err := bolt.Open(used, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	fresh := filepath.Join(dir, "fresh.db")
	refuse := func(code int, says, from, to string) {
		t.Helper()
		tarockbot(t, "copy", from, to).wantFailure(t, code, says)
	}
	refuse(exit.Usage, "that is the database itself", full, full)
	refuse(exit.IO, "replaces no file", full, data)
	refuse(exit.IO, "make a new one", data, full)
	refuse(exit.Data, `doesn't know: ["test"]`, foreign, empty)
	refuse(exit.IO, "none.db", filepath.Join(dir, "none.db"), empty)
	refuse(exit.Locked, "stop all bots", used, empty)
	acting(t, full, func(*postgres.Store) { refuse(exit.Locked, "stop all bots", full, fresh) })
	acting(t, empty, func(*postgres.Store) { refuse(exit.Locked, "stop all bots", data, empty) })
	refuse(exit.Data, "by half", half, fresh)
	refuse(exit.Data, "by half", data, half)
	for _, command := range [][]string{{"doctor"}, {"audit"}, {"backup", fresh}, {"restore", data}} {
		tarockbot(t, append(command, "--data", half)...).wantFailure(t, exit.Data, "by half")
	}
	if left := names(t, dir); !slices.Equal(left, []string{"foreign.db", "used.db", "used.db.pid"}) {
		t.Errorf("there are %q", left)
	}
	sums(t, tarockbot(t, "copy", data, empty)) // none of these has spoilt it
}

// TestCopyConfigured: of a database that is configured the address counts that the configuration has, which alone
// may have a password, unless another user is named; and a configuration that makes no sense is refused.
func TestCopyConfigured(t *testing.T) {
	t.Parallel()
	data, address := usedData(t), database(t, pgtest.Shared(t))
	env := system.Environment{"HOME=" + t.TempDir(), "TAROCKBOT_DATA=" + address}
	named := strings.Replace(address, "&user=tarockbot", "", 1)
	sums(t, tarockbotAt(t, env, "copy", data, named))
	back := filepath.Join(t.TempDir(), "back.db")
	sums(t, tarockbotAt(t, env, "copy", named, back))
	file := configFile(t, "data: "+address+"\n")
	tarockbot(t, "copy", "--config", file, named, named).wantFailure(t, exit.Usage, "that is the database itself")
	tarockbotAt(t, append(env, "TAROCKBOT_LIMITS_TABLES_PER_CHAT=many"), "copy", data, back+"2").wantFailure(t, exit.Config, "limits.tables-per-chat")
}

// TestDatabaseBackup: a backup that is made while a node writes is of one moment, and what is
// restored from it, into a file or a database, is that.
func TestDatabaseBackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, address, copied := usedData(t), pgtest.DSN(t), filepath.Join(dir, "copy.db")
	runOnce(t, data)
	sums(t, tarockbot(t, "copy", data, address))
	ctx, cancel := context.WithCancel(t.Context())
	acting(t, address, func(store *postgres.Store) {
		written, ended := make(chan bool, 1), make(chan error)
		go func() { ended <- keepWriting(ctx, store, written) }()
		<-written
		tarockbot(t, "backup", "--data", address, copied).wantSuccess(t, "backup of "+address+", verified")
		tarockbot(t, "backup", "--data", address, copied).wantFailure(t, exit.IO, "replaces no file")
		tarockbot(t, "audit", "--data", address).wantSuccess(t, "all standings agree with the log of matches")
		tarockbot(t, "restore", "--data", address, copied).wantFailure(t, exit.Locked, "stop the bot first")
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	if left := names(t, dir); !slices.Equal(left, []string{"copy.db"}) {
		t.Errorf("there are %q", left)
	}
	want := pair(t, copied)
	tarockbot(t, "audit", copied).wantSuccess(t, "all standings agree with the log of matches")
	file, other := filepath.Join(dir, "restored.db"), pgtest.DSN(t)
	for _, place := range []string{file, other} {
		tarockbot(t, "restore", "--data", place, copied).wantSuccess(t, place+": restored from "+copied+", verified")
		tarockbot(t, "audit", place).wantSuccess(t, "all standings agree with the log of matches")
		if got := pair(t, place); got != want {
			t.Errorf("restored is %s, not %s", got, want)
		}
	}
	tarockbot(t, "restore", "--data", other, copied).wantFailure(t, exit.IO, "make a new one")
	tarockbot(t, "backup", "--with-key", "--data", other, file+".2").wantFailure(t, exit.Config, "fair.key isn't set")
}

// keepWriting changes two documents together until the context ends.
func keepWriting(ctx context.Context, store storage.Store, written chan<- bool) error {
	docs := []storage.Doc{{Key: storage.Key{Kind: "a", ID: "x"}}, {Key: storage.Key{Kind: "z", ID: "x"}}}
	for n := int64(0); ; n++ {
		for i := range docs {
			docs[i].Version, docs[i].Data = n, fmt.Appendf(nil, "%d", n)
		}
		if err := store.Commit(ctx, docs...); err != nil {
			return err
		}
		select {
		case written <- true:
		default:
		}
	}
}

// pair is what both documents have.
func pair(t *testing.T, place string) (content string) {
	t.Helper()
	err := stores.WithSnapshot(t.Context(), place, func(d stores.Snapshot) error {
		for _, kind := range []string{"a", "z"} {
			doc := get(t, d, kind, "x")
			if content != "" && content != string(doc.Data) {
				t.Errorf("%s is of two moments: %s and %s", place, content, doc.Data)
			}
			content = string(doc.Data)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestRestoreForgets: who was forgotten since a backup is in no database that it is restored
// into, wherever the list is.
func TestRestoreForgets(t *testing.T) {
	t.Parallel()
	data, copied := lived(t)
	forget(t, data, zerlina)
	list := database(t, pgtest.Shared(t))
	known, err := removals.Of("", data).List(t.Context())
	if err == nil {
		err = removals.Of(list, "").Add(t.Context(), known...)
	}
	if err != nil || len(known) != 1 {
		t.Fatal(known, err)
	}
	holding := func(address string) (docs int) {
		err := stores.WithSnapshot(t.Context(), address, func(d stores.Snapshot) error {
			for doc, err := range stores.All(t.Context(), d) {
				if err != nil {
					return err
				}
				if text, err := json.Marshal(string(doc.Data)); err != nil || strings.Contains(strings.ToLower(doc.Key.ID+string(text)), "zerlina") {
					docs++
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return docs
	}
	for _, tt := range []struct {
		removals string
		says     string
		forgets  bool
	}{{"", "removals: isn't set", false}, {data + ".removed", "forgotten since the backup, erased again: 1", true}, {list, "forgotten since the backup, erased again: 1", true}} {
		to := pgtest.DSN(t)
		tarockbot(t, "restore", "--data", to, "--removals", tt.removals, copied).wantSuccess(t, tt.says)
		if n := holding(to); (n == 0) != tt.forgets {
			t.Errorf("with the list %q zerlina is in %d documents", tt.removals, n)
		}
	}
	to := pgtest.DSN(t)
	tarockbot(t, "restore", "--data", to, "--removals", strings.Replace(to, "/postgres?", "/none?", 1), copied).wantFailure(t, exit.Config, "none")
	tarockbot(t, "restore", "--data", to, "--removals", list, copied).wantSuccess(t, "forgotten since the backup, erased again: 1") // for nothing was done
}

// TestNoPassword: nothing that is printed has a password of a database in it, also one too
// short to be masked.
func TestNoPassword(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Shared(t)
	address := cluster.DSN(t)
	const wrong = "q7z9x"
	locked := "locked_" + schemaOf(address)
	hba := filepath.Join(cluster.Dir, "data", "pg_hba.conf")
	if err := os.WriteFile(hba, []byte("local all "+locked+" scram-sha-256\nlocal all all trust\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cluster.Exec(t, "create role "+locked+" login superuser password 'k4v8w'")
	cluster.Exec(t, "select pg_reload_conf()")
	data := usedData(t)
	runOnce(t, data)
	sums(t, tarockbot(t, "copy", data, address))
	key := filepath.Join(filepath.Dir(data), "fair.key")
	for i, tt := range []struct {
		password string
		code     int
		args     []string
	}{
		{"k4v8w", 0, []string{"check-config"}},
		{"k4v8w", 0, []string{"doctor"}},
		{"k4v8w", 0, []string{"audit"}},
		{"k4v8w", 0, []string{"backup", filepath.Join(t.TempDir(), "copy.db")}},
		{"k4v8w", exit.IO, []string{"restore", data}},
		{"k4v8w", exit.Usage, []string{"compact"}},
		{wrong, exit.Config, []string{"doctor"}},
		{wrong, exit.Config, []string{"backup", filepath.Join(t.TempDir(), "copy.db")}},
	} {
		for _, at := range []string{
			as(locked+":"+tt.password, address), as(locked, address) + "&password=" + tt.password,
		}[i%2:][:1] {
			got := tarockbotAt(t, []string{"HOME=" + t.TempDir(), "TAROCKBOT_DATA=" + at, "TAROCKBOT_REMOVALS=" + data + ".removed", "TAROCKBOT_FAIR_KEY=" + key}, tt.args...)
			if got.code != tt.code {
				t.Errorf("%q: exit %d: %s%s", tt.args, got.code, got.out, got.err)
			}
			if strings.Contains(got.out+got.err, tt.password) {
				t.Errorf("%q says\n%s%s", tt.args, got.out, got.err)
			}
		}
	}
	for _, key := range []string{"data", "removals"} {
		for _, at := range []string{as(locked+":"+wrong, address), as(locked, address) + "&password=" + wrong} {
			got := tarockbot(t, "doctor", "--"+key, at)
			got.wantFailure(t, exit.Config, "everybody on this machine sees")
			if strings.Contains(got.err, wrong) {
				t.Error(got.err)
			}
		}
	}
}
