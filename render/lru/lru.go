// Package lru is a cache bounded by bytes; bot/support/cache is bounded by keys.
package lru

import (
	"container/list"
	"sync"
)

// Cache evicts the least recently used values. Safe for concurrent use.
type Cache[K comparable, V any] struct {
	maxBytes int

	mu    sync.Mutex
	used  int       // bytes of all values
	order list.List // of *item[K, V], most recently used first
	byKey map[K]*list.Element
}

type item[K comparable, V any] struct {
	key   K
	bytes int
	value V
}

// New returns an empty cache. A single value may be larger than maxBytes.
func New[K comparable, V any](maxBytes int) *Cache[K, V] {
	return &Cache[K, V]{maxBytes: maxBytes, byKey: make(map[K]*list.Element)}
}

// Get returns the key's value and marks it as used.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.getLocked(key)
}

func (c *Cache[K, V]) getLocked(key K) (value V, ok bool) {
	e, ok := c.byKey[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*item[K, V]).value, true
}

// GetOrAdd returns the key's value, or adds the given value of that many bytes.
func (c *Cache[K, V]) GetOrAdd(key K, value V, bytes int) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if present, ok := c.getLocked(key); ok {
		return present
	}
	c.byKey[key] = c.order.PushFront(&item[K, V]{key, bytes, value})
	c.used += bytes
	for c.used > c.maxBytes && c.order.Len() > 1 {
		oldest := c.order.Remove(c.order.Back()).(*item[K, V])
		delete(c.byKey, oldest.key)
		c.used -= oldest.bytes
	}
	return value
}
