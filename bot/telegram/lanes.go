package telegram

import (
	"context"
	"sync"
)

// lanes keep what one person does, what happens in one chat, or what becomes of
// one message, in order, while everything else goes on at the same time. The
// zero value is ready.
type lanes struct {
	mu   sync.Mutex
	last map[string]chan struct{} // the one that joined last; closed when it leaves
	work sync.WaitGroup
}

// turn is a place in a lane.
type turn struct {
	before   <-chan struct{} // closed when it is this one's turn; nil if it is already
	leave    func()
	followed func() bool // says whether another has joined after this one
}

// join takes the next place in two lanes at once: whoever waits, waits only
// for those who joined before. Whoever joins must leave.
func (l *lanes) join(person, chat string) (mine, here turn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(person), l.place(chat)
}

// enter takes the next place in one lane. Whoever enters must leave.
func (l *lanes) enter(key string) turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(key)
}

// taken says whether anybody is in the lane.
func (l *lanes) taken(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last[key] != nil
}

// place is the next place in one lane. The lock must be held.
func (l *lanes) place(key string) turn {
	if l.last == nil {
		l.last = make(map[string]chan struct{})
	}
	mine := make(chan struct{})
	before := l.last[key]
	l.last[key] = mine
	leave := sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		close(mine)
		if l.last[key] == mine {
			delete(l.last, key)
		}
	})
	followed := func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.last[key] != mine
	}
	return turn{before, leave, followed}
}

// wait waits for the turn; false if ctx ends first.
func (t turn) wait(ctx context.Context) bool {
	if t.before == nil {
		return true
	}
	select {
	case <-t.before:
		return true
	case <-ctx.Done():
		return false
	}
}

// wait waits until everything that was begun has ended.
func (l *lanes) wait() { l.work.Wait() }
