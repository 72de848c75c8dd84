package art

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

func TestShelf(t *testing.T) {
	var drawn []string
	s := newShelf[string, string](100)
	get := func(key string, bytes int) {
		if got := s.get(key, bytes, func() string { drawn = append(drawn, key); return key }); got != key {
			t.Errorf("get(%q) = %q", key, got)
		}
	}
	steps := []struct {
		key   string
		bytes int
		drawn bool
		taken int
	}{
		{"a", 40, true, 40},
		{"b", 40, true, 80},
		{"a", 40, false, 80},
		{"c", 40, true, 80}, // b goes, a having been asked for later
		{"a", 40, false, 80},
		{"b", 40, true, 80}, // c goes
		{"huge", 500, true, 500},
		{"huge", 500, false, 500},
		{"a", 40, true, 40},
		{"nothing", 0, true, 40},
	}
	for i, step := range steps {
		drawn = nil
		get(step.key, step.bytes)
		if slices.Contains(drawn, step.key) != step.drawn {
			t.Errorf("step %d: %s drawn: %v, want %v", i, step.key, !step.drawn, step.drawn)
		}
		if s.taken != step.taken || len(s.byKey) != s.order.Len() {
			t.Errorf("step %d: %d bytes taken, want %d; %d keys for %d things", i, s.taken, step.taken, len(s.byKey), s.order.Len())
		}
	}
}

func TestShelfDrawsOnce(t *testing.T) {
	s := newShelf[int, int](1000)
	var drawn atomic.Int32
	begin := make(chan struct{})
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			<-begin
			for k := range 5 {
				s.get(k, 10, func() int { drawn.Add(1); return k })
			}
		})
	}
	close(begin)
	wg.Wait()
	if got := drawn.Load(); got != 5 {
		t.Errorf("five things were drawn %d times", got)
	}
}

// While one thing is being drawn, others can be had.
func TestShelfDoesNotWait(t *testing.T) {
	s := newShelf[string, int](1000)
	s.get("other", 1, func() int { return 1 })
	s.get("slow", 1, func() int {
		return s.get("other", 1, nil) + s.get("third", 1, func() int { return 1 })
	})
}
