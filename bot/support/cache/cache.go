// Package cache provides a bounded cache that evicts the least recently used keys.
package cache

import (
	"maps"
	"sync"
)

// DefaultKeep replaces a Keep of 0.
const DefaultKeep = 1000

// Map caches Keep to 2×Keep keys. It is safe for concurrent use.
type Map[K comparable, V any] struct {
	Keep int

	mu           sync.Mutex
	newer, older map[K]V // when newer is full, it replaces older
}

// Get returns the value, or false. It counts as a use.
func (m *Map[K, V]) Get(key K) (v V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok = m.newer[key]
	if !ok {
		if v, ok = m.older[key]; ok {
			m.putLocked(key, v)
		}
	}
	return v, ok
}

// Put sets the value.
func (m *Map[K, V]) Put(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.putLocked(key, v)
}

func (m *Map[K, V]) putLocked(key K, v V) {
	keep := m.Keep
	if keep == 0 {
		keep = DefaultKeep
	}
	if _, ok := m.newer[key]; !ok && (m.newer == nil || len(m.newer) >= keep) {
		m.older, m.newer = m.newer, make(map[K]V)
	}
	m.newer[key] = v
}

// DeleteFunc deletes the keys for which del returns true.
func (m *Map[K, V]) DeleteFunc(del func(K, V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.newer, del)
	maps.DeleteFunc(m.older, del)
}

// Delete deletes the key.
func (m *Map[K, V]) Delete(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.newer, key)
	delete(m.older, key)
}
