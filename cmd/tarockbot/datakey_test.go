package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage/bolt"
)

// newKeyFile is a file with a key.
func newKeyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.key")
	tarockbot(t, "add-key", path).wantSuccess(t, "has one more key")
	return path
}

// sealTables lets a bot run on the data until they are sealed with the file's newest key.
func sealTables(t *testing.T, data, keys string) {
	t.Helper()
	p := launch(t, []string{"HOME=" + t.TempDir()}, "--data", data, "--data-key", keys, "--local.listen", "127.0.0.1:0")
	p.says("tables sealed with the newest key")
	if code := p.stop(); code != 0 {
		t.Fatalf("exit %d: %s", code, p.out)
	}
}

// TestSealedData: with its key all is looked at; without it is said what wasn't, and all else is.
func TestSealedData(t *testing.T) {
	data, keys := usedData(t), newKeyFile(t)
	sealTables(t, data, keys)
	tarockbot(t, "add-key", keys).wantSuccess(t, "has one more key")
	sealTables(t, data, keys)
	copied := filepath.Join(t.TempDir(), "copy.db")
	tarockbot(t, "backup", "--data", data, "--data-key", keys, copied).wantSuccess(t, "verified")
	restored := filepath.Join(t.TempDir(), "tarock.db")
	const unseen = "15 tables are sealed with a key that isn't here"
	for _, tt := range []struct {
		says string
		args []string
	}{
		{"15 tables, 11 finished deals and 13 people, of this version", []string{"doctor", "--here", data}},
		{"all standings agree with the log of matches", []string{"audit", data}},
		{"restored from", []string{"restore", "--force", "--data", restored, copied}},
	} {
		for _, with := range []struct {
			key  string
			says bool
		}{{keys, false}, {"", true}, {filepath.Join(t.TempDir(), "nowhere.key"), true}, {newKeyFile(t), true}} {
			got := tarockbot(t, slices.Concat(tt.args, []string{"--data-key", with.key})...)
			got.wantSuccess(t, tt.says)
			if strings.Contains(got.out, unseen) != with.says {
				t.Errorf("%s with %q says %s", tt.args[0], with.key, got.out)
			}
		}
	}
	withStore(t, data, func(s *bolt.Store) error {
		one, other := get(t, s, "table", "s5bvpmhz"), get(t, s, "table", "56quwudw")
		one.Data, other.Data = other.Data, one.Data
		return s.Commit(t.Context(), one, other)
	})
	got := tarockbot(t, "doctor", "--here", data, "--data-key", keys)
	if got.code != exit.Findings || strings.Count(got.out, "is not what was sealed") != 2 {
		t.Errorf("of two that have changed places the doctor says %d: %s", got.code, got.out)
	}
}

// TestLostKey: a bot starts without a lost key, with its successor, and says what it leaves out.
func TestLostKey(t *testing.T) {
	data := usedData(t)
	sealTables(t, data, newKeyFile(t))
	p := launch(t, []string{"HOME=" + t.TempDir()}, "--data", data, "--data-key", newKeyFile(t), "--local.listen", "127.0.0.1:0", "--http.listen", "127.0.0.1:0")
	p.ready()
	if text := p.out.String(); !strings.Contains(text, "tables left out") || strings.Count(text, "level=ERROR") != 1 {
		t.Errorf("it says %s", text)
	}
}
