package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// TestAudit: a data file that isn't there, one that a bot runs on, and one with a
// standing that nobody has played for.
func TestAudit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "tarock.db")
	tarockbot(t, "audit", "--data", data).wantFailure(t, exitIO, data)
	put(t, data, "content")
	bot := start(t, self(t), data)
	tarockbot(t, "audit", "--data", data).wantFailure(t, exitLocked, "stop the bot")
	copied := filepath.Join(dir, "copy.db")
	tarockbot(t, "backup", "--data", data, copied).wantSuccess(t, "verified")
	before := filesIn(t, dir, "copy.db")
	tarockbot(t, "audit", "--data", copied).wantSuccess(t, "matches: 0")
	if after := filesIn(t, dir, "copy.db"); !maps.Equal(after, before) {
		t.Errorf("beside the audited copy there were %d files, and are %d, or not the same", len(before), len(after))
	}
	bot.end(t, syscall.SIGTERM)

	store, err := bolt.Open(data, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const faults = 60 // more than are told one by one
	for i := range faults {
		forged := storage.Doc{Key: storage.Key{Kind: "standing", ID: fmt.Sprintf("222222%d|kosakeln", 22+i)}, Data: []byte(`{"rated":99}`)}
		if err := store.Commit(t.Context(), forged); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	got := tarockbot(t, "audit", "--data", data)
	got.wantFailure(t, exitData, "60 things")
	if !strings.Contains(got.out, "22222222|kosakeln: nothing in the log leads to it") {
		t.Errorf("it says %q", got.out)
	}
	tarockbot(t, "doctor", "--here", data).wantFailure(t, exitDiffers, "60 faults")
}

// filesIn are the files whose names begin so, by their names.
func filesIn(t *testing.T, dir, name string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	paths, err := filepath.Glob(filepath.Join(dir, name+"*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%q, %v", paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = string(data)
	}
	return all
}
