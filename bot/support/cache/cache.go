// Package cache is a bounded cache: what was used longest ago goes first.
package cache

import (
	"maps"
	"sync"
)

// Default is how many keys a Map keeps that doesn't say it.
const Default = 1000

// Map is a cache of two generations: it holds the values of at least so many keys as
// it is to keep, those used last, and of twice as many at most. It is safe for
// concurrent use. The zero Map is empty.
type Map[K comparable, V any] struct {
	Keep int // keys; 0 means Default

	mu           sync.Mutex
	newer, older map[K]V // older is forgotten when newer is full
}

// Get is the value of the key, which counts as used.
func (m *Map[K, V]) Get(key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.newer[key]
	if !ok {
		if v, ok = m.older[key]; ok {
			m.put(key, v)
		}
	}
	return v, ok
}

// Put makes v the value of the key.
func (m *Map[K, V]) Put(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(key, v)
}

func (m *Map[K, V]) put(key K, v V) {
	keep := m.Keep
	if keep == 0 {
		keep = Default
	}
	if _, ok := m.newer[key]; !ok && (m.newer == nil || len(m.newer) >= keep) {
		m.older, m.newer = m.newer, make(map[K]V)
	}
	m.newer[key] = v
}

// DeleteFunc forgets the keys of which that is true.
func (m *Map[K, V]) DeleteFunc(is func(K, V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.newer, is)
	maps.DeleteFunc(m.older, is)
}

// Delete forgets the key.
func (m *Map[K, V]) Delete(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.newer, key)
	delete(m.older, key)
}
