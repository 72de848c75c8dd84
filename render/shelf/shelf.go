// Package shelf keeps what takes long to make. Start at Shelf.
package shelf

import (
	"container/list"
	"sync"
)

// Shelf keeps things by key until there is no room and nobody has asked for
// them longest. It is safe for use by many goroutines.
type Shelf[K comparable, V any] struct {
	room int // bytes that may lie on it

	mu    sync.Mutex
	used  int
	order list.List // of *kept[K, V], what was asked for last in front
	byKey map[K]*list.Element
}

// kept is one thing on a shelf.
type kept[K comparable, V any] struct {
	key   K
	bytes int
	thing V
}

// New is a shelf with room for so many bytes. A single thing may be larger; it
// is then alone.
func New[K comparable, V any](room int) *Shelf[K, V] {
	return &Shelf[K, V]{room: room, byKey: make(map[K]*list.Element)}
}

// Find is the thing with that key, if it is there.
func (s *Shelf[K, V]) Find(key K) (thing V, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(key)
}

func (s *Shelf[K, V]) find(key K) (thing V, ok bool) {
	e, ok := s.byKey[key]
	if !ok {
		return thing, false
	}
	s.order.MoveToFront(e)
	return e.Value.(*kept[K, V]).thing, true
}

// Put puts the thing there, which takes so many bytes, unless there is one
// with that key, and returns the one that is there.
func (s *Shelf[K, V]) Put(key K, thing V, bytes int) V {
	s.mu.Lock()
	defer s.mu.Unlock()
	if there, ok := s.find(key); ok {
		return there
	}
	s.byKey[key] = s.order.PushFront(&kept[K, V]{key, bytes, thing})
	s.used += bytes
	for s.used > s.room && s.order.Len() > 1 {
		oldest := s.order.Remove(s.order.Back()).(*kept[K, V])
		delete(s.byKey, oldest.key)
		s.used -= oldest.bytes
	}
	return thing
}
