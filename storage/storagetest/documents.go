package storagetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/storage"
)

func versions(f *fixture) {
	f.wantMissing("a")
	f.commit(doc("a", 0, "one"))
	f.wantDoc("a", 1, "one")
	f.commit(doc("a", 1, "two"))
	f.wantDoc("a", 2, "two")
	f.commit(deleted("a", 2))
	f.wantMissing("a")
	f.commit(doc("a", 0, "again"))
	f.wantDoc("a", 1, "again")
	f.commit()
}

func conflicts(f *fixture) {
	f.commit(doc("a", 0, "one"))
	f.commit(doc("a", 1, "two"))
	wrong := []storage.Doc{doc("a", 0, "x"), doc("a", 1, "x"), doc("a", 3, "x"), deleted("a", 1), doc("b", 1, "x"), deleted("b", 1)}
	for _, d := range wrong {
		f.commitFails(storage.ErrConflict, d)
	}
	f.wantDoc("a", 2, "two")
	f.wantMissing("b")
	f.commit(deleted("b", 0))
	f.wantMissing("b")
}

func unchanged(f *fixture) {
	f.commit(doc("a", 0, "one"))
	same := storage.Doc{Key: key("a"), Version: 1, Data: []byte("ignored"), Unchanged: true}
	absent := storage.Doc{Key: key("none"), Unchanged: true}
	f.commit(same)
	f.commit(same, absent, doc("b", 0, "b"))
	f.wantDoc("a", 1, "one")
	f.wantDoc("b", 1, "b")
	f.wantMissing("none")

	same.Version, absent.Version = 2, 1
	f.commitFails(storage.ErrConflict, same)
	f.commitFails(storage.ErrConflict, doc("b", 1, "x"), absent)
	f.wantDoc("b", 1, "b")
}

func emptyData(f *fixture) {
	f.commit(doc("a", 0, ""))
	f.wantDoc("a", 1, "")
	for d, err := range f.s.Scan(f.Context(), "table", "", "") {
		if err != nil || d.Data == nil {
			f.Fatalf("Scan: got %+v, %v, want data that is empty and not nil", d, err)
		}
		f.commit(d)
	}
	f.wantDoc("a", 2, "")
}

func allOrNothing(f *fixture) {
	f.commit(doc("a", 0, "a"), doc("b", 0, "b"), doc("c", 0, "c"))
	f.commitFails(storage.ErrConflict, doc("a", 1, "x"), deleted("b", 1), doc("new", 0, "x"), doc("c", 7, "x"))
	f.wantDoc("a", 1, "a")
	f.wantDoc("b", 1, "b")
	f.wantDoc("c", 1, "c")
	f.wantMissing("new")
	f.commit(doc("a", 1, "x"), deleted("b", 1), doc("new", 0, "x"))
	f.wantDoc("a", 2, "x")
	f.wantMissing("b")
	f.wantDoc("new", 1, "x")
}

func invalid(f *fixture) {
	f.commit(doc("a", 0, "a"))
	docOf := func(kind, id string) storage.Doc {
		return storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Data: []byte("x")}
	}
	cases := []struct {
		name string
		docs []storage.Doc
	}{
		{"a key twice", []storage.Doc{doc("a", 1, "x"), doc("a", 1, "x")}},
		{"a key twice, once unchanged", []storage.Doc{{Key: key("a"), Version: 1, Unchanged: true}, doc("a", 1, "x")}},
		{"empty kind", []storage.Doc{docOf("", "a")}},
		{"empty id", []storage.Doc{docOf("table", "")}},
		{"NUL in the kind", []storage.Doc{docOf("ta\x00ble", "a")}},
		{"kind not UTF-8", []storage.Doc{docOf("\xff", "a")}},
		{"id not UTF-8", []storage.Doc{docOf("table", "a\xff")}},
		{"long kind", []storage.Doc{docOf(strings.Repeat("k", storage.MaxKind+1), "a")}},
		{"long id", []storage.Doc{docOf("table", strings.Repeat("i", storage.MaxID+1))}},
		{"negative version", []storage.Doc{doc("b", -1, "x")}},
		{"too much data", []storage.Doc{{Key: key("b"), Data: make([]byte, storage.MaxData+storage.MaxEnvelope+1)}}},
	}
	for _, c := range cases {
		docs := append([]storage.Doc{doc("new", 0, "x")}, c.docs...)
		if err := f.s.Commit(f.Context(), docs...); !errors.Is(err, storage.ErrInvalid) {
			f.Errorf("%s: got %v, want %v", c.name, err, storage.ErrInvalid)
		}
	}
	f.wantDoc("a", 1, "a")
	f.wantMissing("new")
	long := storage.Key{Kind: strings.Repeat("k", storage.MaxKind), ID: strings.Repeat("i", storage.MaxID)}
	f.commit(storage.Doc{Key: long, Data: []byte("fits")})
}

func copies(f *fixture) {
	passed := doc("a", 0, "own")
	f.commit(passed)
	passed.Data[0] = 'X'
	f.wantDoc("a", 1, "own")

	got, err := f.s.Get(f.Context(), key("a"))
	if err != nil {
		f.Fatal(err)
	}
	got.Data[0] = 'X'
	f.wantDoc("a", 1, "own")

	for d, err := range f.s.Scan(f.Context(), "table", "", "") {
		if err != nil {
			f.Fatal(err)
		}
		d.Data[0] = 'X'
	}
	f.wantDoc("a", 1, "own")
}

func kinds(f *fixture) {
	for _, kind := range []string{"table", "tab", "tables", "Tisch", "kind\x01"} {
		f.commit(storage.Doc{Key: storage.Key{Kind: kind, ID: "a"}, Data: []byte(kind)})
	}
	got, err := f.s.Get(f.Context(), storage.Key{Kind: "tab", ID: "a"})
	if err != nil || string(got.Data) != "tab" {
		f.Errorf("Get: got %q, %v, want %q", got.Data, err, "tab")
	}
	f.commit(deleted("a", 1))
	if got := f.ids("tab", "", ""); !slices.Equal(got, []string{"a"}) {
		f.Errorf("Scan of tab: got %q, want %q", got, "a")
	}
	for _, kind := range []string{"table", "never"} {
		if got := f.ids(kind, "", ""); len(got) > 0 {
			f.Errorf("Scan of %s: got %q, want nothing", kind, got)
		}
	}
}

func nonASCII(f *fixture) {
	ids := []string{"Mönd", "Sküs", "Škis", "タロック", "🃏", "\x00", "\U0010ffff"}
	for _, id := range ids {
		f.commit(doc(id, 0, id))
	}
	for _, id := range ids {
		f.wantDoc(id, 1, id)
	}
	slices.Sort(ids) // bytewise
	if got := f.ids("table", "", "\xff"); !slices.Equal(got, ids) {
		f.Errorf("Scan: got %q, want %q", got, ids)
	}
}

func large(f *fixture) {
	for _, size := range []int{4 << 10, 1 << 20} {
		data := strings.Repeat("tarock ", size/7)
		id := fmt.Sprint(size)
		f.commit(doc(id, 0, data))
		f.wantDoc(id, 1, data)
		f.commit(doc(id, 1, data+"!"))
		f.wantDoc(id, 2, data+"!")
	}
}
