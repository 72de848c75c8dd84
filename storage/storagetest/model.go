package storagetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"tarockbot/storage"
)

func randomOperations(f *fixture) {
	const seed = 54
	r := rand.New(rand.NewPCG(seed, 0))
	model := make(map[string]storage.Doc)
	for step := range *randomSteps {
		var docs []storage.Doc
		conflict := false
		for _, n := range r.Perm(20)[:1+r.IntN(3)] {
			d, wrong := randomDoc(r, model, fmt.Sprintf("%02d", n))
			docs, conflict = append(docs, d), conflict || wrong
		}
		err := f.s.Commit(f.Context(), docs...)
		if conflict != errors.Is(err, storage.ErrConflict) || !conflict && err != nil {
			f.Fatalf("seed %d, step %d: Commit got %v, want conflict: %t", seed, step, err, conflict)
		}
		if err == nil {
			applyTo(model, docs)
		}
		if step%10 == 0 {
			f.wantAll(model)
		}
		if step%40 == 39 && f.reopen != nil {
			f.s = f.reopen()
		}
	}
}

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

func (f *fixture) wantAll(model map[string]storage.Doc) {
	f.Helper()
	seen, last := 0, ""
	for d, err := range f.s.Scan(f.Context(), "table", "", "") {
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
