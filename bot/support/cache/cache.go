// Package cache is a bounded cache that evicts the least recently used keys.
package cache

import (
	"maps"
	"sync"
)

// Default is the number of keys that a Map keeps if Keep is 0.
const Default = 1000

// Map is a cache of two generations. It holds at least the Keep keys that were used last, and at most twice as many. It is
// safe for concurrent use. The zero Map is empty.
type Map[K comparable, V any] struct {
	Keep int // keys; 0 means Default

	mu           sync.Mutex
	newer, older map[K]V // when newer is full, it becomes older and the old older is dropped
}

// Get returns the value of the key, and counts as a use of the key. ok is false if the key isn't there.
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

// Put sets the value of the key.
func (m *Map[K, V]) Put(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.putLocked(key, v)
}

// putLocked sets the value of the key. The caller holds mu.
func (m *Map[K, V]) putLocked(key K, v V) {
	keep := m.Keep
	if keep == 0 {
		keep = Default
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
