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
		{"of another kind", keysOf(t, sealed.NewKey()), "draft"},
		{"of another kind, without a key", nil, "draft"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			storagetest.Run(t, func(*testing.T) (storage.Store, func() storage.Store) {
				return sealed.New(memory.New(), tt.keys, tt.kind), nil
			})
		})
	}
}

var hand = storage.Key{Kind: "table", ID: "x7k2p4qa"}

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

func TestOnlyTheKindsAreSealed(t *testing.T) {
	below := memory.New()
	s := sealed.New(below, keysOf(t, sealed.NewKey()), hand.Kind)
	open := storage.Key{Kind: "deal", ID: hand.ID}
	put(t, s, hand, 0, secret)
	put(t, s, open, 0, secret)
	first := stored(t, below, hand).Data
	if !sealed.Is(first) || bytes.Contains(first, []byte("XXI")) {
		t.Errorf("below is %q, want it sealed", first)
	}
	if got := stored(t, below, open).Data; string(got) != secret {
		t.Errorf("the other kind's document is %q, want it unchanged", got)
	}
	put(t, s, hand, 1, secret)
	if bytes.Equal(stored(t, below, hand).Data, first) {
		t.Error("sealing twice gives the same bytes: the nonce is not random")
	}
}

func TestWhatIsNotOpened(t *testing.T) {
	old, other := sealed.NewKey(), sealed.NewKey()
	another := storage.Key{Kind: "draft", ID: hand.ID}
	for _, tt := range []struct {
		name  string
		keys  []string
		spoil func([]byte) []byte
		at    storage.Key
		want  error
		no    error
	}{
		{"by its key", []string{old}, bytes.Clone, hand, nil, nil},
		{"by its key among others", []string{other, old, sealed.NewKey()}, bytes.Clone, hand, nil, nil},
		{"in the clear", []string{old}, func([]byte) []byte { return []byte(secret) }, hand, nil, nil},
		{"by a wrong key", []string{other}, bytes.Clone, hand, sealed.ErrNoKey, nil},
		{"by no key", nil, bytes.Clone, hand, sealed.ErrNoKey, nil},
		{"cut at its end", []string{old}, func(d []byte) []byte { return d[:len(d)-1] }, hand, sealed.ErrSealed, sealed.ErrNoKey},
		{"cut within its nonce", []string{old}, func(d []byte) []byte { return d[:12] }, hand, sealed.ErrSealed, sealed.ErrNoKey},
		{"cut behind its mark", []string{old}, func(d []byte) []byte { return d[:1] }, hand, sealed.ErrNoKey, nil},
		{"with a bit flipped", []string{old}, func(d []byte) []byte { d[40] ^= 1; return d }, hand, sealed.ErrSealed, sealed.ErrNoKey},
		{"under another id", []string{old}, bytes.Clone, storage.Key{Kind: hand.Kind, ID: "other"}, sealed.ErrSealed, sealed.ErrNoKey},
		{"under another kind", []string{old}, bytes.Clone, another, sealed.ErrSealed, sealed.ErrNoKey},
	} {
		t.Run(tt.name, func(t *testing.T) {
			below := memory.New()
			put(t, sealed.New(below, keysOf(t, old), hand.Kind), hand, 0, secret)
			data := tt.spoil(stored(t, below, hand).Data)
			put(t, below, hand, 1, "")
			at := stored(t, below, hand)
			if tt.at != hand {
				at = storage.Doc{Key: tt.at}
			}
			put(t, below, tt.at, at.Version, string(data))
			s := sealed.New(below, keysOf(t, tt.keys...), hand.Kind, another.Kind)
			doc, err := s.Get(t.Context(), tt.at)
			if !errors.Is(err, tt.want) || tt.no != nil && errors.Is(err, tt.no) || err == nil && string(doc.Data) != secret {
				t.Errorf("got %q and %v, want %v", doc.Data, err, tt.want)
			}
			want := secret
			if tt.want != nil {
				want = string(data)
			}
			for doc, err := range s.Scan(t.Context(), tt.at.Kind, tt.at.ID, tt.at.ID) {
				if err != nil || string(doc.Data) != want || sealed.Is(doc.Data) != (tt.want != nil) {
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
	want := func(ids ...string) {
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
	want()
	s.SetKeys(keysOf(t, old))
	put(t, s, storage.Key{Kind: "table", ID: "b"}, 0, secret)
	want("a")
	s.SetKeys(keysOf(t, old, newer))
	put(t, s, storage.Key{Kind: "table", ID: "c"}, 0, secret)
	want("a", "b")
	for _, id := range []string{"a", "b"} {
		doc := stored(t, s, storage.Key{Kind: "table", ID: id})
		if err := s.Commit(t.Context(), doc); err != nil {
			t.Fatal(err)
		}
	}
	want()
	s.SetKeys(keysOf(t, newer))
	for _, id := range []string{"a", "b", "c"} {
		if got := stored(t, s, storage.Key{Kind: "table", ID: id}).Data; string(got) != secret {
			t.Errorf("%s is %q by the newest key alone", id, got)
		}
	}
	s.SetKeys(keysOf(t, old))
	want() // a document whose key is lost can't be sealed again
}

func TestLargest(t *testing.T) {
	s := sealed.New(memory.New(), keysOf(t, sealed.NewKey()), hand.Kind)
	put(t, s, hand, 0, strings.Repeat("x", storage.MaxData))
	for _, kind := range []string{hand.Kind, "deal"} {
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
		fails      string
	}{
		{"none", "", 0, ""},
		{"one", key, 1, ""},
		{"Windows line ends and an empty line", key + "\r\n\r\n" + strings.ToUpper(key) + "\r\n", 2, ""},
		{"too short", key + "\n" + key[2:] + "\n", 0, "line 2"},
		{"no digits", strings.Repeat("x", 64), 0, "line 1"},
		{"half written", key + "\n" + key[:31], 0, "line 2"},
	} {
		keys, err := sealed.ParseKeys(tt.text)
		if len(keys) != tt.keys || (err != nil) != (tt.fails != "") {
			t.Errorf("%s: got %d keys and %v, want %d", tt.name, len(keys), err, tt.keys)
		}
		if err != nil && (!strings.Contains(err.Error(), tt.fails) || strings.Contains(err.Error(), key[2:30])) {
			t.Errorf("%s: got %v, want it to name %s and to hide the key", tt.name, err, tt.fails)
		}
	}
}

type roomy struct{ storage.Store }

func (roomy) Free() (uint64, error) { return 7, nil }

func TestFree(t *testing.T) {
	if n, err := sealed.New(roomy{memory.New()}, nil).Free(); n != 7 || err != nil {
		t.Errorf("got %d and %v, want the room of the store below", n, err)
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
			s, data := sealed.New(memory.New(), keys, hand.Kind), make([]byte, 4<<10)
			for i := range b.N {
				if err := s.Commit(context.Background(), storage.Doc{Key: hand, Version: int64(i), Data: data}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
