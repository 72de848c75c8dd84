package telegram

import (
	"context"
	"sync"
)

// orderedQueues keep what one person does, what happens in one chat, or what becomes of one
// message, in order, while everything else goes on. The zero value is ready.
type orderedQueues struct {
	mu   sync.Mutex
	last map[string]chan struct{} // the one that joined last; closed when it leaves
	work sync.WaitGroup
}

// turn is a place in one or several lanes.
type turn struct {
	lanes  *orderedQueues
	keys   []string
	mine   chan struct{}
	before []<-chan struct{} // closed when it is this one's turn
}

// enter takes the next place in all the lanes at once, so that everybody waits only for
// those before. Whoever enters must leave.
func (l *orderedQueues) enter(keys ...string) turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		l.last = make(map[string]chan struct{})
	}
	t := turn{lanes: l, keys: keys, mine: make(chan struct{})}
	for _, key := range keys {
		if before, taken := l.last[key]; taken {
			t.before = append(t.before, before)
		}
		l.last[key] = t.mine
	}
	return t
}

func (t turn) leave() {
	t.lanes.mu.Lock()
	defer t.lanes.mu.Unlock()
	close(t.mine)
	for _, key := range t.keys {
		if t.lanes.last[key] == t.mine {
			delete(t.lanes.last, key)
		}
	}
}

// isTaken says whether anybody is in the lane.
func (l *orderedQueues) isTaken(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last[key] != nil
}

// followed says whether another has entered the first lane after this one.
func (t turn) followed() bool {
	t.lanes.mu.Lock()
	defer t.lanes.mu.Unlock()
	return t.lanes.last[t.keys[0]] != t.mine
}

// wait waits for the turn; false if ctx ends first.
func (t turn) wait(ctx context.Context) bool {
	for _, before := range t.before {
		select {
		case <-before:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
