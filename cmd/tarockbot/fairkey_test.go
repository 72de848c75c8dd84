package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/bot/documents"
	"tarockbot/bot/tables"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/engine/fair"
)

// knownKeys are the public keys that the data file knows.
func knownKeys(t *testing.T, data string) (all []string) {
	t.Helper()
	err := stores.WithSnapshot(t.Context(), data, func(docs stores.Snapshot) error {
		keys, err := tables.Keys{Store: documents.New(docs, documents.Options{})}.All(t.Context())
		for _, k := range keys {
			all = append(all, k.Key.String())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFairKey: the first start makes the key, for its owner alone; it stays until the
// operator changes it, and then both are known. Doctor looks at it, and only a backup that
// is asked for it has it.
func TestFairKey(t *testing.T) {
	dir := t.TempDir()
	data, file := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "fair.key")
	if log := runOnce(t, data); !strings.Contains(log, file) {
		t.Errorf("the log doesn't tell of the key:\n%s", log)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the key's file: %v, %v", info, err)
	}
	first, err := keys.SigningKeyFile{Path: file}.Read()
	if err != nil {
		t.Fatal(err)
	}
	const says = "a key signs deals that hasn't before"
	if log := runOnce(t, data); strings.Contains(log, string(contents(t, file)[:64])) || strings.Contains(log, "created the signing key") || strings.Contains(log, says) {
		t.Errorf("the second start's log:\n%s", log)
	}
	doctor := func(want string) {
		t.Helper()
		tarockbot(t, "doctor", "--here", "--key", file, data).wantSuccess(t, want)
	}
	doctor("of this version\n")
	if got := knownKeys(t, data); len(got) != 1 || got[0] != fair.KeyOf(first).String() {
		t.Errorf("known are %q", got)
	}

	backup := filepath.Join(dir, "backup.db")
	tarockbot(t, "backup", "--data", data, backup).wantSuccess(t, "verified")
	if _, err := os.Stat(backup + ".fair.key"); err == nil {
		t.Error("a backup has the key that nobody has asked for")
	}
	if strings.Contains(string(contents(t, backup)), string(contents(t, file)[:64])) {
		t.Error("the key is in the backup itself")
	}
	withKey := filepath.Join(dir, "with.db")
	tarockbot(t, "backup", "--data", data, "--with-key", withKey).wantSuccess(t, "verified")
	if got, err := (keys.SigningKeyFile{Path: withKey + ".fair.key"}).Read(); err != nil || !got.Equal(first) {
		t.Errorf("the key beside the backup: %v", err)
	}

	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	doctor("the next start makes another key")
	other := strings.Repeat("ab", 32)
	if err := os.WriteFile(file, []byte(other+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	doctor("has signed nothing here yet")
	if log := runOnce(t, data); !strings.Contains(log, says) || strings.Contains(log, other) {
		t.Errorf("the log of a start with another key:\n%s", log)
	}
	if got := knownKeys(t, data); len(got) != 2 {
		t.Errorf("known are %q, want both", got)
	}

	for what, spoil := range map[string]func() error{
		"others can read it": func() error { return os.Chmod(file, 0o640) },
		"holds no key":       func() error { return os.WriteFile(file, []byte("none\n"), 0o600) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if got := tarockbot(t, "doctor", "--here", "--key", file, data); got.code != exit.Findings || !strings.Contains(got.out, what) {
			t.Errorf("doctor of a key that %s: %+v", what, got)
		}
		tarockbot(t, "run", "--data", data, "--local.listen", "127.0.0.1:0").wantFailure(t, exit.Config, what)
		if err := os.Chmod(file, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(other+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
