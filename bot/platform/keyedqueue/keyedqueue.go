// Package keyedqueue runs jobs with the same key in order, others in parallel. Use Enqueue, or Join for several keys.
package keyedqueue

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"tarockbot/bot/chat"
)

// Queues has one queue per key. It is safe for concurrent use.
type Queues struct {
	log *slog.Logger

	mu      sync.Mutex
	queues  map[string][]place // has no empty queues
	closed  bool
	running int           // jobs of Go and Enqueue
	idled   chan struct{} // nil unless Idle waits
}

// place is closed when it becomes the first of its queue. A place that was first from the beginning is never closed.
type place chan struct{}

// New returns empty queues.
func New(log *slog.Logger) *Queues { return &Queues{log: log, queues: make(map[string][]place)} }

// Turn is a place in one or several queues.
type Turn struct {
	queues *Queues
	keys   []string
	places []place
	waits  []place // places behind others
}

// Join takes the last place in the queues of different keys at once. The caller must call Leave.
func (q *Queues) Join(keys ...string) Turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.join(keys...)
}

// join requires q.mu.
func (q *Queues) join(keys ...string) Turn {
	t := Turn{queues: q, keys: keys}
	for _, key := range keys {
		own := make(place)
		if len(q.queues[key]) > 0 {
			t.waits = append(t.waits, own)
		}
		t.places = append(t.places, own)
		q.queues[key] = append(q.queues[key], own)
	}
	return t
}

// Leave lets the next turns begin once all earlier ones have left.
func (t Turn) Leave() {
	t.queues.mu.Lock()
	defer t.queues.mu.Unlock()
	for i, key := range t.keys {
		queue := t.queues.queues[key]
		at := slices.Index(queue, t.places[i])
		if queue = slices.Delete(queue, at, at+1); len(queue) == 0 {
			delete(t.queues.queues, key)
			continue
		}
		t.queues.queues[key] = queue
		if at == 0 {
			close(queue[0])
		}
	}
}

// Wait returns false if ctx ends before the turn begins.
func (t Turn) Wait(ctx context.Context) bool {
	for _, place := range t.waits {
		select {
		case <-place:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// WasQueued reports whether the turn joined behind another.
func (t Turn) WasQueued() bool { return t.waits != nil }

// IsFollowed reports whether another turn has joined the first queue. The turn must not have left.
func (t Turn) IsFollowed() bool {
	t.queues.mu.Lock()
	defer t.queues.mu.Unlock()
	queue := t.queues.queues[t.keys[0]]
	return queue[len(queue)-1] != t.places[0]
}

// IsBusy reports whether the key's queue has a turn.
func (q *Queues) IsBusy(key string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.queues[key]) > 0
}

const maxWaiting = 16

// Enqueue runs the job in its turn. It returns false if too many jobs wait, or after Close. A panic is logged with the
// name.
func (q *Queues) Enqueue(key, name string, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.queues[key]) > maxWaiting { // the first doesn't wait
		return false
	}
	turn := q.join(key)
	q.start(name, func() {
		defer turn.Leave()
		turn.Wait(context.Background())
		job()
	})
	return true
}

// Go runs the job at once. It returns false after Close.
func (q *Queues) Go(name string, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.start(name, job)
	return true
}

// start requires q.mu. A WaitGroup can't begin jobs while Idle waits.
func (q *Queues) start(name string, job func()) {
	q.running++
	go func() {
		defer q.end()
		defer chat.CatchFault(q.log, name, nil)
		job()
	}()
}

func (q *Queues) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running--; q.running == 0 && q.idled != nil {
		close(q.idled)
		q.idled = nil
	}
}

// Idle waits until no job runs or ctx ends.
func (q *Queues) Idle(ctx context.Context) {
	q.mu.Lock()
	if q.running > 0 && q.idled == nil {
		q.idled = make(chan struct{})
	}
	idled := q.idled
	q.mu.Unlock()
	if idled == nil {
		return
	}
	select {
	case <-idled:
	case <-ctx.Done():
	}
}

// Close refuses new jobs and waits until none runs.
func (q *Queues) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.Idle(context.Background())
}
