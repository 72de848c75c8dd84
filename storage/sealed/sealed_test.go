package sealed_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/sealed"
	"tarockbot/storage/storagetest"
)

func keysOf(t *testing.T, lines ...string) sealed.Keys {
	t.Helper()
	keys, err := sealed.ParseKeys(strings.Join(lines, ""))
	if err != nil || len(keys) != len(lines) {
		t.Fatalf("%d keys (%v), want %d", len(keys), err, len(lines))
	}
	return keys
}

func TestConformance(t *testing.T) {
	for _, tt := range []struct {
		name string
		keys sealed.Keys
		kind string
	}{
		{"sealed", keysOf(t, sealed.NewKey()), "table"},
		{"rotated", keysOf(t, sealed.NewKey(), sealed.NewKey()), "table"},
		{"a kind in the clear", keysOf(t, sealed.NewKey()), "draft"},
		{"a kind in the clear, without keys", nil, "draft"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			storagetest.Run(t, func(*testing.T) (storage.Store, func() storage.Store) {
				return sealed.New(memory.New(), tt.keys, tt.kind), nil
			})
		})
	}
}

var tableKey = storage.Key{Kind: "table", ID: "x7k2p4qa"}

const secret = `{"deck":["XXI","I","Sküs"]}`

func put(t *testing.T, s storage.Store, key storage.Key, version int64, data string) {
	t.Helper()
	if err := s.Commit(t.Context(), storage.Doc{Key: key, Version: version, Data: []byte(data)}); err != nil {
		t.Fatal(err)
	}
}

func stored(t *testing.T, s storage.Store, key storage.Key) storage.Doc {
	t.Helper()
	doc, err := s.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestOnlyGivenKindsAreSealed(t *testing.T) {
	below := memory.New()
	s := sealed.New(below, keysOf(t, sealed.NewKey()), tableKey.Kind)
	open := storage.Key{Kind: "deal", ID: tableKey.ID}
	put(t, s, tableKey, 0, secret)
	put(t, s, open, 0, secret)
	first := stored(t, below, tableKey).Data
	if !sealed.IsSealed(first) || bytes.Contains(first, []byte("XXI")) {
		t.Errorf("the store below has %q, want it sealed", first)
	}
	if got := stored(t, below, open).Data; string(got) != secret {
		t.Errorf("the other kind's document is %q, want it unchanged", got)
	}
	put(t, s, tableKey, 1, secret)
	if bytes.Equal(stored(t, below, tableKey).Data, first) {
		t.Error("sealing twice gives the same bytes: the nonce is not random")
	}
}

func TestOpenSealed(t *testing.T) {
	old, other := sealed.NewKey(), sealed.NewKey()
	another := storage.Key{Kind: "draft", ID: tableKey.ID}
	for _, tt := range []struct {
		name     string
		keys     []string
		spoil    func([]byte) []byte
		at       storage.Key
		want     error
		unwanted error
	}{
		{"with its key", []string{old}, bytes.Clone, tableKey, nil, nil},
		{"with its key among others", []string{other, old, sealed.NewKey()}, bytes.Clone, tableKey, nil, nil},
		{"data in the clear", []string{old}, func([]byte) []byte { return []byte(secret) }, tableKey, nil, nil},
		{"with a wrong key", []string{other}, bytes.Clone, tableKey, sealed.ErrNoKey, nil},
		{"without keys", nil, bytes.Clone, tableKey, sealed.ErrNoKey, nil},
		{"last byte missing", []string{old}, func(d []byte) []byte { return d[:len(d)-1] }, tableKey, sealed.ErrSealed, sealed.ErrNoKey},
		{"cut within the nonce", []string{old}, func(d []byte) []byte { return d[:12] }, tableKey, sealed.ErrSealed, sealed.ErrNoKey},
		{"cut after the mark", []string{old}, func(d []byte) []byte { return d[:1] }, tableKey, sealed.ErrNoKey, nil},
		{"a bit flipped", []string{old}, func(d []byte) []byte { d[40] ^= 1; return d }, tableKey, sealed.ErrSealed, sealed.ErrNoKey},
		{"moved to another id", []string{old}, bytes.Clone, storage.Key{Kind: tableKey.Kind, ID: "other"}, sealed.ErrSealed, sealed.ErrNoKey},
		{"moved to another kind", []string{old}, bytes.Clone, another, sealed.ErrSealed, sealed.ErrNoKey},
	} {
		t.Run(tt.name, func(t *testing.T) {
			below := memory.New()
			put(t, sealed.New(below, keysOf(t, old), tableKey.Kind), tableKey, 0, secret)
			data := tt.spoil(stored(t, below, tableKey).Data)
			put(t, below, tableKey, 1, "")
			at := stored(t, below, tableKey)
			if tt.at != tableKey {
				at = storage.Doc{Key: tt.at}
			}
			put(t, below, tt.at, at.Version, string(data))
			s := sealed.New(below, keysOf(t, tt.keys...), tableKey.Kind, another.Kind)
			doc, err := s.Get(t.Context(), tt.at)
			if !errors.Is(err, tt.want) || tt.unwanted != nil && errors.Is(err, tt.unwanted) || err == nil && string(doc.Data) != secret {
				t.Errorf("got %q and %v, want %v but not %v", doc.Data, err, tt.want, tt.unwanted)
			}
			want := secret
			if tt.want != nil {
				want = string(data)
			}
			for doc, err := range s.Scan(t.Context(), tt.at.Kind, tt.at.ID, tt.at.ID) {
				if err != nil || string(doc.Data) != want || sealed.IsSealed(doc.Data) != (tt.want != nil) {
					t.Errorf("the scan has %q and %v, want %q", doc.Data, err, want)
				}
			}
		})
	}
}

func TestRotation(t *testing.T) {
	below, old, newer := memory.New(), sealed.NewKey(), sealed.NewKey()
	put(t, below, storage.Key{Kind: "table", ID: "a"}, 0, secret)
	s := sealed.New(below, nil, "table")
	wantStale := func(ids ...string) {
		t.Helper()
		var stale []string
		for id, err := range s.Stale(t.Context(), "table") {
			if err != nil {
				t.Fatal(err)
			}
			stale = append(stale, id)
		}
		if !slices.Equal(stale, ids) {
			t.Errorf("%q are stale, want %q", stale, ids)
		}
	}
	wantStale()
	s.SetKeys(keysOf(t, old))
	put(t, s, storage.Key{Kind: "table", ID: "b"}, 0, secret)
	wantStale("a")
	s.SetKeys(keysOf(t, old, newer))
	put(t, s, storage.Key{Kind: "table", ID: "c"}, 0, secret)
	wantStale("a", "b")
	for _, id := range []string{"a", "b"} {
		doc := stored(t, s, storage.Key{Kind: "table", ID: id})
		if err := s.Commit(t.Context(), doc); err != nil {
			t.Fatal(err)
		}
	}
	wantStale()
	s.SetKeys(keysOf(t, newer))
	for _, id := range []string{"a", "b", "c"} {
		if got := stored(t, s, storage.Key{Kind: "table", ID: id}).Data; string(got) != secret {
			t.Errorf("with the newest key alone, %s is %q", id, got)
		}
	}
	s.SetKeys(keysOf(t, old))
	wantStale() // a document whose key is lost can't be sealed again
}

func TestLargestData(t *testing.T) {
	s := sealed.New(memory.New(), keysOf(t, sealed.NewKey()), tableKey.Kind)
	put(t, s, tableKey, 0, strings.Repeat("x", storage.MaxData))
	for _, kind := range []string{tableKey.Kind, "deal"} {
		err := s.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: kind, ID: "b"}, Data: make([]byte, storage.MaxData+1)})
		if !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%s: got %v for one byte too many, want %v", kind, err, storage.ErrInvalid)
		}
	}
}

func TestParseKeys(t *testing.T) {
	key := strings.TrimSpace(sealed.NewKey())
	for _, tt := range []struct {
		name, text string
		keys       int
		wantErr    string
	}{
		{"no keys", "", 0, ""},
		{"one key", key, 1, ""},
		{"Windows line ends and an empty line", key + "\r\n\r\n" + strings.ToUpper(key) + "\r\n", 2, ""},
		{"too short", key + "\n" + key[2:] + "\n", 0, "line 2"},
		{"not hexadecimal", strings.Repeat("x", 64), 0, "line 1"},
		{"half written", key + "\n" + key[:31], 0, "line 2"},
	} {
		keys, err := sealed.ParseKeys(tt.text)
		if len(keys) != tt.keys || (err != nil) != (tt.wantErr != "") {
			t.Errorf("%s: got %d keys and %v, want %d", tt.name, len(keys), err, tt.keys)
		}
		if err != nil && (!strings.Contains(err.Error(), tt.wantErr) || strings.Contains(err.Error(), key[2:30])) {
			t.Errorf("%s: got %v, want it to name %s and to hide the key", tt.name, err, tt.wantErr)
		}
	}
}

type storeWithRoom struct{ storage.Store }

func (storeWithRoom) Free() (uint64, error) { return 7, nil }

func TestFree(t *testing.T) {
	if n, err := sealed.New(storeWithRoom{memory.New()}, nil).Free(); n != 7 || err != nil {
		t.Errorf("got %d and %v, want 7, the room of the store below", n, err)
	}
	if _, err := sealed.New(memory.New(), nil).Free(); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("got %v, want %v", err, errors.ErrUnsupported)
	}
}

func BenchmarkCommit(b *testing.B) {
	for _, x := range []struct{ name, keys string }{{"clear", ""}, {"sealed", sealed.NewKey()}} {
		b.Run(x.name, func(b *testing.B) {
			keys, err := sealed.ParseKeys(x.keys)
			if err != nil {
				b.Fatal(err)
			}
			s, data := sealed.New(memory.New(), keys, tableKey.Kind), make([]byte, 4<<10)
			for i := range b.N {
				if err := s.Commit(context.Background(), storage.Doc{Key: tableKey, Version: int64(i), Data: data}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
