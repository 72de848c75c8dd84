package telegram

import (
	"context"
	"sync"
)

// orderedQueues keep the updates of one person, the events of one chat, or the edits of one message in
// order, while everything else proceeds. The zero value is ready.
type orderedQueues struct {
	mu   sync.Mutex
	last map[string]chan struct{} // the last turn of each queue; closed when it leaves
	work sync.WaitGroup
}

// turn is a place in one or several queues.
type turn struct {
	queues *orderedQueues
	keys   []string
	mine   chan struct{}
	before []<-chan struct{} // the turns that must leave first
}

// join takes the last place in all the queues at once, so that it waits only for earlier turns. The caller
// must leave.
func (l *orderedQueues) join(keys ...string) turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		l.last = make(map[string]chan struct{})
	}
	t := turn{queues: l, keys: keys, mine: make(chan struct{})}
	for _, key := range keys {
		if before, taken := l.last[key]; taken {
			t.before = append(t.before, before)
		}
		l.last[key] = t.mine
	}
	return t
}

// leave lets the next turns begin.
func (t turn) leave() {
	t.queues.mu.Lock()
	defer t.queues.mu.Unlock()
	close(t.mine)
	for _, key := range t.keys {
		if t.queues.last[key] == t.mine {
			delete(t.queues.last, key)
		}
	}
}

// isBusy reports whether the queue has any turn.
func (l *orderedQueues) isBusy(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last[key] != nil
}

// followed reports whether another turn has joined the first queue since.
func (t turn) followed() bool {
	t.queues.mu.Lock()
	defer t.queues.mu.Unlock()
	return t.queues.last[t.keys[0]] != t.mine
}

// wait waits for the turn. It returns false if ctx ends first.
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
