package documents_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// wordMigration migrates from version 3 to 5. It replaces each word by a mark with its length, and sums up the marks.
func wordMigration() documents.Migration {
	return documents.Migration{Oldest: 3, UsedKind: "word", Steps: []documents.Step{
		{Name: "marks", Migrate: func(ctx context.Context, store storage.Store, c *documents.Transaction) error {
			for doc, err := range store.Scan(ctx, "word", "", "") {
				if err != nil {
					return err
				}
				length := len(doc.Data)
				doc.Data = nil
				c.Add(doc)
				*documents.Value[int](ctx, c, "mark", doc.Key.ID) = length
			}
			return nil
		}},
		{Name: "sum", Migrate: func(ctx context.Context, _ storage.Store, c *documents.Transaction) error {
			sum := documents.Value[int](ctx, c, "sum", "all")
			for _, id := range []string{"a", "b", "c"} {
				*sum += *documents.Value[int](ctx, c, "mark", id)
			}
			return nil
		}},
	}}
}

func putOldWords(t *testing.T, store storage.Store, version string) {
	t.Helper()
	for _, doc := range []storage.Doc{
		{Key: storage.Key{Kind: "word", ID: "b"}, Data: []byte("four")},
		{Key: storage.Key{Kind: "word", ID: "c"}, Data: []byte("longer")},
		{Key: storage.Key{Kind: "word", ID: "b"}, Version: 1, Data: []byte("three")},
		{Key: storage.Key{Kind: "mark", ID: "a"}, Data: []byte("1")},
		{Key: storage.Key{Kind: "mark", ID: "c"}, Data: []byte("7")},
		{Key: storage.Key{Kind: documents.KindMeta, ID: "version"}, Data: []byte(version)},
	} {
		if version == "" && doc.Key.Kind == documents.KindMeta {
			continue
		}
		must(t, store.Commit(t.Context(), doc))
	}
}

const (
	wordsBefore = "mark a 1 @1, mark c 7 @1, word b three @2, word c longer @1, meta version 3 @1"
	wordsAfter  = "mark a 1 @1, mark b 5 @1, mark c 6 @2, sum all 12 @1, meta version 5 @2"
)

func storedWords(t *testing.T, store storage.Store) string {
	t.Helper()
	var all []string
	for _, kind := range []string{"mark", "word", "sum", documents.KindMeta} {
		for doc, err := range store.Scan(t.Context(), kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, fmt.Sprintf("%s %s %s @%d", kind, doc.Key.ID, doc.Data, doc.Version))
		}
	}
	return strings.Join(all, ", ")
}

func TestMigration(t *testing.T) {
	t.Parallel()
	store := memory.New()
	putOldWords(t, store, "3")
	m := wordMigration()
	if err := m.Check(t.Context(), store); !errors.Is(err, documents.ErrOlderData) {
		t.Errorf("before the migration: %v", err)
	}
	for range 2 {
		must(t, m.Run(t.Context(), store, slog.New(slog.DiscardHandler)))
		if got := storedWords(t, store); got != wordsAfter {
			t.Fatalf("got  %s\nwant %s", got, wordsAfter)
		}
	}
	if err := m.Check(t.Context(), store); err != nil {
		t.Errorf("after the migration: %v", err)
	}
	more := wordMigration()
	more.Steps = append(more.Steps, documents.Step{Name: "more", Migrate: func(ctx context.Context, _ storage.Store, c *documents.Transaction) error {
		*documents.Value[int](ctx, c, "sum", "all")++
		return nil
	}})
	must(t, more.Run(t.Context(), store, slog.New(slog.DiscardHandler)))
	want := "mark a 1 @1, mark b 5 @1, mark c 6 @2, sum all 13 @2, meta version 6 @3"
	if got := storedWords(t, store); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestUnsupportedVersions(t *testing.T) {
	t.Parallel()
	fresh := memory.New()
	must(t, wordMigration().Run(t.Context(), fresh, slog.New(slog.DiscardHandler)))
	if got := storedWords(t, fresh); got != "meta version 5 @1" {
		t.Errorf("new data are %s", got)
	}
	for version, want := range map[string]error{"": documents.ErrTooOld, "2": documents.ErrTooOld, "6": documents.ErrNewerData, `"x"`: storage.ErrDamaged} {
		store := memory.New()
		putOldWords(t, store, version)
		before := storedWords(t, store)
		_, err := wordMigration().Version(t.Context(), store)
		for _, err := range []error{err, wordMigration().Check(t.Context(), store), wordMigration().Run(t.Context(), store, slog.New(slog.DiscardHandler))} {
			if !errors.Is(err, want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("version %q: %v, want %v", version, err, want)
			}
		}
		if got := storedWords(t, store); got != before {
			t.Errorf("version %q: %s became %s", version, before, got)
		}
	}
}

func TestFailedStepChangesNothing(t *testing.T) {
	t.Parallel()
	store := memory.New()
	putOldWords(t, store, "3")
	errStep := errors.New("wrong")
	m := wordMigration()
	m.Steps = append(m.Steps, documents.Step{Name: "bad", Migrate: func(context.Context, storage.Store, *documents.Transaction) error { return errStep }})
	err := m.Run(t.Context(), store, slog.New(slog.DiscardHandler))
	if !errors.Is(err, errStep) || !strings.Contains(err.Error(), "bad") {
		t.Errorf("the error is %v", err)
	}
	if got := storedWords(t, store); got != wordsBefore {
		t.Errorf("got %s", got)
	}
}

func TestFault43KilledWhileMigrating(t *testing.T) {
	t.Parallel()
	for applied, want := range map[bool]string{false: wordsBefore, true: wordsAfter} {
		store := &storagetest.Flaky{Store: memory.New()}
		putOldWords(t, store, "3")
		store.Fail(storagetest.Failure{Err: storage.ErrUncertain, Applied: applied})
		if err := wordMigration().Run(t.Context(), store, slog.New(slog.DiscardHandler)); !errors.Is(err, storage.ErrUncertain) {
			t.Errorf("killed at its first write, a migration ends with %v", err)
		}
		store.Reopen()
		if got := storedWords(t, store); got != want {
			t.Errorf("got\n%s, want\n%s", got, want)
		}
		must(t, wordMigration().Run(t.Context(), store, slog.New(slog.DiscardHandler)))
		if got := storedWords(t, store); got != wordsAfter {
			t.Errorf("after another start got\n%s, want\n%s", got, wordsAfter)
		}
	}
}
