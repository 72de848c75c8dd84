package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage"
	"tarockbot/storage/sealed"
)

// newKeyFile is a file with a key.
func newKeyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.key")
	tarockbot(t, "add-key", path).wantSuccess(t, "has one more key")
	return path
}

// write makes the text the content of a file that there is.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestAddKey: keys come one after the other into a file of its owner's alone, and into no other file.
func TestAddKey(t *testing.T) {
	path := newKeyFile(t)
	first := string(contents(t, path))
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("it has the mode %v (%v)", info.Mode(), err)
	}
	tarockbot(t, "add-key", path).wantSuccess(t, "has one more key")
	write(t, path, strings.TrimSpace(string(contents(t, path)))) // as some editors leave it
	tarockbot(t, "add-key", path).wantSuccess(t, "has one more key")
	if keys, err := sealed.ParseKeys(string(contents(t, path))); err != nil || len(keys) != 3 || !strings.HasPrefix(string(contents(t, path)), first) {
		t.Errorf("there are %d keys (%v), want 3, the first of them still the first", len(keys), err)
	}
	config := configFile(t, "language: de\n")
	tarockbot(t, "add-key", config).wantFailure(t, exit.Data, "line 1 is no key")
	if got := string(contents(t, config)); got != "language: de\n" {
		t.Errorf("the configuration is %q now", got)
	}
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
	sealTables(t, data, addedTo(t, keys))
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
	change(t, data, func(s storage.Store) []storage.Doc {
		one, other := get(t, s, "table", "s5bvpmhz"), get(t, s, "table", "56quwudw")
		one.Data, other.Data = other.Data, one.Data
		return []storage.Doc{one, other}
	})
	got := tarockbot(t, "doctor", "--here", data, "--data-key", keys)
	if got.code != exit.Findings || strings.Count(got.out, "is not what was sealed") != 2 {
		t.Errorf("of two that have changed places the doctor says %d: %s", got.code, got.out)
	}
}

// addedTo is the file with a key more.
func addedTo(t *testing.T, keys string) string {
	t.Helper()
	tarockbot(t, "add-key", keys).wantSuccess(t, "has one more key")
	return keys
}

// TestKeyOfStart: a bot doesn't start with a key file that is missing, that others read, or that is
// another file, and leaves nothing behind. It does with a lost key's successor.
func TestKeyOfStart(t *testing.T) {
	data, keys := usedData(t), newKeyFile(t)
	sealTables(t, data, keys)
	open := newKeyFile(t)
	if err := os.Chmod(open, 0o640); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ key, says string }{
		{filepath.Join(t.TempDir(), "none.key"), "tarockbot add-key makes a new file"},
		{open, "others can read it"},
		{configFile(t, "no key"), "line 1 is no key"},
	} {
		if tt.key == open && runtime.GOOS == "windows" {
			continue
		}
		tarockbot(t, "run", "--data", data, "--data-key", tt.key, "--local.listen", "127.0.0.1:0").wantFailure(t, exit.Config, tt.says)
		dir := t.TempDir()
		tarockbot(t, "run", "--data", filepath.Join(dir, "new.db"), "--data-key", tt.key, "--local.listen", "127.0.0.1:0").wantFailure(t, exit.Config, tt.says)
		if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
			t.Errorf("it leaves %v, %v", made, err)
		}
	}
	p := launch(t, []string{"HOME=" + t.TempDir()}, "--data", data, "--data-key", newKeyFile(t), "--local.listen", "127.0.0.1:0", "--http.listen", "127.0.0.1:0")
	p.ready()
	if text := p.out.String(); !strings.Contains(text, "tables left out") || strings.Count(text, "level=ERROR") != 1 {
		t.Errorf("it says %s", text)
	}
}
