//go:build linux || darwin

package bolt

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"tarockbot/storage"
)

func TestGroupedCommitsFailAlone(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	docAt := func(id string, version int64) storage.Doc {
		return storage.Doc{Key: storage.Key{Kind: "table", ID: id}, Version: version, Data: []byte(id)}
	}
	unchanged := docAt("old", 1)
	unchanged.Unchanged = true
	cases := []struct {
		name           string
		ctx            context.Context
		docs           []storage.Doc
		want, wantFull error
	}{
		{"new", t.Context(), []storage.Doc{docAt("a", 0)}, nil, storage.ErrFull},
		{"new once more", t.Context(), []storage.Doc{docAt("new", 0), docAt("a", 0)}, storage.ErrConflict, storage.ErrConflict},
		{"next version", t.Context(), []storage.Doc{docAt("a", 1)}, nil, storage.ErrFull},
		{"cancelled", cancelled, []storage.Doc{docAt("b", 0)}, context.Canceled, context.Canceled},
		{"wrong version", t.Context(), []storage.Doc{docAt("c", 0), docAt("old", 2)}, storage.ErrConflict, storage.ErrConflict},
		{"check only", t.Context(), []storage.Doc{unchanged}, nil, storage.ErrFull},
		{"new, with a check", t.Context(), []storage.Doc{docAt("c", 0), unchanged}, nil, storage.ErrFull},
	}
	for _, full := range []bool{true, false} {
		s := openNew(t)
		commit(t, s, docAt("old", 0))
		metaWrites := 0
		onWrite(s.db, func(b []byte, off int64, write writeAt) (int, error) {
			if full {
				return 0, &os.PathError{Op: "write", Err: syscall.ENOSPC}
			}
			if isMeta(off) {
				metaWrites++
			}
			return write(b, off)
		})
		var group []*request
		for _, c := range cases {
			group = append(group, &request{ctx: c.ctx, docs: c.docs, done: make(chan struct{})})
		}
		s.writeGroup(group)
		for i, c := range cases {
			want := c.want
			if full {
				want = c.wantFull
			}
			if got := group[i].err; !errors.Is(got, want) {
				t.Errorf("full: %t, %s: got %v, want %v", full, c.name, got, want)
			}
		}
		want := map[bool]string{true: "old1 ", false: "a2 c1 old1 "}[full]
		if got := idsAndVersions(t, s); got != want || !full && metaWrites != 1 {
			t.Errorf("full: %t: got %q in %d transactions, want %q in 1", full, got, metaWrites, want)
		}
	}
}

func idsAndVersions(t *testing.T, s *Store) string {
	t.Helper()
	text := ""
	for d, err := range s.Scan(t.Context(), "table", "", "") {
		must(t, err)
		text += fmt.Sprintf("%s%d ", d.Key.ID, d.Version)
	}
	return text
}

func TestTally(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	r := rand.New(rand.NewPCG(20, 0))
	stored := make(map[storage.Key]int64)
	for n := range 60 {
		docs := make(map[storage.Key]storage.Doc)
		for range 1 + r.IntN(60) {
			number := r.IntN(300)
			key := storage.Key{Kind: fmt.Sprint("kind", r.IntN(1+n/20)), ID: fmt.Sprintf("%0*d", 1+number%200, number)}
			d := storage.Doc{Key: key, Version: stored[key], Data: make([]byte, r.IntN(2000))}
			if n/10%2 == 1 && r.IntN(10) > 0 { // ten commits write, and ten delete
				d.Data = nil
			}
			if d.Data != nil || d.Version > 0 {
				docs[key] = d
			}
		}
		commit(t, s, slices.Collect(maps.Values(docs))...)
		for key, d := range docs {
			if stored[key]++; d.Data == nil {
				delete(stored, key)
			}
		}
		im, err := openImage(s.path)
		must(t, err)
		if err := errors.Join(im.check(), im.file.Close()); err != nil {
			t.Fatalf("after %d commits: %v", n+1, err)
		}
	}
	closeStore(t, s)
	if err := errors.Join(Compact(t.Context(), s.path), Verify(s.path)); err != nil {
		t.Error(err)
	}
}

func TestCloseUnderLoad(t *testing.T) {
	s := openNew(t)
	var wg sync.WaitGroup
	var acked [8]int64
	var commits atomic.Int64
	warm := make(chan struct{})
	for w := range acked {
		wg.Go(func() {
			d := storage.Doc{Key: storage.Key{Kind: "table", ID: fmt.Sprint(w)}, Data: []byte("x")}
			for ; ; d.Version++ {
				if err := s.Commit(context.Background(), d); err != nil {
					if !errors.Is(err, storage.ErrClosed) {
						t.Errorf("writer %d: got %v, want %v", w, err, storage.ErrClosed)
					}
					return
				}
				acked[w] = d.Version + 1
				if commits.Add(1) == 50 {
					close(warm)
				}
			}
		})
	}
	<-warm
	closeStore(t, s)
	wg.Wait()
	after := open(t, s.path)
	for w, want := range acked {
		d, err := after.Get(t.Context(), storage.Key{Kind: "table", ID: fmt.Sprint(w)})
		if d.Version != want || want > 0 && err != nil {
			t.Errorf("writer %d: got version %d, %v, want %d", w, d.Version, err, want)
		}
	}
}
