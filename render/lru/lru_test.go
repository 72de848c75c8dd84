package lru

import (
	"sync"
	"testing"
)

func TestCache(t *testing.T) {
	c := New[string, string](100)
	steps := []struct {
		key   string
		bytes int // the value's size, used if it is added
		found bool
		used  int // total size of all values after the step
	}{
		{"a", 40, false, 40},
		{"b", 40, false, 80},
		{"a", 40, true, 80},
		{"c", 40, false, 80}, // evicts b, because a was used later
		{"a", 40, true, 80},
		{"b", 40, false, 80}, // evicts c
		{"huge", 500, false, 500},
		{"huge", 500, true, 500},
		{"a", 40, false, 40},
		{"nothing", 0, false, 40},
	}
	for i, step := range steps {
		got, found := c.Get(step.key)
		if found != step.found || found && got != step.key {
			t.Errorf("step %d: Get returned %q and %v, want found %v", i, got, found, step.found)
		}
		if got := c.GetOrAdd(step.key, step.key, step.bytes); got != step.key {
			t.Errorf("step %d: GetOrAdd returned %q, want %q", i, got, step.key)
		}
		if c.used != step.used || len(c.byKey) != c.order.Len() {
			t.Errorf("step %d: %d bytes used, want %d; %d keys for %d items", i, c.used, step.used, len(c.byKey), c.order.Len())
		}
	}
}

func TestFirstStays(t *testing.T) {
	c := New[int, *int](1000)
	got := make([]*int, 20)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = c.GetOrAdd(1, new(int), 8) })
	}
	wg.Wait()
	for i := range got {
		if got[i] != got[0] {
			t.Fatalf("goroutine %d got another value", i)
		}
	}
}
