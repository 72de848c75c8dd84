package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/bot/documents"
	"tarockbot/bot/tables"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/bolt"
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

// TestFairKey: the first start makes the key that signs deals; it stays until the operator changes it, and then both are
// known. No log tells it, and only a backup that is asked for it has it.
func TestFairKey(t *testing.T) {
	dir := t.TempDir()
	data, file := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "fair.key")
	const says = "a key signs deals that hasn't before"
	starts := func(known int) {
		t.Helper()
		isNew := len(knownKeys(t, data)) < known
		log := runOnce(t, data)
		if strings.Contains(log, readText(t, file)[:64]) || strings.Contains(log, says) != isNew {
			t.Errorf("the start's log:\n%s", log)
		}
		if got := knownKeys(t, data); len(got) != known {
			t.Errorf("known are %q, want %d", got, known)
		}
	}
	withStore(t, data, func(*bolt.Store) error { return nil })
	starts(1)
	starts(1)
	first := readText(t, file)

	backup, withKey := filepath.Join(dir, "backup.db"), filepath.Join(dir, "with.db")
	tarockbot(t, "backup", "--data", data, backup).wantSuccess(t, "verified")
	tarockbot(t, "backup", "--data", data, "--with-key", withKey).wantSuccess(t, "verified")
	if _, err := os.Stat(backup + ".fair.key"); err == nil || strings.Contains(readText(t, backup), first[:64]) {
		t.Error("a backup has the key that nobody has asked for")
	}
	if got := readText(t, withKey+".fair.key"); got != first {
		t.Error("the key beside the backup is another")
	}
	tarockbot(t, "doctor", "--here", "--key", file, data).wantSuccess(t, "of this version\n")
	writePrivate(t, file, strings.Repeat("ab", 32)+"\n")
	tarockbot(t, "doctor", "--here", "--key", file, data).wantSuccess(t, "has signed nothing here yet")
	starts(2)
}
