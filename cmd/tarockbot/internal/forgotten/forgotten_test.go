package forgotten

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/people"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
	"tarockbot/storage/postgres/pgtest"
)

func TestMain(m *testing.M) {
	stores.CommandPatience, stores.LeaseTerm = 24*time.Hour, time.Hour // a slow machine must lose neither database nor lease
	os.Exit(pgtest.Run(m))
}

func TestFile(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tarock.db")
	list, at := ListAt("", data), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if got, err := list.List(t.Context()); err != nil || len(got) > 0 {
		t.Errorf("an empty list: got %v, %v", got, err)
	}
	entries := []people.Forgotten{{Person: "abcdefg", At: at}, {Person: "hijklmn", At: at.Add(time.Hour)}}
	for _, x := range entries {
		if err := list.Add(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := list.List(t.Context()); err != nil || !slices.Equal(got, entries) {
		t.Errorf("got %v, %v, want %v", got, err, entries)
	}
	if info, err := os.Stat(data + ".removed"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got file %v, %v, want mode 0600", info, err)
	}
	if err := os.WriteFile(data+".removed", []byte("rubbish\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := list.List(t.Context()); exit.Code(err) != exit.Data {
		t.Errorf("rubbish on the list: %v", err)
	}
}

func TestDatabase(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Shared(t)
	address := cluster.DSN(t)
	_, schema, _ := strings.Cut(address, "search_path=")
	list, at := ListAt(address, ""), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	entries := []people.Forgotten{{Person: "abcdefg", At: at}, {Person: "hijklmn", At: at.Add(time.Hour)}, {Person: "opqrstu", At: at}}
	if got, err := list.List(t.Context()); err != nil || len(got) > 0 {
		t.Errorf("an empty list: got %v, %v", got, err)
	}
	if err := errors.Join(list.Add(t.Context(), entries[1]), list.Add(t.Context(), entries[:2]...)); err != nil {
		t.Fatal(err)
	}
	added := make(chan error)
	withLease(t, address, func(*postgres.Store) error {
		go func() { added <- list.Add(t.Context(), entries[2]) }()
		cluster.Exec(t, fmt.Sprintf("lock %[1]s.lease; do $$ begin while not exists (select from pg_locks where relation = '%[1]s.lease'::regclass and not granted) "+
			"loop perform pg_sleep(0.01); end loop; end $$", schema)) // until the lease is requested
		select {
		case err := <-added:
			t.Errorf("added while another process has the lease: %v", err)
		default:
		}
		return nil
	})
	if err := <-added; err != nil {
		t.Fatal(err)
	}
	if got, err := list.List(t.Context()); err != nil || !slices.Equal(got, entries) {
		t.Errorf("got %v, %v, want %v", got, err, entries)
	}
	for _, tt := range []struct {
		kind, wantText string
		code           int
	}{
		{Kind, "is not an entry of the list of forgotten people", exit.Data},
		{"table", "also has other documents", exit.Config},
	} {
		withLease(t, address, func(store *postgres.Store) error {
			return store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: tt.kind, ID: "x"}, Data: []byte("rubbish")})
		})
		if _, err := list.List(t.Context()); exit.Code(err) != tt.code || !strings.Contains(err.Error(), tt.wantText) {
			t.Errorf("with rubbish of the kind %s: %v", tt.kind, err)
		}
	}
}

func withLease(t *testing.T, address string, do func(*postgres.Store) error) {
	t.Helper()
	err := stores.WithDatabase(t.Context(), address, func(db *postgres.Database) error {
		lease, err := db.Acquire(t.Context())
		if err != nil {
			return err
		}
		store := lease.Store()
		return errors.Join(do(store), store.Close())
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	if list := ListAt("", "postgres://h/n"); list != nil {
		t.Errorf("with a database as data: got list %v, want nil", list)
	}
	nowhere := ListAt(filepath.Join(t.TempDir(), "none", "list"), "postgres://h/n")
	if _, err := nowhere.List(t.Context()); exit.Code(err) != exit.Config {
		t.Errorf("in a missing directory: %v", err)
	}
}
