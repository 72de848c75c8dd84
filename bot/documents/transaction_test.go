package documents_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

type purse struct{ Coins int }

type empty purse

func (e empty) Blank() bool { return e.Coins == 0 }

func newStore(t *testing.T) (*documents.Store, storage.Store) {
	t.Helper()
	below := memory.New()
	return documents.New(below, documents.Options{
		Log: slog.New(slog.DiscardHandler), Now: time.Now, OnStored: func([]storage.Doc) {},
		OnFailure: func(err error) { t.Errorf("the store has failed: %v", err) },
	}), below
}

// coins returns the purse's coins and its document's version.
func coins(t *testing.T, store *documents.Store, id string) (int, int64) {
	t.Helper()
	var p purse
	version, err := store.Load(t.Context(), "purse", id, &p)
	if err != nil {
		t.Fatal(err)
	}
	return p.Coins, version
}

func TestTransact(t *testing.T) {
	t.Parallel()
	store, _ := newStore(t)
	pay := func(n int, decided error) error {
		return store.Transact(t.Context(), func(c *documents.Transaction) error {
			from := documents.Value[purse](t.Context(), c, "purse", "anna")
			if documents.Value[purse](t.Context(), c, "purse", "anna") != from {
				t.Error("the second read returns another pointer")
			}
			documents.Value[purse](t.Context(), c, "purse", "onlooker")
			documents.Value[empty](t.Context(), c, "purse", "berta").Coins = n
			from.Coins += n
			return decided
		})
	}
	refusal := chat.Refuse("no-term")
	for i, tt := range []struct {
		coins                     int
		decided                   error
		anna, berta               int
		annaVersion, bertaVersion int64
	}{{0, nil, 0, 0, 0, 0}, {3, nil, 3, 3, 1, 1}, {9, refusal, 3, 3, 1, 1}, {0, nil, 3, 0, 1, 0}, {4, nil, 7, 4, 2, 1}} {
		if err := pay(tt.coins, tt.decided); !errors.Is(err, tt.decided) {
			t.Errorf("payment %d: %v", i, err)
		}
		anna, version := coins(t, store, "anna")
		berta, version2 := coins(t, store, "berta")
		if anna != tt.anna || berta != tt.berta || version != tt.annaVersion || version2 != tt.bertaVersion {
			t.Errorf("payment %d: anna has %d in version %d, and berta %d in version %d, want %+v", i, anna, version, berta, version2, tt)
		}
	}
	if _, version := coins(t, store, "onlooker"); version != 0 {
		t.Error("a value that was only read has a document")
	}
}

func TestTransactRetriesConflicts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		conflicts int
		want      error
		coins     int
	}{
		{"no conflict", 0, nil, 1},
		{"one try without a conflict", documents.Tries - 1, nil, 10*(documents.Tries-1) + 1},
		{"only conflicts", documents.Tries, documents.ErrBusy, 10 * documents.Tries},
	} {
		t.Run(tt.name, func(t *testing.T) {
			store, below := newStore(t)
			left := tt.conflicts
			err := store.Transact(t.Context(), func(c *documents.Transaction) error {
				v := documents.Value[purse](t.Context(), c, "purse", "clara")
				if left > 0 {
					left--
					setClarasCoins(t, below, v.Coins+10)
				}
				v.Coins++
				return nil
			})
			if got, _ := coins(t, store, "clara"); !errors.Is(err, tt.want) || got != tt.coins {
				t.Errorf("got %d and %v, want %d and %v", got, err, tt.coins, tt.want)
			}
		})
	}
}

func setClarasCoins(t *testing.T, below storage.Store, n int) {
	t.Helper()
	key := storage.Key{Kind: "purse", ID: "clara"}
	old, err := below.Get(t.Context(), key)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		t.Fatal(err)
	}
	doc, err := documents.Encode(key.Kind, key.ID, old.Version, purse{n})
	if err != nil {
		t.Fatal(err)
	}
	must(t, below.Commit(t.Context(), doc))
}

func TestInputHasItsEffectOnce(t *testing.T) {
	t.Parallel()
	store, _ := newStore(t)
	pay := func(in chat.Input) error {
		return store.TransactBy(t.Context(), in, func(c *documents.Transaction) error {
			documents.Value[purse](t.Context(), c, "purse", "emma").Coins++
			return nil
		})
	}
	first := chat.Input{ID: "press-1", User: "net:emma"}
	must(t, pay(first))
	if err := pay(first); !chat.IsRefusal(err, "done-already") {
		t.Errorf("the second delivery: got %v, want the refusal done-already", err)
	}
	if err := pay(chat.Input{ID: "press-1", User: "net:franz"}); err != nil {
		t.Errorf("another person's input of the same id: %v", err)
	}
	if got, _ := coins(t, store, "emma"); got != 2 {
		t.Errorf("got %d effects, want 2", got)
	}
}

func TestFailedReadStoresNothing(t *testing.T) {
	t.Parallel()
	store, below := newStore(t)
	broken := storage.Doc{Key: storage.Key{Kind: "purse", ID: "fay"}, Data: []byte("{")}
	must(t, below.Commit(t.Context(), broken))
	for _, decided := range []error{nil, chat.Refuse("no-term")} {
		err := store.Transact(t.Context(), func(c *documents.Transaction) error {
			if fay := documents.Value[purse](t.Context(), c, "purse", "fay"); fay.Coins != 0 {
				t.Errorf("got %d coins", fay.Coins)
			}
			documents.Value[purse](t.Context(), c, "purse", "greta").Coins = 5
			return decided
		})
		if _, version := coins(t, store, "greta"); !errors.Is(err, storage.ErrDamaged) || version != 0 {
			t.Errorf("decided %v: got %v, stored version %d", decided, err, version)
		}
	}
}

func TestFailedStoreIsReported(t *testing.T) {
	t.Parallel()
	below := memory.New()
	failures := 0
	store := documents.New(below, documents.Options{
		Log: slog.New(slog.DiscardHandler), Now: time.Now, OnStored: func([]storage.Doc) {},
		OnFailure: func(error) { failures++ },
	})
	if _, err := store.Get(t.Context(), storage.Key{Kind: "purse", ID: "nobody"}); !errors.Is(err, storage.ErrNotFound) || failures != 0 {
		t.Errorf("got %v, reported %d times", err, failures)
	}
	must(t, below.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: "purse", ID: "anna"}, Data: []byte("1")}))
	for doc, err := range store.Scan(t.Context(), "purse", "", "") {
		if err != nil || doc.Key.ID != "anna" || failures != 0 {
			t.Errorf("a scan: got %v, %v, reported %d times", doc, err, failures)
		}
	}
	must(t, below.Close())
	if err := store.Commit(context.Background(), storage.Doc{Key: storage.Key{Kind: "purse", ID: "x"}, Data: []byte("1")}); !errors.Is(err, storage.ErrClosed) || failures != 1 {
		t.Errorf("got %v, reported %d times", err, failures)
	}
	for _, err := range store.Scan(context.Background(), "purse", "", "") {
		if !errors.Is(err, storage.ErrClosed) || failures != 2 {
			t.Errorf("a scan: got %v, reported %d times", err, failures)
		}
	}
	if _, err := store.Get(context.Background(), storage.Key{Kind: "purse", ID: "anna"}); !errors.Is(err, storage.ErrClosed) || failures != 3 {
		t.Errorf("got %v, reported %d times", err, failures)
	}
}

func TestFault39Sweep(t *testing.T) {
	t.Parallel()
	below := memory.New()
	for _, id := range []string{"a", "b", "c"} {
		must(t, below.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: "old", ID: id}, Data: []byte("{}")}))
	}
	var reported error
	store := documents.New(storagetest.Damaged{Store: below, Key: storage.Key{Kind: "old", ID: "b"}}, documents.Options{OnDamaged: func(err error) { reported = err }})
	if err := store.Sweep(t.Context(), "old", "", "", func(storage.Doc) bool { return false }); err != nil || !errors.Is(reported, storage.ErrDamaged) {
		t.Errorf("Sweep returned %v and reported %v", err, reported)
	}
	var left []string
	for doc := range below.Scan(t.Context(), "old", "", "") {
		left = append(left, doc.Key.ID)
	}
	if !slices.Equal(left, []string{"b"}) {
		t.Errorf("documents left: %q", left)
	}
}
