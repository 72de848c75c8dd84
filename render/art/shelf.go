package art

import (
	"container/list"
	"sync"
)

// shelf keeps what takes long to draw, until there is no room and nobody has
// asked for it longest. It is safe for use by many goroutines.
type shelf[K comparable, P any] struct {
	room int // bytes that may lie on it

	mu    sync.Mutex
	taken int
	order list.List // of *kept[K, P], what was asked for last in front
	byKey map[K]*list.Element
}

// kept is one thing on a shelf.
type kept[K comparable, P any] struct {
	key   K
	bytes int
	thing func() P // draws it the first time
}

func newShelf[K comparable, P any](room int) *shelf[K, P] {
	return &shelf[K, P]{room: room, byKey: make(map[K]*list.Element)}
}

// get is the thing on the shelf, or what draw makes, which then lies there. It
// is drawn once even if several ask for it at the same time; others may get
// other things meanwhile.
func (s *shelf[K, P]) get(key K, bytes int, draw func() P) P {
	return s.place(key, bytes, draw).thing()
}

func (s *shelf[K, P]) place(key K, bytes int, draw func() P) *kept[K, P] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.byKey[key]; ok {
		s.order.MoveToFront(e)
		return e.Value.(*kept[K, P])
	}
	k := &kept[K, P]{key, bytes, sync.OnceValue(draw)}
	s.byKey[key] = s.order.PushFront(k)
	s.taken += bytes
	for s.taken > s.room && s.order.Len() > 1 {
		oldest := s.order.Remove(s.order.Back()).(*kept[K, P])
		delete(s.byKey, oldest.key)
		s.taken -= oldest.bytes
	}
	return k
}
