package storagetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"

	"tarockbot/storage"
)

func increment(ctx context.Context, s storage.Store, ids ...string) error {
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

func (f *fixture) incrementAll(writers, times int, pick func(writer int) []string) {
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for range times {
				if err := increment(f.Context(), f.s, pick(w)...); err != nil {
					f.Errorf("writer %d: %v", w, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func contended(f *fixture) {
	f.incrementAll(6, 8, func(int) []string { return []string{"total", "twin"} })
	f.wantDoc("total", 48, strings.Repeat("+", 48))
	f.wantDoc("twin", 48, strings.Repeat("+", 48))
}

func uncontended(f *fixture) {
	f.incrementAll(6, 8, func(w int) []string { return []string{fmt.Sprint(w)} })
	for w := range 6 {
		f.wantDoc(fmt.Sprint(w), 8, strings.Repeat("+", 8))
	}
}

// anyOrder demands no deadlock and no lost change.
func anyOrder(f *fixture) {
	const docs, writers, times = 5, 6, 12
	f.fill(docs)
	written := make([]atomic.Int64, docs)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 0))
			for i := range times {
				wrote, err := f.commitShuffled(r, docs, fmt.Sprint("new", w, ".", i))
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
		d, err := f.s.Get(f.Context(), key(fmt.Sprintf("%03d", n)))
		if want := written[n].Load() + 1; err != nil || d.Version != want {
			f.Errorf("%03d: got version %d, %v, want %d", n, d.Version, err, want)
		}
	}
}

func (f *fixture) commitShuffled(r *rand.Rand, docs int, created string) (wrote []int, err error) {
	for {
		commit := []storage.Doc{doc(created, 0, "")}
		wrote = nil
		for i, n := range r.Perm(docs)[:3] {
			d, err := f.s.Get(f.Context(), key(fmt.Sprintf("%03d", n)))
			if err != nil {
				return nil, err
			}
			if d.Unchanged = i == 0; !d.Unchanged {
				wrote = append(wrote, n)
			}
			commit = append(commit, d)
		}
		r.Shuffle(len(commit), func(i, j int) { commit[i], commit[j] = commit[j], commit[i] })
		if err := f.s.Commit(f.Context(), commit...); !errors.Is(err, storage.ErrConflict) {
			return wrote, err
		}
	}
}

// absence commits two changes at once that exclude each other.
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
		var errs [2]error
		var wg sync.WaitGroup
		for i, docs := range commits {
			wg.Go(func() { errs[i] = f.s.Commit(f.Context(), docs...) })
		}
		wg.Wait()
		for i, err := range errs {
			if err != nil && !errors.Is(err, storage.ErrConflict) {
				f.Fatal(err)
			}
			if id := commits[i][0].Key.ID; err != nil && id != "total" {
				f.wantMissing(id)
			}
		}
		if errs[0] == nil && errs[1] == nil {
			f.Fatalf("round %d: both commits succeeded", round)
		}
		if round%2 == 0 && errs[1] == nil {
			total++
		}
	}
}
