package backup

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rubbish, copied := filepath.Join(dir, "rubbish"), filepath.Join(dir, "copy.db")
	putEmpty(t, copied)
	write(t, rubbish, "rubbish\n")
	for name, c := range map[string]config.Config{
		"unreadable list, data file": {Removals: rubbish},
		"unreadable keys, data file": {DataKey: keys.DataKeyFile{Path: rubbish}},
		"unreadable list, database":  {Removals: rubbish, Data: "postgres://nobody@127.0.0.1:1/none"},
		"unreadable keys, database":  {DataKey: keys.DataKeyFile{Path: rubbish}, Data: "postgres://nobody@127.0.0.1:1/none"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			data, isFile := filepath.Join(dir, "tarock.db"), c.Data == ""
			if isFile {
				c.Data = data
			}
			write(t, data, "as it was")
			r := Restorer{Config: c, Out: new(bytes.Buffer), Log: slog.New(slog.DiscardHandler)}
			if err := r.Restore(t.Context(), copied, isFile); err == nil || !strings.Contains(err.Error(), rubbish) {
				t.Errorf("got %v", err)
			}
			text, err := os.ReadFile(data)
			if err != nil || string(text) != "as it was" {
				t.Errorf("the data file has %q, %v", text, err)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
				t.Errorf("the files are %v, %v", entries, err)
			}
		})
	}
}

// makeBackupOf makes a backup of one person, and puts the person on the list of forgotten people.
func makeBackupOf(t *testing.T, data string, person []byte) (copied string) {
	t.Helper()
	copied = filepath.Join(t.TempDir(), "copy.db")
	store, err := bolt.Open(copied)
	if err != nil {
		t.Fatal(err)
	}
	err = doctor.Migration.Run(t.Context(), store, slog.New(slog.DiscardHandler))
	err = errors.Join(err, store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: people.KindPerson, ID: "abcdefg"}, Data: person}), store.Close())
	if err != nil {
		t.Fatal(err)
	}
	write(t, data+".removed", "2026-01-02T03:04:05Z abcdefg\n")
	return copied
}

func TestRestoreNotErased(t *testing.T) {
	t.Parallel()
	data, out := filepath.Join(t.TempDir(), "tarock.db"), new(bytes.Buffer)
	copied := makeBackupOf(t, data, []byte("rubbish"))
	r := Restorer{Config: config.Config{Data: data}, Out: out, Log: slog.New(slog.DiscardHandler)}
	err := r.Restore(t.Context(), copied, false)
	if err == nil || !strings.Contains(err.Error(), "restored from "+copied+", but it may hold people forgotten since") || out.Len() > 0 {
		t.Errorf("got %v, and it prints %q", err, out)
	}
	if err := bolt.Verify(data); err != nil {
		t.Error(err)
	}
}

// cancellingLog cancels a context once a person is forgotten.
type cancellingLog struct{ cancel context.CancelFunc }

func (l cancellingLog) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("somebody was forgotten")) {
		l.cancel()
	}
	return len(p), nil
}

func TestRestoreNotCompacted(t *testing.T) {
	t.Parallel()
	data, out := filepath.Join(t.TempDir(), "tarock.db"), new(bytes.Buffer)
	doc, err := documents.Encode(people.KindPerson, "abcdefg", 0, people.Account{ID: "abcdefg", Name: "Zerlina", Users: []chat.UserID{"fake:zerlina"}})
	if err != nil {
		t.Fatal(err)
	}
	copied := makeBackupOf(t, data, doc.Data)
	ctx, cancel := context.WithCancel(t.Context())
	r := Restorer{Config: config.Config{Data: data}, Out: out, Log: slog.New(slog.NewTextHandler(cancellingLog{cancel}, nil))}
	err = r.Restore(ctx, copied, false)
	if err == nil || !strings.Contains(err.Error(), "are erased, but the file couldn't be compacted") || out.Len() > 0 {
		t.Errorf("got %v, and it prints %q", err, out)
	}
	store, err := bolt.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	_, getErr := store.Get(t.Context(), doc.Key)
	hasResidue, err := privacy.HasResidue(t.Context(), store)
	if !errors.Is(getErr, storage.ErrNotFound) || !hasResidue || err != nil {
		t.Errorf("got the person with %v, residue %v, %v; want no person, and residue", getErr, hasResidue, err)
	}
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}
