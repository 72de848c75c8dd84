package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// TestAudit: a data file that no bot has run on, one that a bot runs on, and one
// with a standing that nobody has played for.
func TestAudit(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "tarock.db")
	tarockbot(t, "audit", "--data", data).wantFailure(t, exitIO, data)
	keep(t, data, "content")
	tarockbot(t, "audit", "--data", data).wantFailure(t, exitData, "older")
	bot := start(t, self(t), data)
	tarockbot(t, "audit", "--data", data).wantFailure(t, exitLocked, "stop the bot")
	copied := filepath.Join(dir, "copy.db")
	tarockbot(t, "backup", "--data", data, copied).wantSuccess(t, "verified")
	tarockbot(t, "audit", "--data", copied).wantSuccess(t, "0 matches")
	bot.end(t, syscall.SIGTERM)

	store, err := bolt.Open(data, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	forged := storage.Doc{Key: storage.Key{Kind: "standing", ID: "22222222|kosakeln"}, Data: []byte(`{"rated":99}`)}
	if err := store.Commit(t.Context(), forged); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	got := tarockbot(t, "audit", "--data", data)
	got.wantFailure(t, exitData, "1 things")
	if !strings.Contains(got.out, "22222222|kosakeln: nothing in the log leads to it") {
		t.Errorf("it says %q", got.out)
	}
}
