// Package storagetest is the conformance suite of storage.Store. Start at Run. Flaky, Full, Damaged and Counted are
// stores for tests of callers.
package storagetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"

	"tarockbot/storage"
)

var randomSteps = flag.Int("steps", 100, "how many random operations are compared with a model")

// Open returns a new, empty store. reopen closes it and opens it again with the same documents; it may be nil.
type Open func(t *testing.T) (s storage.Store, reopen func() storage.Store)

// Run runs every case of the suite on a new store.
func Run(t *testing.T, open Open) {
	for _, c := range suite() {
		t.Run(c.name, func(t *testing.T) {
			s, reopen := open(t)
			f := &fixture{T: t, s: s, reopen: reopen}
			defer func() {
				if err := f.s.Close(); err != nil {
					t.Errorf("Close: got %v, want nil", err)
				}
			}()
			c.run(f)
		})
	}
}

type testcase struct {
	name string
	run  func(*fixture)
}

func suite() []testcase {
	return []testcase{
		{"versions count the writes", versions},
		{"a wrong version is a conflict", conflicts},
		{"unchanged only checks", unchanged},
		{"empty data is a document", emptyData},
		{"all or nothing", allOrNothing},
		{"invalid requests are refused", invalid},
		{"the caller owns the data", copies},
		{"kinds do not mix", kinds},
		{"ids are any UTF-8", nonASCII},
		{"large documents", large},
		{"scans are ordered and bounded", scans},
		{"scans cross pages", longScans},
		{"a scan can be repeated", repeatedScan},
		{"a scan loop may commit", commitInScan},
		{"a scan loop may delete", deleteInScan},
		{"writers of one document", contended},
		{"writers of many documents", uncontended},
		{"writers in any order", anyOrder},
		{"checks of absence exclude each other", absence},
		{"a cancelled context", cancelled},
		{"use after close", closed},
		{"random operations agree with a model", randomOperations},
		{"documents outlive the store", reopened},
	}
}

type fixture struct {
	*testing.T
	s      storage.Store
	reopen func() storage.Store
}

func key(id string) storage.Key { return storage.Key{Kind: "table", ID: id} }

func doc(id string, version int64, data string) storage.Doc {
	return storage.Doc{Key: key(id), Version: version, Data: []byte(data)}
}

func deleted(id string, version int64) storage.Doc {
	return storage.Doc{Key: key(id), Version: version}
}

func (f *fixture) commit(docs ...storage.Doc) {
	f.Helper()
	if err := f.s.Commit(f.Context(), docs...); err != nil {
		f.Fatalf("Commit: %v", err)
	}
}

func (f *fixture) fill(count int) []string {
	var ids []string
	var docs []storage.Doc
	for i := range count {
		ids = append(ids, fmt.Sprintf("%03d", i))
		docs = append(docs, doc(ids[i], 0, ids[i]))
	}
	f.commit(docs...)
	return ids
}

func (f *fixture) commitFails(want error, docs ...storage.Doc) {
	f.Helper()
	if err := f.s.Commit(f.Context(), docs...); !errors.Is(err, want) {
		f.Fatalf("Commit: got %v, want %v", err, want)
	}
}

func (f *fixture) wantDoc(id string, version int64, data string) {
	f.Helper()
	got, err := f.s.Get(f.Context(), key(id))
	if err != nil {
		f.Fatalf("Get %q: %v", id, err)
	}
	if got.Key != key(id) || got.Version != version || string(got.Data) != data || got.Data == nil || got.Unchanged {
		f.Fatalf("Get %q: got %+v, want version %d of %q", id, got, version, data)
	}
}

func (f *fixture) wantMissing(id string) {
	f.Helper()
	if d, err := f.s.Get(f.Context(), key(id)); !errors.Is(err, storage.ErrNotFound) {
		f.Fatalf("Get %q: got %+v, %v, want %v", id, d, err, storage.ErrNotFound)
	}
}

func (f *fixture) ids(kind, from, to string) (ids []string) {
	f.Helper()
	for d, err := range f.s.Scan(f.Context(), kind, from, to) {
		if err != nil {
			f.Fatalf("Scan %q %q %q: %v", kind, from, to, err)
		}
		if d.Key.Kind != kind || d.Version < 1 || d.Data == nil {
			f.Fatalf("Scan %q yields %+v", kind, d)
		}
		ids = append(ids, d.Key.ID)
	}
	return ids
}

func (f *fixture) scanFails(ctx context.Context, want error) {
	f.Helper()
	steps := 0
	for d, err := range f.s.Scan(ctx, "table", "", "") {
		if steps++; !errors.Is(err, want) {
			f.Errorf("Scan: got %+v, %v, want %v", d, err, want)
		}
	}
	if steps != 1 {
		f.Errorf("Scan: got %d steps, want 1", steps)
	}
}

// WantError fails the test unless the error matches all wanted ones.
func WantError(t testing.TB, what string, got, want error, more ...error) {
	t.Helper()
	for _, w := range append(more, want) {
		if !errors.Is(got, w) {
			t.Errorf("%s: got %v, want %v", what, got, w)
		}
	}
}
