package diagnose

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/documents"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/engine/fair"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
)

func TestMain(m *testing.M) {
	stores.CommandPatience, stores.LeaseTerm = 24*time.Hour, time.Hour // no slow machine loses the database or a lease
	os.Exit(pgtest.Run(m))
}

const testdata = "../../../../bot/testdata/"

// used returns a data file that a bot has left, migrated to this version.
func used(t *testing.T) (path string) {
	t.Helper()
	path = storagetest.Unpacked(t, testdata+"version7.db.gz")
	change(t, path, func(s storage.Store) error {
		return doctor.Migration.Run(t.Context(), s, slog.New(slog.DiscardHandler))
	})
	return path
}

func change(t *testing.T, path string, do func(storage.Store) error) {
	t.Helper()
	store, err := bolt.Open(path)
	if err == nil {
		err = errors.Join(do(store), store.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

type examination struct {
	code int
	told string
}

func doctored(t *testing.T, place, keyFile string, settings ...string) examination {
	t.Helper()
	flags := config.Flags(nil)
	if err := flags.Parse(append(settings, "--data", place)); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(system.Environment{"HOME=" + t.TempDir()}, flags)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err = Data(t.Context(), c, keyFile, &out)
	return ending(out.String(), err)
}

func ending(out string, err error) examination {
	if err != nil {
		out += err.Error() + "\n"
	}
	return examination{exit.Code(err), out}
}

// wants compares the code, and checks that each line contains its text.
func (e examination) wants(t *testing.T, what string, code int, lines ...string) {
	t.Helper()
	told := strings.Split(strings.TrimSuffix(e.told, "\n"), "\n")
	ok := e.code == code && len(told) == len(lines)
	for i := 0; ok && i < len(lines); i++ {
		ok = strings.Contains(told[i], lines[i])
	}
	if !ok {
		t.Errorf("%s: exit %d and\n%swant exit %d and %q", what, e.code, e.told, code, lines)
	}
}

const (
	well     = "15 tables, 11 finished deals and 13 people, of this version"
	agreeing = "all standings agree with the log of matches (matches: 6, "
)

// forged returns a standing without any match.
func forged(n int) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: "standing", ID: fmt.Sprintf("222222%d|kosakeln", 22+n)}, Data: []byte(`{"rated":99}`)}
}

func TestFile(t *testing.T) {
	t.Parallel()
	const nothing = "nothing in the log leads to it"
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	change(t, fresh, func(storage.Store) error { return nil })
	table := func(s storage.Store, old, changed string) error {
		doc, err := s.Get(t.Context(), storage.Key{Kind: "table", ID: "s5bvpmhz"})
		if err == nil {
			doc.Data = bytes.Replace(doc.Data, []byte(old), []byte(changed), 1)
			err = s.Commit(t.Context(), doc)
		}
		return err
	}
	for _, tt := range []struct {
		name   string
		data   string
		change func(storage.Store) error
		doctor []string
		audit  []string
		codes  [2]int
	}{
		{"well", used(t), nil, []string{well}, []string{agreeing}, [2]int{}},
		{"new", fresh, nil, []string{"0 people, new"}, []string{"matches: 0"}, [2]int{}},
		{"older", storagetest.Unpacked(t, testdata+"firstedition.db.gz"), nil,
			[]string{"8 tables, 20 finished deals and 4 people, of version 5, to be migrated", "20 deals settled by older rules"},
			[]string{"start the bot once to migrate the data"}, [2]int{0, 0}},
		{"a card twice", used(t), func(s storage.Store) error { return table(s, `"1 play XVI"`, `"1 play XXI"`) },
			[]string{"table s5bvpmhz can't be read", well, ": 1 fault"}, []string{agreeing}, [2]int{exit.Findings, 0}},
		{"a forged standing", used(t), func(s storage.Store) error { return s.Commit(t.Context(), forged(0)) },
			[]string{"22222222|kosakeln: " + nothing, well, ": 1 fault"},
			[]string{"22222222|kosakeln: " + nothing, "1 values differ"}, [2]int{exit.Findings, exit.Data}},
	} {
		if tt.change != nil {
			change(t, tt.data, tt.change)
		}
		got := doctored(t, tt.data, "")
		got.wants(t, tt.name+": the doctor", tt.codes[0], tt.doctor...)
		if strings.Contains(got.told, "XXI") {
			t.Errorf("%s: a hidden card is printed: %s", tt.name, got.told)
		}
		var out strings.Builder
		err := Audit(t.Context(), config.Config{Data: tt.data}, &out)
		ending(out.String(), err).wants(t, tt.name+": the audit", tt.codes[1], tt.audit...)
	}
	nowhere := filepath.Join(t.TempDir(), "none.db")
	doctored(t, nowhere, "").wants(t, "none", exit.IO, nowhere+": there is no such data file")
}

func TestManyFaults(t *testing.T) {
	t.Parallel()
	data := used(t)
	change(t, data, func(s storage.Store) (err error) {
		for n := range 60 {
			err = errors.Join(err, s.Commit(t.Context(), forged(n)))
		}
		return err
	})
	if got := doctored(t, data, ""); got.code != exit.Findings || !strings.Contains(got.told, "60 faults") {
		t.Errorf("the doctor: exit %d\n%s", got.code, got.told)
	}
	if err := Audit(t.Context(), config.Config{Data: data}, new(strings.Builder)); exit.Code(err) != exit.Data || !strings.Contains(err.Error(), "60 values") {
		t.Errorf("the audit: %v", err)
	}
}

func TestKeyOfDeals(t *testing.T) {
	t.Parallel()
	data, log := used(t), slog.New(slog.DiscardHandler)
	file := keys.SigningKeyFile{Path: filepath.Join(t.TempDir(), "fair.key")}
	doctored(t, data, file.Path).wants(t, "none", 0, "is missing; the next start makes another key to sign deals with", well)
	key, err := file.Ensure(log)
	if err != nil {
		t.Fatal(err)
	}
	doctored(t, data, file.Path).wants(t, "unknown", 0, "this key has signed nothing here yet", well)
	change(t, data, func(s storage.Store) error {
		_, err := tables.Keys{Store: documents.New(s, documents.Options{})}.Add(t.Context(), fair.KeyOf(key), time.Now())
		return err
	})
	doctored(t, data, file.Path).wants(t, "known", 0, well)
	for says, spoil := range map[string]func(path string) error{
		"others can read it": func(path string) error { return os.Chmod(path, 0o640) },
		"holds no key":       func(path string) error { return os.WriteFile(path, []byte("none\n"), 0o600) },
	} {
		file := keys.SigningKeyFile{Path: filepath.Join(t.TempDir(), "fair.key")}
		if _, err := file.Ensure(log); err != nil {
			t.Fatal(err)
		}
		if err := spoil(file.Path); err != nil {
			t.Fatal(err)
		}
		doctored(t, data, file.Path).wants(t, says, exit.Findings, says, well, ": 1 fault")
	}
}

func TestDatabase(t *testing.T) {
	t.Parallel()
	cluster, dir := pgtest.Shared(t), t.TempDir()
	address, list, key, none := cluster.DSN(t), filepath.Join(dir, "removed"), filepath.Join(dir, "fair.key"), filepath.Join(dir, "none")
	if _, err := backup.Copy(t.Context(), used(t), address); err != nil {
		t.Fatal(err)
	}
	if _, err := (keys.SigningKeyFile{Path: key}).Ensure(slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	const unsigned, oneFault = "this key has signed nothing here yet", ": 1 fault"
	for _, tt := range []struct {
		name, removals, key, place string
		code                       int
		says                       []string
	}{
		{"all is well", list, key, address, 0, []string{unsigned, well}},
		{"no list", "", key, address, exit.Findings, []string{"removals: isn't set", unsigned, well, oneFault}},
		{"no place for a list", none + "/at/all", key, address, exit.Findings, []string{"removals: stat " + none + "/at: no such", unsigned, well, oneFault}},
		{"no key is set", list, "", address, 0, []string{"fair.key: isn't set", well}},
		{"no key", list, none, address, 0, []string{"all nodes need the same key", well}},
		{"a directory for a key", list, dir, address, exit.Findings, []string{dir, well, oneFault}},
		{"it is read-only", list, key, address + "&default_transaction_read_only=on", exit.Findings, []string{"it is read-only, so nobody can play", unsigned, well, oneFault}},
		{"it is new", list, key, cluster.DSN(t), 0, []string{"0 people, new"}},
	} {
		doctored(t, tt.place, tt.key, "--removals", tt.removals, "--fair.key", tt.key).wants(t, tt.name, tt.code, tt.says...)
	}
	doctored(t, address, key, "--removals", list, "--fair.key", key, "--data-key", none).
		wants(t, "no data keys", exit.Findings, "data-key: stat "+none, unsigned, well, oneFault)

	exec := func(address, sql string) {
		_, schema, _ := strings.Cut(address, "search_path=")
		cluster.Exec(t, strings.ReplaceAll(sql, "SCHEMA", schema))
	}
	ahead := cluster.DSN(t)
	exec(ahead, `create function SCHEMA.clock_timestamp() returns timestamptz language sql volatile
		as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$`)
	doctored(t, ahead+",pg_catalog", key, "--removals", list, "--fair.key", key).wants(t, "another time", 0, "ahead of this machine's; set both by NTP", "0 people, new")

	exec(address, `insert into SCHEMA.doc select 'meta', 'nodes', version, mark, convert_to('{"key":"`+strings.Repeat("1f", 32)+`"}', 'UTF8') from SCHEMA.doc where kind = 'meta' and id = 'version'`)
	doctored(t, address, key, "--removals", list, "--fair.key", key).
		wants(t, "another key", exit.Findings, "fair.key differs from the key of the other nodes on this database", unsigned, "1 documents have no checksum", well, oneFault)
	exec(address, "update SCHEMA.doc set data = convert_to(translate(convert_from(data, 'UTF8'), '6', '7'), 'UTF8') where kind in ('history', 'brief')")
	got := doctored(t, address, key, "--removals", list, "--fair.key", key)
	if got.code != exit.Data || strings.Count(got.told, " isn't as it was written") < 2 || !strings.Contains(got.told, "damaged documents") ||
		!strings.Contains(got.told, "history ") || !strings.Contains(got.told, "brief ") {
		t.Errorf("of documents that were changed: exit %d\n%s", got.code, got.told)
	}
}
