// Package keyedqueue keeps jobs with the same key in order of arrival, while all others proceed. Enqueue
// runs a job in its turn. A caller that needs several keys, or goes on while it waits, joins the queues
// itself and waits for its Turn.
package keyedqueue

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"tarockbot/bot/chat"
)

// Queues are one queue for each key. Their methods may be used concurrently.
type Queues struct {
	log *slog.Logger

	mu      sync.Mutex
	queues  map[string][]place // by key; none is empty
	closed  bool
	running int           // jobs begun by Go and Enqueue
	idled   chan struct{} // closed when running becomes 0; nil unless Idle waits
}

// place is a turn's place in one queue. It is closed when it becomes the first there; one that joins an
// empty queue never is.
type place chan struct{}

// New returns empty queues, which log the panics of jobs.
func New(log *slog.Logger) *Queues { return &Queues{log: log, queues: make(map[string][]place)} }

// Turn is a place in one or several queues.
type Turn struct {
	of     *Queues
	keys   []string
	places []place // in the queue of each key
	waits  []place // those of them that had turns before them
}

// Join takes the last place in the queues of these different keys at once, so that it waits only for
// earlier turns. The caller must call Leave.
func (q *Queues) Join(keys ...string) Turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.join(keys...)
}

// join is Join. The caller holds q.mu.
func (q *Queues) join(keys ...string) Turn {
	t := Turn{of: q, keys: keys}
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

// Leave lets the next turns begin. If the turn leaves before it could begin, the next wait for the earlier
// ones.
func (t Turn) Leave() {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	for i, key := range t.keys {
		queue := t.of.queues[key]
		at := slices.Index(queue, t.places[i])
		if queue = slices.Delete(queue, at, at+1); len(queue) == 0 {
			delete(t.of.queues, key)
			continue
		}
		t.of.queues[key] = queue
		if at == 0 {
			close(queue[0])
		}
	}
}

// Wait waits for the turn. It returns false if ctx ends first.
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

// WasQueued reports whether there was another turn before it when it joined.
func (t Turn) WasQueued() bool { return t.waits != nil }

// IsFollowed reports whether another turn has joined its first queue since. The turn must not have left.
func (t Turn) IsFollowed() bool {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	queue := t.of.queues[t.keys[0]]
	return queue[len(queue)-1] != t.places[0]
}

// IsBusy reports whether the key's queue has any turn.
func (q *Queues) IsBusy(key string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.queues[key]) > 0
}

// maxWaiting bounds the jobs that wait in one queue.
const maxWaiting = 16

// Enqueue runs the job in its turn. The log names the job if it panics. Enqueue returns false if too many
// jobs wait, or after Close.
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

// Go runs the job at once in a goroutine. The log names the job if it panics. Go returns false after
// Close.
func (q *Queues) Go(name string, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.start(name, job)
	return true
}

// start runs the job in a goroutine that Idle waits for. The caller holds q.mu. A WaitGroup wouldn't do,
// because a first job may begin while Idle waits.
func (q *Queues) start(name string, job func()) {
	q.running++
	go func() {
		defer q.end()
		defer chat.CatchFault(q.log, name, nil)
		job()
	}()
}

// end records that a job has ended.
func (q *Queues) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running--; q.running == 0 && q.idled != nil {
		close(q.idled)
		q.idled = nil
	}
}

// Idle waits until no job runs, or until ctx ends.
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
