package stores

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/postgres/pgtest"
)

func TestMain(m *testing.M) {
	CommandPatience, LeaseTerm = 24*time.Hour, time.Hour // a slow machine must lose neither database nor lease
	os.Exit(pgtest.Run(m))
}

func TestWithUnsealed(t *testing.T) {
	t.Parallel()
	ctx, doc := t.Context(), storage.Doc{Key: storage.Key{Kind: "kind", ID: "id"}, Data: []byte("x")}
	file, database := filepath.Join(t.TempDir(), "a.db"), pgtest.DSN(t)
	store, err := bolt.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	fill := func(s *postgres.Store) error { return s.Commit(ctx, doc) }
	if err := errors.Join(store.Commit(ctx, doc), store.Close(), FillDatabase(ctx, database, fill)); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{file, database} {
		err := WithUnsealed(ctx, at, keys.DataKeyFile{}, func(docs storage.Store, raw Snapshot) error {
			got, err := docs.Get(ctx, doc.Key)
			if kinds, _ := raw.Kinds(ctx); string(got.Data) != "x" || !slices.Equal(kinds, []string{"kind"}) {
				t.Errorf("%s: got %+v of the kinds %q", at, got, kinds)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", at, err)
		}
	}
	if err := FillDatabase(ctx, database, fill); !errors.Is(err, postgres.ErrNotEmpty) {
		t.Errorf("second FillDatabase: got %v, want %v", err, postgres.ErrNotEmpty)
	}
}

// failingSource yields its error once in each scan.
type failingSource struct {
	Snapshot
	err   error
	errID string
}

func (failingSource) Kinds(context.Context) ([]string, error) { return []string{"a", "b"}, nil }

func (s failingSource) Scan(_ context.Context, kind, _, _ string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		if s.err != nil && !yield(storage.Doc{Key: storage.Key{Kind: kind, ID: s.errID}}, s.err) {
			return
		}
		yield(storage.Doc{Key: storage.Key{Kind: kind, ID: "1"}}, nil)
	}
}

func TestAllStopsAtError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		err   error
		errID string
		want  []string
	}{
		{"no error", nil, "", []string{"a 1", "b 1"}},
		{"a damaged document", fmt.Errorf("%w: x", storage.ErrDamaged), "0", []string{"a 0"}},
		{"damage without a key", storage.ErrDamaged, "", []string{"a "}},
		{"another error", storage.ErrUnavailable, "", []string{"a "}},
	} {
		var got []string
		for doc, err := range AllDocs(t.Context(), failingSource{err: tt.err, errID: tt.errID}) {
			if isError := doc.Key.ID != "1"; isError != (err != nil) || isError && !errors.Is(err, tt.err) {
				t.Errorf("%s: %v comes with the error %v", tt.name, doc.Key, err)
			}
			got = append(got, doc.Key.Kind+" "+doc.Key.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
