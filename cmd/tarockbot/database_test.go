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

// newDatabase creates a database, not a faster schema, because a node sees the nodes of all schemas of its database.
func newDatabase(t *testing.T, cluster *pgtest.Cluster) string {
	t.Helper()
	name := schemaOf(cluster.DSN(t))
	cluster.Exec(t, "create database "+name)
	return fmt.Sprintf("postgres:///%s?host=%s&user=tarockbot", name, cluster.Dir)
}

func schemaOf(address string) string {
	_, schema, _ := strings.Cut(address, "search_path=")
	return schema
}

func withUser(user, address string) string {
	return strings.NewReplacer("postgres:///", "postgres://"+user+"@/", "user=tarockbot&", "").Replace(address)
}

func copySums(t *testing.T, o outcome) (from, to string) {
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
	p.awaitOutput("tables sealed with the newest key")
	if code := p.stop(); code != 0 {
		t.Fatalf("exit %d: %s", code, p.out)
	}
}

func TestCopy(t *testing.T) {
	t.Parallel()
	data, address, back := unpackData(t, "version7.db.gz"), newDatabase(t, pgtest.Shared(t)), filepath.Join(t.TempDir(), "back.db")
	keys := data + ".key"
	tarockbot(t, "add-key", keys).wantSuccess(t, "key added")
	env := system.Environment{"HOME=" + t.TempDir(), "TAROCKBOT_DATA=" + address}
	defaultUser := strings.Replace(address, "&user=tarockbot", "", 1)
	sealTables(t, data, keys)
	from, to := copySums(t, tarockbotWith(t, env, "copy", data, defaultUser))
	if from != to || !strings.HasSuffix(from, " documents") {
		t.Errorf("the checksums differ, or count no documents: %s and %s", from, to)
	}
	if again, last := copySums(t, tarockbotWith(t, env, "copy", defaultUser, back)); again != from || last != from {
		t.Errorf("copied back: got checksums %s and %s, want %s", again, last, from)
	}
	tarockbotWith(t, env, "copy", defaultUser, back).wantFailure(t, exit.IO, "replaces no file")
	tarockbotWith(t, env, "backup", "--with-key", back+".2").wantFailure(t, exit.Config, "fair.key isn't set")
	for _, command := range [][]string{{"audit"}, {"doctor", "--here"}} {
		var outputs []string
		for _, place := range []string{data, address, back} {
			got := tarockbot(t, append(command, "--data-key", keys, place)...)
			if got.code != 0 {
				t.Errorf("%s %s: exit %d: %s%s", command, place, got.code, got.out, got.err)
			}
			outputs = append(outputs, strings.ReplaceAll(got.out, place, ""))
		}
		if outputs[0] == "" || outputs[0] != outputs[1] || outputs[0] != outputs[2] {
			t.Errorf("%s prints different things for the three stores:\n%s", command, strings.Join(outputs, "\n"))
		}
	}
	p := launch(t, []string{"HOME=" + t.TempDir()}, "--data", back, "--data-key", keys, "--local.listen", "127.0.0.1:0")
	p.awaitOutput("tarockbot is at")
	if code := p.stop(); code != 0 || strings.Contains(p.out.String(), "tables left out") {
		t.Errorf("exit %d: %s", code, p.out)
	}
}

func TestPasswordNeverPrinted(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Shared(t)
	address := cluster.DSN(t)
	const wrongPassword = "q7z9x"
	locked := "locked_" + schemaOf(address)
	hba := filepath.Join(cluster.Dir, "data", "pg_hba.conf")
	writePrivate(t, hba, "local all "+locked+" scram-sha-256\nlocal all all trust\n")
	cluster.Exec(t, "create role "+locked+" login superuser password 'k4v8w'")
	cluster.Exec(t, "select pg_reload_conf()")
	data := unpackData(t, "version7.db.gz")
	migrate(t, data)
	copySums(t, tarockbot(t, "copy", data, address))
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
		{wrongPassword, exit.Config, []string{"doctor"}},
		{wrongPassword, exit.Config, []string{"backup", filepath.Join(t.TempDir(), "copy.db")}},
	} {
		at := []string{withUser(locked+":"+tt.password, address), withUser(locked, address) + "&password=" + tt.password}[i%2]
		env := []string{"HOME=" + t.TempDir(), "TAROCKBOT_DATA=" + at, "TAROCKBOT_REMOVALS=" + data + ".removed", "TAROCKBOT_FAIR_KEY=" + key}
		got := tarockbotWith(t, env, tt.args...)
		if got.code != tt.code {
			t.Errorf("%q: got exit %d, want %d: %s%s", tt.args, got.code, tt.code, got.out, got.err)
		}
		if strings.Contains(got.out+got.err, tt.password) {
			t.Errorf("%q prints the password:\n%s%s", tt.args, got.out, got.err)
		}
	}
	for _, key := range []string{"data", "removals"} {
		for _, at := range []string{withUser(locked+":"+wrongPassword, address), withUser(locked, address) + "&password=" + wrongPassword} {
			got := tarockbot(t, "doctor", "--"+key, at)
			got.wantFailure(t, exit.Config, "everybody on this machine sees")
			if strings.Contains(got.err, wrongPassword) {
				t.Errorf("the error shows the password: %s", got.err)
			}
		}
	}
}
