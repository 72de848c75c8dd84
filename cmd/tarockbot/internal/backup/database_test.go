package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/forgotten"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/postgres/pgtest"
)

func TestMain(m *testing.M) {
	stores.CommandPatience, stores.LeaseTerm = 24*time.Hour, time.Hour // a slow machine must lose neither database nor lease
	os.Exit(pgtest.Run(m))
}

// withLease runs do while a node acts on the database.
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

func restore(t *testing.T, c config.Config, copied string) (printed string, err error) {
	t.Helper()
	var out bytes.Buffer
	err = Restorer{Config: c, Out: &out, Log: slog.New(slog.DiscardHandler)}.Restore(t.Context(), copied, false)
	return out.String(), err
}

func TestCopyRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, foreign, used, fresh := filepath.Join(dir, "data.db"), filepath.Join(dir, "foreign.db"), filepath.Join(dir, "used.db"), filepath.Join(dir, "fresh.db")
	putEmpty(t, data, foreign, used)
	store, err := bolt.Open(foreign)
	if err == nil {
		err = errors.Join(store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: "test", ID: "x"}, Data: []byte("x")}), store.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	full, empty, partlyFilled, broken := pgtest.DSN(t), pgtest.DSN(t), pgtest.DSN(t), errors.New("broken")
	withLease(t, full, func(s *postgres.Store) error {
		return s.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: people.KindPerson, ID: "x"}, Data: []byte("x")})
	})
	if err := stores.FillDatabase(t.Context(), partlyFilled, func(*postgres.Store) error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if store, err = bolt.Open(used); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	wantRefused := func(want error, wantText, from, to string) {
		t.Helper()
		_, err := Copy(t.Context(), from, to)
		if err == nil || want != nil && !errors.Is(err, want) || !strings.Contains(err.Error(), wantText) {
			t.Errorf("from %s to %s: %v, want %v and %q", from, to, err, want, wantText)
		}
	}
	wantRefused(nil, "is the source itself", full, full)
	wantRefused(fs.ErrExist, "replaces no file", full, data)
	wantRefused(postgres.ErrNotEmpty, "make a new one", data, full)
	wantRefused(nil, `doesn't know: ["test"]`, foreign, empty)
	wantRefused(fs.ErrNotExist, "none.db", filepath.Join(dir, "none.db"), empty)
	wantRefused(bolt.ErrLocked, "", used, empty)
	withLease(t, full, func(*postgres.Store) error { wantRefused(postgres.ErrHeld, "", full, fresh); return nil })
	withLease(t, empty, func(*postgres.Store) error { wantRefused(postgres.ErrHeld, "", data, empty); return nil })
	wantRefused(postgres.ErrUnfinished, "partly filled", partlyFilled, fresh)
	wantRefused(postgres.ErrUnfinished, "partly filled", data, partlyFilled)
	if _, err := Make(t.Context(), config.Config{Data: partlyFilled}, fresh); !errors.Is(err, postgres.ErrUnfinished) {
		t.Errorf("backup of a partly filled database: got %v", err)
	}
	if _, err := restore(t, config.Config{Data: partlyFilled}, data); !errors.Is(err, postgres.ErrUnfinished) {
		t.Errorf("restore into a partly filled database: got %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || !slices.Equal(left, []string{data, foreign, used, used + ".pid"}) {
		t.Errorf("the files are %q, %v", left, err)
	}
	if _, err := Copy(t.Context(), data, empty); err != nil {
		t.Errorf("after the refused copies: %v", err)
	}
}

func TestDatabaseBackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	address, copied := pgtest.DSN(t), filepath.Join(dir, "copy.db")
	ctx, cancel := context.WithCancel(t.Context())
	withLease(t, address, func(store *postgres.Store) error {
		written, ended := make(chan bool, 1), make(chan error)
		go func() { ended <- keepWriting(ctx, store, written) }()
		<-written
		if _, err := Make(t.Context(), config.Config{Data: address}, copied); err != nil {
			t.Error(err)
		}
		if _, err := Make(t.Context(), config.Config{Data: address}, copied); exit.Code(err) != exit.IO || !strings.Contains(err.Error(), "replaces no file") {
			t.Errorf("onto an existing backup: got %v", err)
		}
		if _, err := restore(t, config.Config{Data: address}, copied); !errors.Is(err, postgres.ErrHeld) {
			t.Errorf("restore into a database in use: got %v", err)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			return err
		}
		return nil
	})
	file, other := filepath.Join(dir, "restored.db"), pgtest.DSN(t)
	for _, place := range []string{file, other} {
		out, err := restore(t, config.Config{Data: place}, copied)
		if err != nil || !strings.Contains(out, place+": restored from "+copied+", verified") {
			t.Errorf("%s: got %s, %v", place, out, err)
		}
		if got, want := content(t, place), content(t, copied); got != want {
			t.Errorf("restored %s, want %s", got, want)
		}
	}
	if _, err := restore(t, config.Config{Data: other}, copied); !errors.Is(err, postgres.ErrNotEmpty) || !strings.Contains(err.Error(), "make a new one") {
		t.Errorf("restore into a database with documents: got %v", err)
	}
}

// keepWriting changes two documents together until ctx ends.
func keepWriting(ctx context.Context, store storage.Store, written chan<- bool) error {
	docs := []storage.Doc{{Key: storage.Key{Kind: "a", ID: "x"}}, {Key: storage.Key{Kind: "z", ID: "x"}}}
	for n := int64(0); ; n++ {
		for i := range docs {
			docs[i].Version, docs[i].Data = n, fmt.Appendf(nil, "%d", n)
		}
		if err := store.Commit(ctx, docs...); err != nil {
			return err
		}
		select {
		case written <- true:
		default:
		}
	}
}

func content(t *testing.T, place string) (data string) {
	t.Helper()
	err := stores.WithSnapshot(t.Context(), place, func(d stores.Snapshot) error {
		first, err := d.Get(t.Context(), storage.Key{Kind: "a", ID: "x"})
		second, secondErr := d.Get(t.Context(), storage.Key{Kind: "z", ID: "x"})
		if data = string(first.Data); data != string(second.Data) {
			t.Errorf("%s mixes two moments: %s and %s", place, data, second.Data)
		}
		return errors.Join(err, secondErr)
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRestoreForgets(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tarock.db")
	doc, err := documents.Encode(people.KindPerson, "abcdefg", 0, people.Account{ID: "abcdefg", Name: "Zerlina", Users: []chat.UserID{"fake:zerlina"}})
	if err != nil {
		t.Fatal(err)
	}
	copied, list := makeBackupOf(t, data, doc.Data), pgtest.DSN(t)
	if err := forgotten.ListAt(list, "").Add(t.Context(), people.Forgotten{Person: "abcdefg", At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	const erased = "forgotten since the backup, erased again: 1"
	for _, tt := range []struct {
		removals, wantText string
		erases             bool
	}{{"", "removals: isn't set", false}, {data + ".removed", erased, true}, {list, erased, true}} {
		c := config.Config{Data: pgtest.DSN(t), Removals: tt.removals}
		if tt.erases { // a missing list must prevent the restore
			bad := c
			bad.Removals = filepath.Join(t.TempDir(), "none", "list")
			if _, err := restore(t, bad, copied); exit.Code(err) != exit.Config {
				t.Errorf("with a missing list: got %v", err)
			}
		}
		if out, err := restore(t, c, copied); err != nil || !strings.Contains(out, tt.wantText) {
			t.Errorf("with the list %q: got %s, %v", tt.removals, out, err)
		}
		err := stores.WithSnapshot(t.Context(), c.Data, func(d stores.Snapshot) error {
			_, err := d.Get(t.Context(), doc.Key)
			return err
		})
		if errors.Is(err, storage.ErrNotFound) != tt.erases || err != nil && !tt.erases {
			t.Errorf("with the list %q: Get of Zerlina: %v", tt.removals, err)
		}
	}
}
