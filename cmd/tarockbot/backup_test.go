package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

var contentKey = storage.Key{Kind: "test", ID: "content"}

func putContent(t *testing.T, path, text string) {
	t.Helper()
	withStore(t, path, func(s *bolt.Store) error {
		doc, err := s.Get(t.Context(), contentKey)
		if err != nil {
			doc = storage.Doc{Key: contentKey}
		}
		doc.Data = []byte(text)
		return s.Commit(t.Context(), doc)
	})
}

func readContent(t *testing.T, path string) (text string) {
	t.Helper()
	withStore(t, path, func(s *bolt.Store) error {
		text = string(getDoc(t, s, contentKey.Kind, contentKey.ID).Data)
		return nil
	})
	return text
}

// TestFault56Disk checks that no other user can read a running bot's files, and that neither they nor backups
// contain a token.
func TestFault56Disk(t *testing.T) {
	const token = "123456789:AAcanary-canary-canary-canary-canary"
	dir := t.TempDir()
	data := filepath.Join(dir, "tarock.db")
	bot := startIn(t, []string{"TAROCKBOT_TELEGRAM_TOKEN=" + token}, "--data", data, "--telegram.api_url", "http://127.0.0.1:1")
	tarockbot(t, "backup", "--data", data, filepath.Join(dir, "copy.db")).wantSuccess(t, "verified")
	all := fileNames(t, dir)
	for _, name := range all {
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("other users can read %s: mode %v, error %v", name, info.Mode(), err)
		}
		if info.Mode().IsRegular() && strings.Contains(readText(t, path), "canary") {
			t.Errorf("%s holds the token", name)
		}
	}
	for _, name := range []string{"tarock.db", "tarock.db.sock", "tarock.db.pid", "copy.db"} {
		if !slices.Contains(all, name) {
			t.Errorf("%s is missing: got %v", name, all)
		}
	}
	if got := bot.end(t, os.Interrupt); strings.Contains(got.out+got.err, "canary") {
		t.Errorf("the log shows the token:\n%s", got.err)
	}
}
