package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage/postgres/pgtest"
)

// database creates a database. A schema would be faster, but the program sees the nodes of all schemas of a database.
func database(t *testing.T, cluster *pgtest.Cluster) string {
	t.Helper()
	name := schemaOf(cluster.DSN(t))
	cluster.Exec(t, "create database "+name)
	return fmt.Sprintf("postgres:///%s?host=%s&user=tarockbot", name, cluster.Dir)
}

func schemaOf(address string) string {
	_, schema, _ := strings.Cut(address, "search_path=")
	return schema
}

func as(user, address string) string {
	return strings.NewReplacer("postgres:///", "postgres://"+user+"@/", "user=tarockbot&", "").Replace(address)
}

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

func sealTables(t *testing.T, data, keys string) {
	t.Helper()
	p := launch(t, []string{"HOME=" + t.TempDir()}, "--data", data, "--data-key", keys, "--local.listen", "127.0.0.1:0")
	p.says("tables sealed with the newest key")
	if code := p.stop(); code != 0 {
		t.Fatalf("exit %d: %s", code, p.out)
	}
}

func TestCopy(t *testing.T) {
	t.Parallel()
	data, address, back := unpacked(t, "version7.db.gz"), database(t, pgtest.Shared(t)), filepath.Join(t.TempDir(), "back.db")
	keys := data + ".key"
	tarockbot(t, "add-key", keys).wantSuccess(t, "key added")
	env := system.Environment{"HOME=" + t.TempDir(), "TAROCKBOT_DATA=" + address}
	named := strings.Replace(address, "&user=tarockbot", "", 1)
	sealTables(t, data, keys)
	from, to := sums(t, tarockbotAt(t, env, "copy", data, named))
	if from != to || !strings.HasSuffix(from, " documents") {
		t.Errorf("sums %s and %s", from, to)
	}
	if again, last := sums(t, tarockbotAt(t, env, "copy", named, back)); again != from || last != from {
		t.Errorf("back again: sums %s and %s, not %s", again, last, from)
	}
	tarockbotAt(t, env, "copy", named, back).wantFailure(t, exit.IO, "replaces no file")
	tarockbotAt(t, env, "backup", "--with-key", back+".2").wantFailure(t, exit.Config, "fair.key isn't set")
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

func TestNoPassword(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Shared(t)
	address := cluster.DSN(t)
	const wrong = "q7z9x"
	locked := "locked_" + schemaOf(address)
	hba := filepath.Join(cluster.Dir, "data", "pg_hba.conf")
	writePrivate(t, hba, "local all "+locked+" scram-sha-256\nlocal all all trust\n")
	cluster.Exec(t, "create role "+locked+" login superuser password 'k4v8w'")
	cluster.Exec(t, "select pg_reload_conf()")
	data := unpacked(t, "version7.db.gz")
	migrate(t, data)
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
		at := []string{as(locked+":"+tt.password, address), as(locked, address) + "&password=" + tt.password}[i%2]
		env := []string{"HOME=" + t.TempDir(), "TAROCKBOT_DATA=" + at, "TAROCKBOT_REMOVALS=" + data + ".removed", "TAROCKBOT_FAIR_KEY=" + key}
		got := tarockbotAt(t, env, tt.args...)
		if got.code != tt.code {
			t.Errorf("%q: exit %d: %s%s", tt.args, got.code, got.out, got.err)
		}
		if strings.Contains(got.out+got.err, tt.password) {
			t.Errorf("%q says\n%s%s", tt.args, got.out, got.err)
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
