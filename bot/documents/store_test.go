package documents_test

import (
	"bytes"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func idsIn(t *testing.T, docs iter.Seq2[storage.Doc, error]) (ids []string) {
	t.Helper()
	for doc, err := range docs {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, doc.Key.ID)
	}
	return ids
}

func put(t *testing.T, store *documents.Store, kind string, values map[string]any) {
	t.Helper()
	for id, value := range values {
		must(t, store.Put(t.Context(), kind, id, 0, value))
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	store := documents.New(memory.New(), documents.Options{})
	a, b := store.Notes("a"), store.Notes("b")
	first, err1 := a.Claim(t.Context(), "key", []byte("1"))
	second, err2 := a.Claim(t.Context(), "key", []byte("2"))
	other, err3 := b.Claim(t.Context(), "key", []byte("3"))
	if err := errors.Join(err1, err2, err3); err != nil || !first || second || !other {
		t.Errorf("claimed: %v, %v, %v; %v", first, second, other, err)
	}
	must(t, b.Write(t.Context(), "key", []byte("4")))
	for want, notes := range map[string]documents.Notes{"1": a, "4": b, "": store.Notes("c")} {
		if data, err := notes.Read(t.Context(), "key"); err != nil || string(data) != want {
			t.Errorf("read %q, %v; want %q", data, err, want)
		}
	}
}

func TestErase(t *testing.T) {
	t.Parallel()
	store := documents.New(memory.New(), documents.Options{})
	put(t, store, "deal", map[string]any{"anna|1": 1, "anna|2": 2, "annabell|1": "anna", "bert|1": []string{"anna"}, "bert|2": 3})
	if ids := idsIn(t, store.ScanPerson(t.Context(), "deal", "anna")); !slices.Equal(ids, []string{"anna|1", "anna|2"}) {
		t.Errorf("anna's documents are %q", ids)
	}
	if ids := idsIn(t, store.ScanMentions(t.Context(), "deal", "anna")); !slices.Equal(ids, []string{"annabell|1", "bert|1"}) {
		t.Errorf("anna is mentioned in %q", ids)
	}
	for range store.ScanMentions(t.Context(), "deal", "anna") {
		break
	}
	must(t, store.EraseByPerson("deal")(t.Context(), &documents.Erasure{Identity: chat.Identity{Person: "anna"}}))
	isThree := documents.Where(func(n int) bool { return n == 3 })
	must(t, store.Erase(t.Context(), "deal", "bert|", "bert|~", isThree))
	if ids := idsIn(t, store.Scan(t.Context(), "deal", "", "")); !slices.Equal(ids, []string{"annabell|1", "bert|1"}) {
		t.Errorf("documents left: %q", ids)
	}
}

func TestMove(t *testing.T) {
	t.Parallel()
	store := documents.New(memory.New(), documents.Options{})
	put(t, store, "space", map[string]any{"old": "o", "older": "x", "new": "n"})
	for _, move := range [][2]string{{"old", "moved"}, {"older", "new"}, {"gone", "moved"}} {
		if err := store.Rename(t.Context(), "space", move[0], move[1]); err != nil {
			t.Error(move, err)
		}
	}
	var got []string
	for e, err := range documents.DecodeAll[string](store.Scan(t.Context(), "space", "", "")) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Key.ID+"="+e.Value)
	}
	if !slices.Equal(got, []string{"moved=o", "new=n"}) {
		t.Errorf("got %q", got)
	}
	if err := store.Unclaim(t.Context(), "space", "moved"); err != nil || len(idsIn(t, store.Scan(t.Context(), "space", "", ""))) != 1 {
		t.Errorf("the document isn't deleted: %v", err)
	}
}

func TestReadStopsAtFirstError(t *testing.T) {
	t.Parallel()
	store := documents.New(memory.New(), documents.Options{})
	put(t, store, "number", map[string]any{"a": 1, "b": 2, "c": "three", "d": 4})
	var err error
	sum := 0
	for e := range documents.UntilError(documents.DecodeAll[int](store.Scan(t.Context(), "number", "", "")), &err) {
		sum += e.Value
	}
	if sum != 3 || err == nil || !strings.Contains(err.Error(), "c") {
		t.Errorf("the sum is %d, want 3; the error %v", sum, err)
	}
}

func TestSeen(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	store := documents.New(memory.New(), documents.Options{Now: func() time.Time { return now }})
	in := chat.Input{ID: "1", User: "net:anna", Line: "play XXI"}
	must(t, errors.Join(store.MarkSeen(t.Context(), in), store.MarkSeen(t.Context(), in)))
	other := in
	if other.Line = "play XX"; documents.LineSum(in) == documents.LineSum(other) {
		t.Error("two lines have the same checksum")
	}
	for _, elapsed := range []time.Duration{47 * time.Hour, 2 * time.Hour} {
		now = now.Add(elapsed)
		must(t, store.SweepSeen(t.Context()))
		seen, err := store.WasSeen(t.Context(), in)
		if old := elapsed < 47*time.Hour; err != nil || seen == old {
			t.Errorf("after another %v the input is seen: %v, %v", elapsed, seen, err)
		}
	}
}

type smallDisk struct {
	storage.Store
	free uint64
}

func (d *smallDisk) Free() (uint64, error) { return d.free, nil }

func TestFullStore(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	var log bytes.Buffer
	below := &storagetest.Flaky{Store: memory.New()}
	disk := &smallDisk{below, 0}
	store := documents.New(disk, documents.Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Now: func() time.Time { return now }})
	commit := func(err error) {
		t.Helper()
		if err != nil {
			below.Fail(storagetest.Failure{Err: err})
		}
		if _, got := store.Claim(t.Context(), "purse", now.String(), 1); !errors.Is(got, err) {
			t.Errorf("got %v, want %v", got, err)
		}
		now = now.Add(40 * time.Second)
	}
	checkLog := func(full, room int) {
		t.Helper()
		if f, r := strings.Count(log.String(), "no room in the store"), strings.Count(log.String(), "there is room"); f != full || r != room {
			t.Errorf("logged a full store %d times and room %d times, want %d and %d: %s", f, r, full, room, &log)
		}
	}
	commit(storage.ErrFull)
	commit(storage.ErrFull)
	checkLog(1, 0)
	commit(nil) // too soon
	commit(nil) // the file system is still full
	checkLog(1, 0)
	disk.free = documents.MinFree
	commit(nil)
	commit(nil)
	checkLog(1, 1)
	if store.IsFull() {
		t.Error("the store is full")
	}
	plain := documents.New(below, documents.Options{})
	below.Fail(storagetest.Failure{Err: storage.ErrFull})
	if _, err := plain.Claim(t.Context(), "purse", "anna", 1); !errors.Is(err, storage.ErrFull) || plain.IsFull() {
		t.Errorf("without options and a disk it is full: %v; %v", plain.IsFull(), err)
	}
}

func TestDisclosureAndCodes(t *testing.T) {
	t.Parallel()
	d := documents.NewDisclosure(chat.Identity{}, make([]chat.Identity, 2))
	d.PerAccount[0]["name"], d.PerAccount[1]["name"] = "Anna", "Anni"
	if d.PerAccount[0]["name"] != "Anna" || documents.DisclosedSize(d.PerAccount[0]) != 2*len(`{"name":"Anna"}`) {
		t.Errorf("got %v", d.PerAccount)
	}
	for code, want := range map[string]bool{"23456789": true, "2345678": false, "23456780": false, "2345678o": false} {
		if documents.IsCode(code) != want {
			t.Errorf("%q is a code: %v", code, !want)
		}
	}
}
