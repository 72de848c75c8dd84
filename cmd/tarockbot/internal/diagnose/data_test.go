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
	stores.CommandPatience, stores.LeaseTerm = 24*time.Hour, time.Hour // a slow machine must lose neither database nor lease
	os.Exit(pgtest.Run(m))
}

const testdata = "../../../../bot/testdata/"

// usedData returns a data file that a bot has left, migrated to this version.
func usedData(t *testing.T) (path string) {
	t.Helper()
	path = storagetest.Unpacked(t, testdata+"version7.db.gz")
	changeData(t, path, func(s storage.Store) error {
		return doctor.Migration.Run(t.Context(), s, slog.New(slog.DiscardHandler))
	})
	return path
}

func changeData(t *testing.T, path string, do func(storage.Store) error) {
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
	code   int
	output string
}

func examined(t *testing.T, place, keyFile string, settings ...string) examination {
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
	err = ExamineData(t.Context(), c, keyFile, &out)
	return newExamination(out.String(), err)
}

func newExamination(out string, err error) examination {
	if err != nil {
		out += err.Error() + "\n"
	}
	return examination{exit.Code(err), out}
}

// wantLines compares the code, and checks that each line contains its text.
func (e examination) wantLines(t *testing.T, what string, code int, lines ...string) {
	t.Helper()
	printed := strings.Split(strings.TrimSuffix(e.output, "\n"), "\n")
	ok := e.code == code && len(printed) == len(lines)
	for i := 0; ok && i < len(lines); i++ {
		ok = strings.Contains(printed[i], lines[i])
	}
	if !ok {
		t.Errorf("%s: got exit %d and\n%swant exit %d and %q", what, e.code, e.output, code, lines)
	}
}

const (
	healthyLine  = "15 tables, 11 finished deals and 13 people, of this version"
	agreeingLine = "all standings agree with the log of matches (matches: 6, "
)

// forgedStanding returns a standing without any match.
func forgedStanding(n int) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: "standing", ID: fmt.Sprintf("222222%d|kosakeln", 22+n)}, Data: []byte(`{"rated":99}`)}
}

func TestFile(t *testing.T) {
	t.Parallel()
	const nothing = "no match in the log accounts for it"
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	changeData(t, fresh, func(storage.Store) error { return nil })
	changeTable := func(s storage.Store, old, changed string) error {
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
		{"healthy", usedData(t), nil, []string{healthyLine}, []string{agreeingLine}, [2]int{}},
		{"new", fresh, nil, []string{"0 people, new"}, []string{"matches: 0"}, [2]int{}},
		{"older", storagetest.Unpacked(t, testdata+"firstedition.db.gz"), nil,
			[]string{"8 tables, 20 finished deals and 4 people, of version 5, to be migrated", "20 deals settled by older rules"},
			[]string{"start the bot once to migrate the data"}, [2]int{0, 0}},
		{"a card twice", usedData(t), func(s storage.Store) error { return changeTable(s, `"1 play XVI"`, `"1 play XXI"`) },
			[]string{"table s5bvpmhz can't be read", healthyLine, ": 1 fault"}, []string{agreeingLine}, [2]int{exit.Findings, 0}},
		{"a forged standing", usedData(t), func(s storage.Store) error { return s.Commit(t.Context(), forgedStanding(0)) },
			[]string{"22222222|kosakeln: " + nothing, healthyLine, ": 1 fault"},
			[]string{"22222222|kosakeln: " + nothing, "1 value unlike"}, [2]int{exit.Findings, exit.Data}},
	} {
		if tt.change != nil {
			changeData(t, tt.data, tt.change)
		}
		got := examined(t, tt.data, "")
		got.wantLines(t, tt.name+": the doctor", tt.codes[0], tt.doctor...)
		if strings.Contains(got.output, "XXI") {
			t.Errorf("%s: a hidden card is printed: %s", tt.name, got.output)
		}
		var out strings.Builder
		err := Audit(t.Context(), config.Config{Data: tt.data}, &out)
		newExamination(out.String(), err).wantLines(t, tt.name+": the audit", tt.codes[1], tt.audit...)
	}
	nowhere := filepath.Join(t.TempDir(), "none.db")
	examined(t, nowhere, "").wantLines(t, "missing file", exit.IO, nowhere+": there is no such data file")
}

func TestManyFaults(t *testing.T) {
	t.Parallel()
	data := usedData(t)
	changeData(t, data, func(s storage.Store) (err error) {
		for n := range 60 {
			err = errors.Join(err, s.Commit(t.Context(), forgedStanding(n)))
		}
		return err
	})
	if got := examined(t, data, ""); got.code != exit.Findings || !strings.Contains(got.output, "60 faults") {
		t.Errorf("doctor: got exit %d and\n%s", got.code, got.output)
	}
	if err := Audit(t.Context(), config.Config{Data: data}, new(strings.Builder)); exit.Code(err) != exit.Data || !strings.Contains(err.Error(), "60 values") {
		t.Errorf("audit: got %v", err)
	}
}

func TestKeyOfDeals(t *testing.T) {
	t.Parallel()
	data, log := usedData(t), slog.New(slog.DiscardHandler)
	file := keys.SigningKeyFile{Path: filepath.Join(t.TempDir(), "fair.key")}
	examined(t, data, file.Path).wantLines(t, "missing key", 0, "is missing; the next start makes another key to sign deals with", healthyLine)
	key, err := file.Ensure(log)
	if err != nil {
		t.Fatal(err)
	}
	examined(t, data, file.Path).wantLines(t, "unknown key", 0, "this key has signed nothing here yet", healthyLine)
	changeData(t, data, func(s storage.Store) error {
		_, err := tables.Keys{Store: documents.New(s, documents.Options{})}.Add(t.Context(), fair.KeyOf(key), time.Now())
		return err
	})
	examined(t, data, file.Path).wantLines(t, "known key", 0, healthyLine)
	for wantText, spoil := range map[string]func(path string) error{
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
		examined(t, data, file.Path).wantLines(t, wantText, exit.Findings, wantText, healthyLine, ": 1 fault")
	}
}

func TestDatabase(t *testing.T) {
	t.Parallel()
	cluster, dir := pgtest.Shared(t), t.TempDir()
	address, list, key, missing := cluster.DSN(t), filepath.Join(dir, "removed"), filepath.Join(dir, "fair.key"), filepath.Join(dir, "none")
	if _, err := backup.Copy(t.Context(), usedData(t), address); err != nil {
		t.Fatal(err)
	}
	if _, err := (keys.SigningKeyFile{Path: key}).Ensure(slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	const unsigned, oneFault = "this key has signed nothing here yet", ": 1 fault"
	for _, tt := range []struct {
		name, removals, key, place string
		code                       int
		wantText                   []string
	}{
		{"healthy", list, key, address, 0, []string{unsigned, healthyLine}},
		{"no list", "", key, address, exit.Findings, []string{"removals: isn't set", unsigned, healthyLine, oneFault}},
		{"no place for a list", missing + "/at/all", key, address, exit.Findings, []string{"removals: stat " + missing + "/at: no such", unsigned, healthyLine, oneFault}},
		{"no key configured", list, "", address, 0, []string{"fair.key: isn't set", healthyLine}},
		{"missing key file", list, missing, address, 0, []string{"all nodes need the same key", healthyLine}},
		{"a directory for a key", list, dir, address, exit.Findings, []string{dir, healthyLine, oneFault}},
		{"read-only", list, key, address + "&default_transaction_read_only=on", exit.Findings, []string{"it is read-only, so nobody can play", unsigned, healthyLine, oneFault}},
		{"new", list, key, cluster.DSN(t), 0, []string{"0 people, new"}},
	} {
		examined(t, tt.place, tt.key, "--removals", tt.removals, "--fair.key", tt.key).wantLines(t, tt.name, tt.code, tt.wantText...)
	}
	examined(t, address, key, "--removals", list, "--fair.key", key, "--data-key", missing).
		wantLines(t, "no data keys", exit.Findings, "data-key: stat "+missing, unsigned, healthyLine, oneFault)

	exec := func(address, sql string) {
		_, schema, _ := strings.Cut(address, "search_path=")
		cluster.Exec(t, strings.ReplaceAll(sql, "SCHEMA", schema))
	}
	ahead := cluster.DSN(t)
	exec(ahead, `create function SCHEMA.clock_timestamp() returns timestamptz language sql volatile
		as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$`)
	examined(t, ahead+",pg_catalog", key, "--removals", list, "--fair.key", key).wantLines(t, "another clock", 0, "ahead of this machine's; set both by NTP", "0 people, new")

	exec(address, `insert into SCHEMA.doc select 'meta', 'nodes', version, mark, convert_to('{"key":"`+strings.Repeat("1f", 32)+`"}', 'UTF8') from SCHEMA.doc where kind = 'meta' and id = 'version'`)
	examined(t, address, key, "--removals", list, "--fair.key", key).
		wantLines(t, "another key", exit.Findings, "fair.key differs from the key of the other nodes on this database", unsigned, "1 document without a checksum", healthyLine, oneFault)
	exec(address, "update SCHEMA.doc set data = convert_to(translate(convert_from(data, 'UTF8'), '6', '7'), 'UTF8') where kind in ('history', 'brief')")
	got := examined(t, address, key, "--removals", list, "--fair.key", key)
	if got.code != exit.Data || strings.Count(got.output, " isn't as it was written") < 2 || !strings.Contains(got.output, "damaged documents") ||
		!strings.Contains(got.output, "history ") || !strings.Contains(got.output, "brief ") {
		t.Errorf("changed documents: got exit %d and\n%s", got.code, got.output)
	}
}
