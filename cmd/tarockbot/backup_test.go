package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// content is the key of the one document in a file that put makes.
var content = storage.Key{Kind: "test", ID: "content"}

// put makes a data file with one document, or changes the document in it.
func put(t *testing.T, path, text string) {
	t.Helper()
	withStore(t, path, func(s *bolt.Store) error {
		doc, err := s.Get(t.Context(), content)
		if err != nil {
			doc = storage.Doc{Key: content}
		}
		doc.Data = []byte(text)
		return s.Commit(t.Context(), doc)
	})
}

// kept is what the document in a data file holds.
func kept(t *testing.T, path string) (text string) {
	t.Helper()
	withStore(t, path, func(s *bolt.Store) error {
		text = string(get(t, s, content.Kind, content.ID).Data)
		return nil
	})
	return text
}

// TestBackupOfARunningBot also finds the socket of a bot that was killed.
func TestBackupOfARunningBot(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "tarock.db")
	put(t, data, "content")
	start(t, data).end(t, syscall.SIGKILL)
	tarockbot(t, "backup", "--data", data, filepath.Join(dir, "killed.db")).wantSuccess(t, "verified")

	bot := start(t, data)
	copied := filepath.Join(dir, "running.db")
	tarockbot(t, "backup", "--data", data, copied).wantSuccess(t, "verified")
	tarockbot(t, "backup", "--data", data, copied).wantFailure(t, exit.IO, "tarockbot: "+copied+" is there already;")
	nowhere := filepath.Join(dir, "none", "copy.db")
	tarockbot(t, "backup", "--data", data, nowhere).wantFailure(t, exit.IO, "the running bot says")
	tarockbot(t, "restore", "--data", data, "--force", copied).wantFailure(t, exit.Locked, data)
	if aside, err := filepath.Glob(data + ".*.old"); err != nil || len(aside) > 0 {
		t.Errorf("kept aside by a refused restore: %v, %v", aside, err)
	}
	info, err := os.Stat(data + ".sock")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v, %v", info, err)
	}
	if got := bot.end(t, syscall.SIGTERM); got.code != 0 || !strings.Contains(got.err, "backup made") {
		t.Errorf("exit %d, log:\n%s", got.code, got.err)
	}
	if got := kept(t, copied); got != "content" {
		t.Errorf("the copy holds %q", got)
	}
}

// TestBackupOfItself: a bot makes backups that the doctor finds nothing in, which
// nobody else can read.
func TestBackupOfItself(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "tarock.db")
	bot := start(t, data, "--backup.every", "1h")
	bot.awaits(t, `msg="backup made"`)
	bot.end(t, os.Interrupt)
	made, err := filepath.Glob(filepath.Join(dir, "backups", "tarock.db.????????T??????Z"))
	if err != nil || len(made) != 1 {
		t.Fatalf("there are %v, %v", made, err)
	}
	for _, path := range []string{made[0], filepath.Dir(made[0])} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	tarockbot(t, "doctor", "--here", made[0]).wantSuccess(t, "0 tables")
}

// TestFault56Disk is fault 56: nobody else can read what a running bot has on the
// disk, and no token is there, in a backup either.
func TestFault56Disk(t *testing.T) {
	const token = "123456789:AAcanary-canary-canary-canary-canary"
	dir := t.TempDir()
	data := filepath.Join(dir, "tarock.db")
	bot := startIn(t, []string{"TAROCKBOT_TELEGRAM_TOKEN=" + token}, "--data", data, "--telegram.api_url", "http://127.0.0.1:1")
	tarockbot(t, "backup", "--data", data, filepath.Join(dir, "copy.db")).wantSuccess(t, "verified")
	all := names(t, dir)
	for _, name := range all {
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		if info.Mode().IsRegular() && strings.Contains(readText(t, path), "canary") {
			t.Errorf("%s holds the token", name)
		}
	}
	for _, name := range []string{"tarock.db", "tarock.db.sock", "tarock.db.pid", "copy.db"} {
		if !slices.Contains(all, name) {
			t.Errorf("there is no %s among %v", name, all)
		}
	}
	if got := bot.end(t, os.Interrupt); strings.Contains(got.out+got.err, "canary") {
		t.Errorf("the token is told:\n%s", got.err)
	}
}
