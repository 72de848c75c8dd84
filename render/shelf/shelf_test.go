package shelf

import (
	"sync"
	"testing"
)

func TestShelf(t *testing.T) {
	s := New[string, string](100)
	steps := []struct {
		key   string
		bytes int // to be kept if it isn't there
		there bool
		taken int
	}{
		{"a", 40, false, 40},
		{"b", 40, false, 80},
		{"a", 40, true, 80},
		{"c", 40, false, 80}, // b goes, a having been asked for later
		{"a", 40, true, 80},
		{"b", 40, false, 80}, // c goes
		{"huge", 500, false, 500},
		{"huge", 500, true, 500},
		{"a", 40, false, 40},
		{"nothing", 0, false, 40},
	}
	for i, step := range steps {
		got, there := s.Find(step.key)
		if there != step.there || there && got != step.key {
			t.Errorf("step %d: found %q, %v, want %v", i, got, there, step.there)
		}
		if got := s.Put(step.key, step.key, step.bytes); got != step.key {
			t.Errorf("step %d: kept %q, want %q", i, got, step.key)
		}
		if s.used != step.taken || len(s.byKey) != s.order.Len() {
			t.Errorf("step %d: %d bytes taken, want %d; %d keys for %d things", i, s.used, step.taken, len(s.byKey), s.order.Len())
		}
	}
}

// TestFirstStays: of two that make the same, both get the same thing.
func TestFirstStays(t *testing.T) {
	s := New[int, *int](1000)
	got := make([]*int, 20)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = s.Put(1, new(int), 8) })
	}
	wg.Wait()
	for i := range got {
		if got[i] != got[0] {
			t.Fatalf("goroutine %d got another thing", i)
		}
	}
}
