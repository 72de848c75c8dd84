package cache_test

import (
	"sync"
	"testing"

	"tarockbot/bot/support/cache"
)

func TestMap(t *testing.T) {
	t.Parallel()
	const keep = 10
	m := cache.Map[int, int]{Keep: keep}
	for i := range 100 {
		m.Put(i, 2*i)
		if v, ok := m.Get(0); !ok || v != 0 {
			t.Fatalf("after %d puts the used key 0 has %d, %v", i, v, ok)
		}
		for j := max(0, i-keep/2); j <= i; j++ { // 0 is used as well
			if v, ok := m.Get(j); !ok || v != 2*j {
				t.Fatalf("after %d puts key %d has %d, %v", i, j, v, ok)
			}
		}
	}
	cached := 0
	for i := range 100 {
		if _, ok := m.Get(i); ok {
			cached++
		}
	}
	if cached > 2*keep {
		t.Errorf("%d keys are in the cache, want at most %d", cached, 2*keep)
	}
	m.Put(0, 7)
	if v, _ := m.Get(0); v != 7 {
		t.Errorf("key 0 has %d", v)
	}
	m.Delete(0)
	m.DeleteFunc(func(i, _ int) bool { return i == 99 })
	for _, i := range []int{0, 99} {
		if v, ok := m.Get(i); ok {
			t.Errorf("key %d still has %d", i, v)
		}
	}
}

func TestZeroMap(t *testing.T) {
	t.Parallel()
	var m cache.Map[int, bool]
	var workers sync.WaitGroup
	for i := range cache.DefaultKeep {
		workers.Go(func() { m.Put(i, true) })
	}
	workers.Wait()
	for i := range cache.DefaultKeep {
		if v, ok := m.Get(i); !v || !ok {
			t.Errorf("key %d is missing", i)
		}
	}
}
