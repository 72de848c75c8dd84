// Package storagetest is the conformance suite that every storage.Store passes. Start at Run;
// suite has the cases, one function each.
//
// It also has stores for tests of callers: Flaky fails on demand, Damaged can't read one
// document, Counted counts reads. Disk is a model of a file whose unsynced writes a power cut
// may lose. Context, Receive and Promised are for tests that wait for real processes, or
// measure them.
package storagetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tarockbot/storage"
)

var steps = flag.Int("steps", 100, "how many random operations are compared with a model")

// Open returns a new, empty store. The function reopen closes the store and opens it again
// with the same documents; it is nil for a store that forgets.
type Open func(t *testing.T) (s storage.Store, reopen func() storage.Store)

// Run runs every case of the suite on a new store.
func Run(t *testing.T, open Open) {
	for _, c := range suite() {
		t.Run(c.name, func(t *testing.T) {
			s, reopen := open(t)
			f := &fixture{T: t, s: s, ctx: t.Context(), reopen: reopen}
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
		{"random operations agree with a model", random},
		{"documents outlive the store", outlive},
	}
}

// fixture is a store under test.
type fixture struct {
	*testing.T
	s      storage.Store
	ctx    context.Context
	reopen func() storage.Store
}

func key(id string) storage.Key { return storage.Key{Kind: "table", ID: id} }

func doc(id string, version int64, data string) storage.Doc {
	return storage.Doc{Key: key(id), Version: version, Data: []byte(data)}
}

func gone(id string, version int64) storage.Doc {
	return storage.Doc{Key: key(id), Version: version}
}

// commit commits and demands success.
func (f *fixture) commit(docs ...storage.Doc) {
	f.Helper()
	f.want(nil, docs...)
}

// want commits and demands the error, by errors.Is.
func (f *fixture) want(want error, docs ...storage.Doc) {
	f.Helper()
	if err := f.s.Commit(f.ctx, docs...); !errors.Is(err, want) {
		f.Fatalf("Commit: got %v, want %v", err, want)
	}
}

// holds demands a document's version and data.
func (f *fixture) holds(id string, version int64, data string) {
	f.Helper()
	got, err := f.s.Get(f.ctx, key(id))
	if err != nil {
		f.Fatalf("Get %q: %v", id, err)
	}
	if got.Key != key(id) || got.Version != version || string(got.Data) != data || got.Data == nil || got.Unchanged {
		f.Fatalf("Get %q: got %+v, want version %d of %q", id, got, version, data)
	}
}

// lacks demands that the document doesn't exist.
func (f *fixture) lacks(id string) {
	f.Helper()
	if d, err := f.s.Get(f.ctx, key(id)); !errors.Is(err, storage.ErrNotFound) {
		f.Fatalf("Get %q: got %+v, %v, want %v", id, d, err, storage.ErrNotFound)
	}
}

// ids returns the ids that a scan yields, in order, separated by blanks.
func (f *fixture) ids(kind, from, to string) string {
	f.Helper()
	var ids []string
	for d, err := range f.s.Scan(f.ctx, kind, from, to) {
		if err != nil {
			f.Fatalf("Scan %q %q %q: %v", kind, from, to, err)
		}
		if d.Key.Kind != kind || d.Version < 1 || d.Data == nil {
			f.Fatalf("Scan %q yields %+v", kind, d)
		}
		ids = append(ids, d.Key.ID)
	}
	return strings.Join(ids, " ")
}

func versions(f *fixture) {
	f.lacks("a")
	f.commit(doc("a", 0, "one"))
	f.holds("a", 1, "one")
	f.commit(doc("a", 1, "two"))
	f.holds("a", 2, "two")
	f.commit(gone("a", 2))
	f.lacks("a")
	f.commit(doc("a", 0, "again"))
	f.holds("a", 1, "again")
	f.commit()
}

func conflicts(f *fixture) {
	f.commit(doc("a", 0, "one"))
	f.commit(doc("a", 1, "two"))
	for _, d := range []storage.Doc{doc("a", 0, "x"), doc("a", 1, "x"), doc("a", 3, "x"), gone("a", 1), doc("b", 1, "x"), gone("b", 1)} {
		f.want(storage.ErrConflict, d)
	}
	f.holds("a", 2, "two")
	f.lacks("b")
	f.commit(gone("b", 0))
	f.lacks("b")
}

func unchanged(f *fixture) {
	f.commit(doc("a", 0, "one"))
	same := storage.Doc{Key: key("a"), Version: 1, Data: []byte("ignored"), Unchanged: true}
	none := storage.Doc{Key: key("none"), Unchanged: true}
	f.commit(same)
	f.commit(same, none, doc("b", 0, "b"))
	f.holds("a", 1, "one")
	f.holds("b", 1, "b")
	f.lacks("none")

	same.Version, none.Version = 2, 1
	f.want(storage.ErrConflict, same)
	f.want(storage.ErrConflict, doc("b", 1, "x"), none)
	f.holds("b", 1, "b")
}

func emptyData(f *fixture) {
	f.commit(doc("a", 0, ""))
	f.holds("a", 1, "")
	for d, err := range f.s.Scan(f.ctx, "table", "", "") {
		if err != nil || d.Data == nil {
			f.Fatalf("Scan: got %+v, %v, want data that is empty and not nil", d, err)
		}
		f.commit(d)
	}
	f.holds("a", 2, "")
}

func allOrNothing(f *fixture) {
	f.commit(doc("a", 0, "a"), doc("b", 0, "b"), doc("c", 0, "c"))
	f.want(storage.ErrConflict, doc("a", 1, "x"), gone("b", 1), doc("new", 0, "x"), doc("c", 7, "x"))
	f.holds("a", 1, "a")
	f.holds("b", 1, "b")
	f.holds("c", 1, "c")
	f.lacks("new")
	f.commit(doc("a", 1, "x"), gone("b", 1), doc("new", 0, "x"))
	f.holds("a", 2, "x")
	f.lacks("b")
	f.holds("new", 1, "x")
}

func invalid(f *fixture) {
	f.commit(doc("a", 0, "a"))
	in := func(kind, id string) storage.Doc {
		return storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Data: []byte("x")}
	}
	cases := []struct {
		name string
		docs []storage.Doc
	}{
		{"a key twice", []storage.Doc{doc("a", 1, "x"), doc("a", 1, "x")}},
		{"a key twice, once unchanged", []storage.Doc{{Key: key("a"), Version: 1, Unchanged: true}, doc("a", 1, "x")}},
		{"empty kind", []storage.Doc{in("", "a")}},
		{"empty id", []storage.Doc{in("table", "")}},
		{"NUL in the kind", []storage.Doc{in("ta\x00ble", "a")}},
		{"kind not UTF-8", []storage.Doc{in("\xff", "a")}},
		{"id not UTF-8", []storage.Doc{in("table", "a\xff")}},
		{"long kind", []storage.Doc{in(strings.Repeat("k", storage.MaxKind+1), "a")}},
		{"long id", []storage.Doc{in("table", strings.Repeat("i", storage.MaxID+1))}},
		{"negative version", []storage.Doc{doc("b", -1, "x")}},
		{"too much data", []storage.Doc{{Key: key("b"), Data: make([]byte, storage.MaxData+storage.MaxEnvelope+1)}}},
	}
	for _, c := range cases {
		docs := append([]storage.Doc{doc("new", 0, "x")}, c.docs...)
		if err := f.s.Commit(f.ctx, docs...); !errors.Is(err, storage.ErrInvalid) {
			f.Errorf("%s: got %v, want %v", c.name, err, storage.ErrInvalid)
		}
	}
	f.holds("a", 1, "a")
	f.lacks("new")
	long := storage.Key{Kind: strings.Repeat("k", storage.MaxKind), ID: strings.Repeat("i", storage.MaxID)}
	f.commit(storage.Doc{Key: long, Data: []byte("fits")})
}

func copies(f *fixture) {
	passed := doc("a", 0, "own")
	f.commit(passed)
	passed.Data[0] = 'X'
	f.holds("a", 1, "own")

	got, err := f.s.Get(f.ctx, key("a"))
	if err != nil {
		f.Fatal(err)
	}
	got.Data[0] = 'X'
	f.holds("a", 1, "own")

	for d, err := range f.s.Scan(f.ctx, "table", "", "") {
		if err != nil {
			f.Fatal(err)
		}
		d.Data[0] = 'X'
	}
	f.holds("a", 1, "own")
}

func kinds(f *fixture) {
	for _, kind := range []string{"table", "tab", "tables", "Tisch", "kind\x01"} {
		f.commit(storage.Doc{Key: storage.Key{Kind: kind, ID: "a"}, Data: []byte(kind)})
	}
	got, err := f.s.Get(f.ctx, storage.Key{Kind: "tab", ID: "a"})
	if err != nil || string(got.Data) != "tab" {
		f.Errorf("Get: got %q, %v, want %q", got.Data, err, "tab")
	}
	f.commit(gone("a", 1))
	if got := f.ids("tab", "", ""); got != "a" {
		f.Errorf("Scan of tab: got %q, want %q", got, "a")
	}
	for _, none := range []string{"table", "never"} {
		if got := f.ids(none, "", ""); got != "" {
			f.Errorf("Scan of %s: got %q, want nothing", none, got)
		}
	}
}

func nonASCII(f *fixture) {
	ids := []string{"Mönd", "Sküs", "Škis", "タロック", "🃏", "\x00", "\U0010ffff"}
	for _, id := range ids {
		f.commit(doc(id, 0, id))
	}
	for _, id := range ids {
		f.holds(id, 1, id)
	}
	want := "\x00 Mönd Sküs Škis タロック 🃏 \U0010ffff"
	if got := f.ids("table", "", "\xff"); got != want {
		f.Errorf("Scan: got %q, want %q", got, want)
	}
}

func large(f *fixture) {
	for _, size := range []int{4 << 10, 1 << 20} {
		data := strings.Repeat("tarock ", size/7)
		id := fmt.Sprint(size)
		f.commit(doc(id, 0, data))
		f.holds(id, 1, data)
		f.commit(doc(id, 1, data+"!"))
		f.holds(id, 2, data+"!")
	}
}

func scans(f *fixture) {
	for _, id := range []string{"b", "d", "a", "c", "aa"} {
		f.commit(doc(id, 0, id))
	}
	cases := []struct{ name, from, to, want string }{
		{"everything", "", "", "a aa b c d"},
		{"everything downwards", "\xff", "", "d c b aa a"},
		{"bounds belong to it", "aa", "c", "aa b c"},
		{"bounds downwards", "c", "aa", "c b aa"},
		{"bounds that do not exist", "ab", "cc", "b c"},
		{"bounds that do not exist, downwards", "cc", "ab", "c b"},
		{"from the beginning", "", "b", "a aa b"},
		{"to the end", "b", "\xff", "b c d"},
		{"down to the beginning", "b", "", "b aa a"},
		{"one", "c", "c", "c"},
		{"none between", "ca", "cz", ""},
		{"none between, downwards", "cz", "ca", ""},
		{"none above", "e", "\xff", ""},
		{"none below, downwards", "A", "", ""},
		{"none is equal", "bb", "bb", ""},
	}
	for _, c := range cases {
		if got := f.ids("table", c.from, c.to); got != c.want {
			f.Errorf("%s: Scan(%q, %q) got %q, want %q", c.name, c.from, c.to, got, c.want)
		}
	}
}

// fill commits documents with the ids 000, 001, … and returns the ids.
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

func longScans(f *fixture) {
	ids := f.fill(200)
	for _, count := range []int{63, 64, 65, 127, 128, 129, 200} {
		up := strings.Join(ids[:count], " ")
		if got := f.ids("table", "", ids[count-1]); got != up {
			f.Errorf("up to %d: got %q, want %q", count, got, up)
		}
		words := strings.Fields(f.ids("table", ids[count-1], ""))
		for i, got := range words {
			if want := ids[count-1-i]; got != want {
				f.Fatalf("down from %d: got %q at %d, want %q", count, got, i, want)
			}
		}
		if len(words) != count {
			f.Errorf("down from %d: got %d documents", count, len(words))
		}
	}
}

func repeatedScan(f *fixture) {
	f.fill(3)
	seq := f.s.Scan(f.ctx, "table", "002", "")
	for range 2 {
		count := 0
		for _, err := range seq {
			if err != nil {
				f.Fatal(err)
			}
			if count++; count == 2 {
				break
			}
		}
		if count != 2 {
			f.Errorf("got %d documents, want 2", count)
		}
	}
}

func commitInScan(f *fixture) {
	ids := f.fill(150)
	seen := 0
	for d, err := range f.s.Scan(f.ctx, "table", "", "\xff") {
		if err != nil {
			f.Fatal(err)
		}
		d.Data = append(d.Data, '!')
		f.commit(d)
		seen++
	}
	if seen != len(ids) {
		f.Errorf("got %d documents, want %d", seen, len(ids))
	}
	for _, id := range ids {
		f.holds(id, 2, id+"!")
	}
}

func deleteInScan(f *fixture) {
	for _, c := range []struct{ from, to string }{{"", "\xff"}, {"\xff", ""}} {
		f.fill(150)
		seen := 0
		for d, err := range f.s.Scan(f.ctx, "table", c.from, c.to) {
			if err != nil {
				f.Fatal(err)
			}
			f.commit(gone(d.Key.ID, d.Version))
			seen++
		}
		if rest := f.ids("table", "", ""); seen != 150 || rest != "" {
			f.Errorf("Scan(%q, %q): deleted %d and left %q, want 150 and nothing", c.from, c.to, seen, rest)
		}
	}
}

// count increments the counters in one commit, again after a conflict.
func count(ctx context.Context, s storage.Store, ids ...string) error {
	for {
		var docs []storage.Doc
		for _, id := range ids {
			d, err := s.Get(ctx, key(id))
			if err != nil && !errors.Is(err, storage.ErrNotFound) {
				return err
			}
			docs = append(docs, storage.Doc{Key: key(id), Version: d.Version, Data: append(d.Data, '+')})
		}
		if err := s.Commit(ctx, docs...); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
}

// counters lets writers increment counters concurrently, each those that pick returns. It
// returns when all are done.
func (f *fixture) counters(writers, times int, pick func(writer int) []string) {
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for range times {
				if err := count(f.ctx, f.s, pick(w)...); err != nil {
					f.Errorf("writer %d: %v", w, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func contended(f *fixture) {
	f.counters(6, 8, func(int) []string { return []string{"total", "twin"} })
	f.holds("total", 48, strings.Repeat("+", 48))
	f.holds("twin", 48, strings.Repeat("+", 48))
}

func uncontended(f *fixture) {
	f.counters(6, 8, func(w int) []string { return []string{fmt.Sprint(w)} })
	for w := range 6 {
		f.holds(fmt.Sprint(w), 8, strings.Repeat("+", 8))
	}
}

// anyOrder lets writers change or check the same documents, in different orders and with new
// documents between. No writer may wait for ever, and no change may be lost.
func anyOrder(f *fixture) {
	const docs, writers, times = 5, 6, 12
	f.fill(docs)
	written := make([]atomic.Int64, docs)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 0))
			for i := range times {
				wrote, err := shuffled(f, r, docs, fmt.Sprint("new", w, ".", i))
				if err != nil {
					f.Errorf("writer %d: %v", w, err)
					return
				}
				for _, n := range wrote {
					written[n].Add(1)
				}
			}
		})
	}
	wg.Wait()
	for n := range docs {
		d, err := f.s.Get(f.ctx, key(fmt.Sprintf("%03d", n)))
		if want := written[n].Load() + 1; err != nil || d.Version != want {
			f.Errorf("%03d: got version %d, %v, want %d", n, d.Version, err, want)
		}
	}
}

// shuffled commits some documents in a random order, again after a conflict. It returns the
// numbers of those that it wrote.
func shuffled(f *fixture, r *rand.Rand, docs int, created string) (wrote []int, err error) {
	for {
		commit := []storage.Doc{doc(created, 0, "")}
		wrote = nil
		for i, n := range r.Perm(docs)[:3] {
			d, err := f.s.Get(f.ctx, key(fmt.Sprintf("%03d", n)))
			if err != nil {
				return nil, err
			}
			if d.Unchanged = i == 0; !d.Unchanged {
				wrote = append(wrote, n)
			}
			commit = append(commit, d)
		}
		r.Shuffle(len(commit), func(i, j int) { commit[i], commit[j] = commit[j], commit[i] })
		if err := f.s.Commit(f.ctx, commit...); !errors.Is(err, storage.ErrConflict) {
			return wrote, err
		}
	}
}

// absence lets two writers make commits that exclude each other, at the same time. In odd
// rounds each creates a document if the other's doesn't exist. In even rounds one creates a
// document if the total is unchanged, and the other increments the total if that document
// doesn't exist.
func absence(f *fixture) {
	f.commit(doc("total", 0, ""))
	total := int64(1)
	for round := range 40 {
		a, b := fmt.Sprint("a", round), fmt.Sprint("b", round)
		absent := func(id string) storage.Doc { return storage.Doc{Key: key(id), Unchanged: true} }
		commits := [2][]storage.Doc{{doc(a, 0, ""), absent(b)}, {doc(b, 0, ""), absent(a)}}
		if round%2 == 0 {
			same := storage.Doc{Key: key("total"), Version: total, Unchanged: true}
			commits = [2][]storage.Doc{{doc(a, 0, ""), same}, {doc("total", total, ""), absent(a)}}
		}
		var made [2]error
		var wg sync.WaitGroup
		for i, docs := range commits {
			wg.Go(func() { made[i] = f.s.Commit(f.ctx, docs...) })
		}
		wg.Wait()
		for i, err := range made {
			if err != nil && !errors.Is(err, storage.ErrConflict) {
				f.Fatal(err)
			}
			if id := commits[i][0].Key.ID; err != nil && id != "total" {
				f.lacks(id)
			}
		}
		if made[0] == nil && made[1] == nil {
			f.Fatalf("round %d: both were made", round)
		}
		if round%2 == 0 && made[1] == nil {
			total++
		}
	}
}

func cancelled(f *fixture) {
	f.commit(doc("a", 0, "a"))
	ctx, cancel := context.WithCancel(f.ctx)
	cancel()
	if err := f.s.Commit(ctx, doc("a", 1, "x")); !errors.Is(err, context.Canceled) {
		f.Errorf("Commit: got %v, want %v", err, context.Canceled)
	}
	if _, err := f.s.Get(ctx, key("a")); !errors.Is(err, context.Canceled) {
		f.Errorf("Get: got %v, want %v", err, context.Canceled)
	}
	scanFails(f, ctx, context.Canceled)
	f.holds("a", 1, "a")
}

// scanFails demands that a scan yields only the error.
func scanFails(f *fixture, ctx context.Context, want error) {
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

func closed(f *fixture) {
	f.commit(doc("a", 0, "a"))
	if err := f.s.Close(); err != nil {
		f.Fatalf("Close: %v", err)
	}
	if _, err := f.s.Get(f.ctx, key("a")); !errors.Is(err, storage.ErrClosed) {
		f.Errorf("Get: got %v, want %v", err, storage.ErrClosed)
	}
	f.want(storage.ErrClosed, doc("a", 1, "x"))
	scanFails(f, f.ctx, storage.ErrClosed)
}

// random runs operations on the store and on a map, and compares the two.
func random(f *fixture) {
	const seed = 54
	r := rand.New(rand.NewPCG(seed, 0))
	model := make(map[string]storage.Doc)
	for step := range *steps {
		var docs []storage.Doc
		conflict := false
		for _, n := range r.Perm(20)[:1+r.IntN(3)] {
			d, wrong := randomDoc(r, model, fmt.Sprintf("%02d", n))
			docs, conflict = append(docs, d), conflict || wrong
		}
		err := f.s.Commit(f.ctx, docs...)
		if conflict != errors.Is(err, storage.ErrConflict) || !conflict && err != nil {
			f.Fatalf("seed %d, step %d: Commit got %v, want conflict: %t", seed, step, err, conflict)
		}
		if err == nil {
			applyTo(model, docs)
		}
		if step%10 == 0 {
			sameAs(f, model)
		}
		if step%40 == 39 && f.reopen != nil {
			f.s = f.reopen()
		}
	}
}

// randomDoc returns a write, a deletion or a check, sometimes with a wrong version.
func randomDoc(r *rand.Rand, model map[string]storage.Doc, id string) (d storage.Doc, wrong bool) {
	d = storage.Doc{Key: key(id), Version: model[id].Version, Unchanged: r.IntN(5) == 0}
	if r.IntN(4) > 0 {
		d.Data = []byte(strings.Repeat("x", r.IntN(3000)))
	}
	if wrong = r.IntN(8) == 0; wrong {
		d.Version++
	}
	return d, wrong
}

func applyTo(model map[string]storage.Doc, docs []storage.Doc) {
	for _, d := range docs {
		switch {
		case d.Unchanged:
		case d.Data == nil:
			delete(model, d.Key.ID)
		default:
			d.Version++
			model[d.Key.ID] = d
		}
	}
}

func sameAs(f *fixture, model map[string]storage.Doc) {
	f.Helper()
	seen, last := 0, ""
	for d, err := range f.s.Scan(f.ctx, "table", "", "") {
		if err != nil {
			f.Fatal(err)
		}
		want := model[d.Key.ID]
		if d.Version != want.Version || string(d.Data) != string(want.Data) || d.Key.ID <= last {
			f.Fatalf("Scan: got %q version %d after %q, want version %d", d.Key.ID, d.Version, last, want.Version)
		}
		seen, last = seen+1, d.Key.ID
	}
	if seen != len(model) {
		f.Fatalf("Scan: got %d documents, want %d", seen, len(model))
	}
}

func outlive(f *fixture) {
	if f.reopen == nil {
		f.Skip("this store forgets")
	}
	f.commit(doc("a", 0, "a"), doc("b", 0, "b"))
	f.commit(gone("b", 1), doc("a", 1, "aa"))
	f.s = f.reopen()
	f.holds("a", 2, "aa")
	f.lacks("b")
	f.want(storage.ErrConflict, doc("a", 1, "x"))
	f.commit(doc("a", 2, "aaa"))
}
