package keys

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/platform/double"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/sealed"
)

func TestFollowKeys(t *testing.T) {
	t.Parallel()
	first, second := sealed.NewKey(), sealed.NewKey()
	kind := bot.SealedKinds()[0]
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "data.keys")
		write(t, path, "")
		below := memory.New()
		f := DataKeyFile{Path: path}
		store, err := f.SealedStore(below)
		if err != nil {
			t.Fatal(err)
		}
		var log double.Log
		logged := make(map[string]int)
		defer f.Follow(t.Context(), store, slog.New(slog.NewTextHandler(&log, nil)))()
		for _, tt := range []struct{ name, file, wantLog, wantKeys string }{
			{"no key yet", "", "in the clear", ""},
			{"a key is added", first, "data keys read", first},
			{"another key is added", first + second, "data keys read", second},
			{"the file is half written", first + second + second[:9], "keeps its current keys", second},
			{"the file is emptied", "", "no longer has a key", second},
			{"the old key is removed", second, "data keys read", second},
		} {
			write(t, path, tt.file)
			<-time.After(3 * followPause)
			synctest.Wait()
			if logged[tt.wantLog]++; strings.Count(log.String(), tt.wantLog) != logged[tt.wantLog] {
				t.Errorf("%s: not logged exactly once: %s", tt.name, log.String())
			}
			key := storage.Key{Kind: kind, ID: tt.name}
			if err := store.Commit(t.Context(), storage.Doc{Key: key, Data: []byte("{}")}); err != nil {
				t.Fatal(err)
			}
			keys, err := sealed.ParseKeys(tt.wantKeys)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := sealed.New(below, keys, kind).Get(t.Context(), key); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			if doc, err := below.Get(t.Context(), key); err != nil || sealed.IsSealed(doc.Data) != (tt.wantKeys != "") {
				t.Errorf("%s: sealed: %v, %v", tt.name, sealed.IsSealed(doc.Data), err)
			}
		}
		if _, err := store.Get(t.Context(), storage.Key{Kind: kind, ID: "a key is added"}); !errors.Is(err, sealed.ErrNoKey) {
			t.Errorf("with its key removed: got %v, want %v", err, sealed.ErrNoKey)
		}
	})
}

func TestKeysLostAtStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := DataKeyFile{Path: filepath.Join(t.TempDir(), "data.keys")}
		write(t, f.Path, sealed.NewKey())
		store, err := f.SealedStore(memory.New())
		if err != nil {
			t.Fatal(err)
		}
		write(t, f.Path, "")
		var log double.Log
		defer f.Follow(t.Context(), store, log.Logger())()
		synctest.Wait()
		if len(store.Keys()) != 1 || !strings.Contains(log.String(), "no longer has a key") {
			t.Errorf("the bot has %d keys: %s", len(store.Keys()), log.String())
		}
	})
}

func TestAddKey(t *testing.T) {
	t.Parallel()
	f := DataKeyFile{Path: filepath.Join(t.TempDir(), "data.keys")}
	if _, err := f.Read(); err == nil || !strings.Contains(err.Error(), "add-key makes a new file") {
		t.Errorf("without a file: %v", err)
	}
	for n := 1; n <= 3; n++ {
		if text, err := os.ReadFile(f.Path); err == nil {
			write(t, f.Path, strings.TrimSpace(string(text))) // as some editors leave it
		}
		if err := f.Add(); err != nil {
			t.Fatal(err)
		}
		if keys, err := f.Read(); err != nil || len(keys) != n {
			t.Errorf("after adding %d keys: got %d, %v", n, len(keys), err)
		}
	}
	if info, err := os.Stat(f.Path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("got new file %v, %v, want mode 0600", info, err)
	}
	for _, tt := range []struct {
		name, text, wantText string
		mode                 fs.FileMode
	}{
		{"another file", "language: de\n", "line 1 is not a key", 0o600},
		{"an empty file of others", "", "others can read it", 0o644},
		{"keys of others", sealed.NewKey(), "others can read it", 0o644},
	} {
		if tt.mode != 0o600 && runtime.GOOS == "windows" {
			continue
		}
		f := DataKeyFile{Path: filepath.Join(t.TempDir(), "file")}
		write(t, f.Path, tt.text)
		if err := os.Chmod(f.Path, tt.mode); err != nil {
			t.Fatal(err)
		}
		if err := f.Add(); exit.Code(err) != exit.Data || !strings.Contains(err.Error(), tt.wantText) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.wantText)
		}
		if text, err := os.ReadFile(f.Path); err != nil || string(text) != tt.text {
			t.Errorf("%s: the file was changed to %q, %v", tt.name, text, err)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
